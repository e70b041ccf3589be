import { DEFAULT_UPSTREAM_LIMITS, UpstreamError, type Fetched, type UpstreamDoor } from "@gaia/mirror";
import type { ArchiveLimits } from "@gaia/archive";
import { GuardedFetchError, guardedRead } from "./guarded-fetch.ts";

/** So long one request may take. */
export const UPSTREAM_TIMEOUT_MS = 30_000;
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Opening {
  /** The address that an admin named: at its origin alone a private address and plain http are allowed. */
  named: string;
  /** Is told each address before it is asked. */
  before(address: URL): Promise<void>;
  limits: ArchiveLimits;
  timeoutMs?: number;
}

/**
 * The way to an upstream that is mirrored. Redirects are followed, each judged as the first address was (Q3), bytes and time end, and no
 * credentials are sent.
 */
export function upstreamDoor({ named, before, limits, timeoutMs = UPSTREAM_TIMEOUT_MS }: Opening): UpstreamDoor {
  const operators = new URL(named).origin;
  return {
    limits: { ...DEFAULT_UPSTREAM_LIMITS, archive: limits },
    async fetch(address, { maxBytes }): Promise<Fetched> {
      let at = address;
      for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
        const url = URL.parse(at);
        if (url === null) throw new UpstreamError("malformed", "The upstream leads to what is no address.");
        await before(url);
        const isOperators = url.origin === operators;
        const { status, body, location } = await read(url, { isOperators, maxBytes, timeoutMs });
        if (!REDIRECTS.has(status) || location === null) return { status, body, address: at };
        at = URL.parse(location, at)?.href ?? "";
      }
      throw new UpstreamError("malformed", `The upstream leads on after ${MOST_REDIRECTS} redirects.`);
    },
  };
}

async function read(url: URL, guarded: { isOperators: boolean; maxBytes: number; timeoutMs: number }) {
  try {
    return await guardedRead(url.href, { ...guarded, headers: { accept: "*/*", "accept-encoding": "identity" } });
  } catch (cause) {
    if (!(cause instanceof GuardedFetchError)) throw cause;
    const { code, message } = cause;
    const where = `${url.host} was not read: ${message}.`;
    throw new UpstreamError(code === "refused" ? "malformed" : code, where, { cause });
  }
}
