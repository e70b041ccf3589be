import { Resolver } from "node:dns/promises";
import { networkInterfaces } from "node:os";

/** One name server is asked so often, and so long each time; who asks may end it earlier. */
const ASKED = { timeout: 2_000, tries: 2 };

/** All addresses of a name; empty when it has none, or when nobody answered until the signal. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Resolves names that others chose. `dns.lookup` would hold a thread of the process until the system gives up, and there are few: names
 * whose server never answers would keep every other name of the process waiting. This asks by DNS alone, holds no thread, and ends with
 * the signal. Files of this machine, such as /etc/hosts, say nothing about such a name.
 * @param input.servers name servers, `address:port`; the system's unless given
 */
export function namesOfOthers({ servers }: { servers?: readonly string[] } = {}): Resolve {
  return async (host, signal) => {
    if (signal.aborted) return [];
    // RFC 6761, section 6.3: it never leaves this machine.
    if (/(?:^|\.)localhost\.?$/.test(host)) return ["127.0.0.1", "::1"];
    // One for each name: what is cancelled is its own, and a change of the system's name servers is seen.
    const resolver = new Resolver(ASKED);
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const none = (): string[] => [];
    try {
      const [four, six] = await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)]);
      return hasFour() ? [...four, ...six] : [...six, ...four];
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/** The first address is dialled, so it is one of a family that this machine has. */
const hasFour = (): boolean =>
  Object.values(networkInterfaces()).some((each) =>
    each?.some(({ family, internal }) => family === "IPv4" && !internal),
  );
