import { CliError, EXIT } from "./failures.ts";
import { isRecord } from "@gaia/install";

/** `maxBytes` bounds the body, `timeoutMs` the whole exchange. `mayLeaveOrigin` lets a download follow to storage. */
export interface FetchLimits {
  maxBytes: number;
  timeoutMs: number;
  mayLeaveOrigin: boolean;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

/**
 * A `fetch` that reads a bounded body into memory. Redirects are followed by hand, for GET alone: never from https
 * to http, to another origin only where the limits allow it, and then without the token. Throws CliError
 * `registry_unreachable` (exit 6) when there is no answer.
 */
export function boundedFetch(limits: FetchLimits): (request: Request) => Promise<Response> {
  return async (request) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const first = new URL(request.url);
    try {
      let response = await fetch(request, { redirect: "manual", signal });
      for (let hops = 0; REDIRECTS.has(response.status); hops += 1) {
        const target = redirectTarget(request, response, limits, hops);
        await response.body?.cancel();
        const headers = new Headers(request.headers);
        if (target.origin !== first.origin) headers.delete("authorization");
        response = await fetch(target, { headers, redirect: "manual", signal });
      }
      const bytes = await readBounded(response, limits.maxBytes);
      const isEmpty = response.status === 204 || response.status === 304;
      return new Response(isEmpty ? null : bytes, {
        status: response.status,
        headers: withoutCoding(response.headers),
      });
    } catch (error) {
      throw error instanceof CliError ? error : unreachable(first, error);
    }
  };
}

function redirectTarget(request: Request, response: Response, limits: FetchLimits, hops: number): URL {
  const fail = (why: string) =>
    new CliError(EXIT.unreachable, "redirect_refused", `The registry redirects ${why}; nothing was sent there`, {
      hint: "if it moved, name its new address with --registry",
    });
  const from = new URL(response.url || request.url);
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, from.href)) throw fail("nowhere");
  const target = new URL(location, from);
  if (target.protocol !== "https:" && target.protocol !== "http:") throw fail(`to a ${target.protocol} address`);
  if (request.method !== "GET") throw fail("a write");
  if (from.protocol === "https:" && target.protocol === "http:") throw fail("from https to http");
  if (hops >= MAX_REDIRECTS) throw fail("in circles");
  if (!limits.mayLeaveOrigin && target.origin !== new URL(request.url).origin)
    throw fail(`to another host, ${target.origin}`);
  return target;
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes)
      throw new CliError(
        EXIT.unreachable,
        "answer_too_large",
        `The registry's answer is larger than ${maxBytes} bytes; it was not read further`,
      );
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The body is decoded by now, so the headers that describe its coding would lie. */
function withoutCoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete("content-encoding");
  kept.delete("content-length");
  return kept;
}

function unreachable(url: URL, error: unknown): CliError {
  return new CliError(
    EXIT.unreachable,
    "registry_unreachable",
    `The registry at ${url.origin} cannot be reached: ${reasonOf(error)}`,
    {
      hint: "check the address (--registry, GAIA_REGISTRY) and that it runs",
      cause: error,
    },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  if (isRecord(cause) || cause instanceof Error) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    if (typeof code === "string") return code === "ECONNREFUSED" ? "connection refused" : code;
    if (typeof message === "string" && message !== "") return message;
  }
  return error.message;
}
