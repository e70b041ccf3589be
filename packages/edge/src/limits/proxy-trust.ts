import { BlockList, isIP } from "node:net";
import type { ProxyTrust } from "../terms/proxy-trust.ts";

const MOST_HOPS = 8;

/**
 * Reads `TRUST_PROXY`: a number of hops from 0 to 8, or addresses and networks (CIDR) separated by commas.
 * @throws Error with what is wrong, in words
 */
export function readProxyTrust(text: string): ProxyTrust {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > MOST_HOPS) throw new Error(`at most ${MOST_HOPS} proxies can be counted`);
    return { hops };
  }
  const list = new BlockList();
  const networks = text.split(",").map((entry) => entry.trim());
  for (const network of networks) {
    const [address = "", length, rest] = network.split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1;
    if (family === 0 || rest !== undefined || bits < 0 || bits > most || address.includes("%")) {
      throw new Error(
        `${JSON.stringify(network)} is neither a number of hops nor an address nor a network like 10.0.0.0/8`,
      );
    }
    list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  }
  return { networks, has: (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") };
}
