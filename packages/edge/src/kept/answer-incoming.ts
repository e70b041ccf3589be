import type { IncomingMessage, ServerResponse } from "node:http";
import { recordRequest, requestIdOf } from "../answers/record-request.ts";
import { clientAddress } from "../limits/client-address.ts";
import { limitHeaders } from "../limits/limit-rate.ts";
import { countKept } from "../sending/send-archive.ts";
import type { Hands } from "../terms/hands.ts";
import type { Page } from "../terms/page.ts";
import type { Spent } from "../terms/rate.ts";
import { isImpersonal } from "../terms/viewer.ts";
import { answerOf } from "./answer-of.ts";

/** The headers of a request that the short way looks at, as it came; null where one of them, or one that is missing here, is not for it. */
interface Plain {
  forwarded: string | null;
  requestId: string | null;
  /** `if-none-match`, `if-range`, `range`. */
  conditions: Map<string, string> | null;
}

/** A host as a client writes it: a name or an address, and a port. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * The short way for most requests there are: a GET or HEAD whose answer is kept, for a caller for whom it may be kept. It leaves at the
 * level of `node:http`, before the framework makes a request and a response of it, with the same limit, count, log line, id and headers
 * as the middleware of its route. Everything else is `otherwise`'s, untouched, with what was counted already (`spentOn`).
 */
export function answerIncoming(
  edge: Hands,
  otherwise: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { limits, pages, proxies, otherTypes } = edge;
  return (incoming, outgoing) => {
    const { method, url: address = "" } = incoming;
    const page = method === "GET" || method === "HEAD" ? pages.find(address) : undefined;
    const plain = page && plainHeaders(incoming.rawHeaders, otherTypes);
    if (!page || !plain) return otherwise(incoming, outgoing);
    const started = performance.now();
    const origin = { forwarded: plain.forwarded, remoteAddress: incoming.socket.remoteAddress, proxies };
    const by = `address:${clientAddress(origin)}`;
    const goOn = (taken: Spent | null) => {
      // While others counted, it may have changed.
      const now = pages.find(address);
      spent.set(incoming, taken ? [taken] : []);
      if (taken?.allowed === false || now === undefined) return otherwise(incoming, outgoing);
      send(edge, { page: now, plain, by, taken, started, method: method === "HEAD" ? method : "GET" }, outgoing);
    };
    if (page.rate === null) return goOn(null);
    const counted = limits.consume(page.rate, by);
    if (!(counted instanceof Promise)) return goOn(counted);
    // What cannot be counted goes the long way too: it meets the same fault, and knows how to answer it.
    counted.then(goOn, () => otherwise(incoming, outgoing));
  };
}

const spent = new WeakMap<object, Spent[]>();

/** What a request took from its limits on its way through `answerIncoming`; undefined: nothing was counted. */
export const spentOn = (incoming: object): Spent[] | undefined => spent.get(incoming);

/** Null: something in the headers wants the long way. Names and values alternate, as `node:http` gives them. */
function plainHeaders(raw: readonly string[], otherTypes: readonly string[]): Plain | null {
  let hosts = 0;
  let cookies = 0;
  const found: Plain = { forwarded: null, requestId: null, conditions: null };
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    const value = raw[at + 1] ?? "";
    switch (name) {
      case "host":
        hosts += 1;
        if (!HOST.test(value)) return null;
        break;
      case "cookie":
        cookies += 1;
        if (cookies > 1 || !isImpersonal(value)) return null;
        break;
      case "accept":
        if (otherTypes.some((type) => value.includes(type))) return null;
        break;
      case "x-forwarded-for":
        found.forwarded = found.forwarded === null ? value : `${found.forwarded}, ${value}`;
        break;
      case "x-request-id":
        if (found.requestId !== null) return null;
        found.requestId = value;
        break;
      case "if-none-match":
      case "if-range":
      case "range":
        if (found.conditions?.has(name) === true) return null;
        found.conditions = (found.conditions ?? new Map()).set(name, value);
        break;
      case "authorization":
      case "content-length":
      case "expect":
      case "transfer-encoding":
      case "upgrade":
        return null;
      default:
    }
  }
  return hosts === 1 ? found : null;
}

interface Kept {
  page: Page;
  plain: Plain;
  by: string;
  taken: Spent | null;
  started: number;
  method: "GET" | "HEAD";
}

const NONE: ReadonlyMap<string, string> = new Map();

function send(edge: Hands, { page, plain, by, taken, started, method }: Kept, outgoing: ServerResponse): void {
  const { conditions, requestId: given } = plain;
  const { status, headers, body } = answerOf(page, (name) => (conditions ?? NONE).get(name) ?? null, method);
  const requestId = requestIdOf(given);
  const all: Record<string, string | number> = { ...headers, "x-request-id": requestId };
  if (taken) Object.assign(all, limitHeaders([taken]));
  // HEAD says the length of what GET is sent.
  if (body !== null) all["content-length"] = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  outgoing.writeHead(status, all);
  outgoing.end(method === "HEAD" ? undefined : (body ?? undefined));
  countKept(edge, page.downloadOf, { method, status, range: headers["content-range"] ?? null, by: () => by });
  recordRequest(edge, {
    requestId,
    method,
    path: page.path,
    route: page.route,
    status,
    milliseconds: performance.now() - started,
    account: null,
    internal: false,
  });
}
