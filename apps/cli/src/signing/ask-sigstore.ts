import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import errors from "@sigstore/sign/dist/external/error.js";
import requests from "@sigstore/sign/dist/external/fetch.js";
import { CliError } from "../failures/failures.ts";
import { boundedFetch } from "../transport/bounded-fetch.ts";
import { isPassing } from "../transport/unreachable.ts";
import { waitBefore } from "../transport/wait-before.ts";

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: TIMEOUT_MS, mayLeaveOrigin: false, peer: "" };

/** As the library asks: a write unless `method` says otherwise. */
interface Asked {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
}

/**
 * Has the library that signs ask its services by the transport of everything else here: through the same proxies, within the same bounds,
 * with the same words. It takes no `fetch`, and the one it brings reads the environment by rules of its own. So the one function that sends
 * all its requests is replaced; a release without that function fails to load.
 */
export function askByOurTransport(): void {
  if (typeof requests.fetchWithRetry !== "function") throw new TypeError("@sigstore/sign has no fetchWithRetry");
  Object.assign(requests, { fetchWithRetry: ask });
}

/** Asks up to three times. Throws the library's HTTPError for a refusal, which it reads, and CliError where nobody answers. */
async function ask(address: string, { method = "POST", headers = {}, body }: Asked) {
  const init = { method, headers: { "user-agent": "gaia-cli", ...headers }, ...(body !== undefined && { body }) };
  for (let attempt = 1; ; attempt += 1) {
    const came = await boundedFetch(LIMITS)(new Request(address, init)).catch((error: unknown) => {
      if (error instanceof CliError) return error;
      throw error;
    });
    if (came instanceof Response && came.ok)
      // The library reads timestamps by a method that Node's own answers lack.
      return Object.assign(came, { buffer: async () => Buffer.from(await came.arrayBuffer()) });
    const isAgain = came instanceof Response ? mayPass(came.status) : isPassing(came.cause);
    const retryAfter = came instanceof Response ? came.headers.get("retry-after") : null;
    const waitMs = isAgain && attempt < ATTEMPTS ? waitBefore({ attempt, retryAfter, leftMs: TIMEOUT_MS }) : null;
    if (waitMs !== null) await sleep(waitMs);
    else throw came instanceof Response ? await refusal(came) : came;
  }
}

const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

async function refusal(response: Response): Promise<Error> {
  const said: unknown = await response.json().catch(() => null);
  const words = typeof said === "object" && said !== null && "message" in said ? String(said.message) : "";
  const location = response.headers.get("location");
  const message = words.slice(0, 500) || (STATUS_CODES[response.status] ?? "");
  return new errors.HTTPError({ status: response.status, message, ...(location !== null && { location }) });
}
