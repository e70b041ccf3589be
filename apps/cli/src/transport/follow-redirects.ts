import { CliError, EXIT } from "../failures/failures.ts";
import { mayLeadTo } from "./network-of.ts";
import { send } from "./send.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

interface Following {
  signal: AbortSignal;
  /** A download may be led to storage, without the token. */
  mayLeaveOrigin: boolean;
  /** What the request carries, read already; null: nothing. */
  body?: Uint8Array<ArrayBuffer> | null;
}

/**
 * Sends a request and follows redirects by hand, for reads alone: never from https to http, nor to another scheme, to another origin only
 * where that is allowed, and never from a registry of the internet into this machine or its network. Throws CliError `redirect_refused`.
 */
export async function followRedirects(request: Request, following: Following): Promise<Response> {
  const { signal, body = null } = following;
  let from = new URL(request.url);
  let response = await send(from, { method: request.method, headers: request.headers, body, signal });
  for (let hops = 0; REDIRECTS.has(response.status); hops += 1) {
    const target = await redirectTarget(request, response, { ...following, from, hops });
    await response.body?.cancel();
    const headers = new Headers(request.headers);
    if (target.origin !== new URL(request.url).origin) {
      headers.delete("authorization");
      headers.delete("gaia-otp");
    }
    response = await send(target, { method: "GET", headers, body: null, signal });
    from = target;
  }
  return response;
}

async function redirectTarget(
  request: Request,
  response: Response,
  { mayLeaveOrigin, hops, from }: Following & { hops: number; from: URL },
): Promise<URL> {
  const fail = (why: string) =>
    new CliError(EXIT.unreachable, "redirect_refused", `The registry redirects ${why}; nothing was sent there`, {
      hint: "if it moved, name its new address with --registry",
    });
  const first = new URL(request.url);
  const location = response.headers.get("location") ?? "";
  if (!URL.canParse(location, from.href)) throw fail("nowhere");
  const target = new URL(location, from);
  if (target.protocol !== "https:" && target.protocol !== "http:") throw fail(`to a ${target.protocol} address`);
  if (target.username !== "" || target.password !== "") throw fail("to an address with a password");
  if (request.method !== "GET") throw fail("a write");
  if (from.protocol === "https:" && target.protocol === "http:") throw fail("from https to http");
  if (hops >= MAX_REDIRECTS) throw fail("in circles");
  if (target.origin === first.origin) return target;
  if (!mayLeaveOrigin) throw fail(`to another host, ${target.origin}`);
  if (!(await mayLeadTo(first.hostname, target.hostname)))
    throw fail(`into this machine or its network, ${target.origin}`);
  return target;
}
