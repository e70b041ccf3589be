import { CliError, EXIT } from "../failures.ts";
import { mayLeadTo } from "./network-of.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

interface Following {
  signal: AbortSignal;
  /** A download may be led to storage, without the token. */
  mayLeaveOrigin: boolean;
}

/**
 * Sends a request and follows redirects by hand, for reads alone: never from https to http, nor to another scheme, to another origin only
 * where that is allowed, and never from a registry of the internet into this machine or its network. Throws CliError `redirect_refused`.
 */
export async function followRedirects(request: Request, following: Following): Promise<Response> {
  const { signal } = following;
  let response = await fetch(request, { redirect: "manual", signal });
  for (let hops = 0; REDIRECTS.has(response.status); hops += 1) {
    const target = await redirectTarget(request, response, { ...following, hops });
    await response.body?.cancel();
    const headers = new Headers(request.headers);
    if (target.origin !== new URL(request.url).origin) {
      headers.delete("authorization");
      headers.delete("gaia-otp");
    }
    response = await fetch(target, { headers, redirect: "manual", signal });
  }
  return response;
}

async function redirectTarget(
  request: Request,
  response: Response,
  { mayLeaveOrigin, hops }: Following & { hops: number },
): Promise<URL> {
  const fail = (why: string) =>
    new CliError(EXIT.unreachable, "redirect_refused", `The registry redirects ${why}; nothing was sent there`, {
      hint: "if it moved, name its new address with --registry",
    });
  const first = new URL(request.url);
  const from = new URL(response.url || request.url);
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
