import { recordRequest, requestIdOf } from "../answers/record-request.ts";
import { addressKey } from "../limits/limit-rate.ts";
import { countKept } from "../sending/send-archive.ts";
import { addressOf } from "../terms/address.ts";
import type { Bindings } from "../terms/env.ts";
import type { Hands } from "../terms/hands.ts";
import type { Spent } from "../terms/rate.ts";
import { takesKept, toResponse } from "./serve-page.ts";

/** Answers a request; what `@hono/node-server` calls. */
export type Fetch = (request: Request, env?: Bindings) => Response | Promise<Response>;

/**
 * The short way for most requests there are: a GET whose page is kept, for whom it may be kept. What the middleware of the page's route
 * does for them is done here (limit, page, metrics, log line), at once and with no router, no context and no copies of headers.
 * Everything else goes the long way, `otherwise`, with what was counted already.
 */
export function serveKeptPages(edge: Hands, otherwise: Fetch): Fetch {
  const { limits, pages, proxies, otherTypes } = edge;
  return (request, env) => {
    const { headers } = request;
    if (request.method !== "GET" || env?.internal || !takesKept(headers, otherTypes)) return otherwise(request, env);
    const started = performance.now();
    const address = addressOf(request.url);
    const rate = pages.find(address)?.rate;
    if (rate === undefined) return otherwise(request, env);
    const by = addressKey({ headers, env, proxies });
    const goOn = (taken: Spent | null) => {
      const spent = taken ? [taken] : [];
      return answerKept(edge, { headers, by, address, spent, started }) ?? otherwise(request, { ...env, spent });
    };
    if (rate === null) return goOn(null);
    const spent = limits.consume(rate, by);
    if (!(spent instanceof Promise)) return goOn(spent);
    // What cannot be counted goes the long way too: it meets the same fault, and knows how to answer it.
    return spent.then(goOn, () => otherwise(request, env));
  };
}

interface Asked {
  headers: Headers;
  /** What it counts under. */
  by: string;
  address: string;
  spent: Spent[];
  started: number;
}

/** The answer with the page that is kept, or null when there is none, or nothing left of the limit. */
function answerKept(edge: Hands, { headers, by, address, spent, started }: Asked): Response | null {
  if (spent[0]?.allowed === false) return null;
  const page = edge.pages.find(address);
  if (!page) return null;
  const requestId = requestIdOf(headers);
  const response = toResponse(page, { headers, spent, requestId });
  countKept(edge, page.downloadOf, { method: "GET", response, by: () => by });
  recordRequest(edge, {
    requestId,
    method: "GET",
    path: page.path,
    route: page.route,
    status: response.status,
    milliseconds: performance.now() - started,
    account: null,
    internal: false,
  });
  return response;
}
