import ipaddr from "ipaddr.js";

/** What an address leads to: the internet, networks of RFC 1918, or what nobody outside has business with. */
type Reach = "public" | "private" | "closed";

/** Azure's own host, which hands each machine there its settings and certificates, has an address that looks public. */
const OF_CLOUDS: ReadonlySet<string> = new Set(["168.63.129.16"]);
/** IPv4 inside IPv6 as it was first written (RFC 4291 §2.5.5.1): nobody's, and a machine may take it for the IPv4 one. */
const COMPATIBLE = ipaddr.parseCIDR("::/96");

/**
 * Where an address leads. An IPv4 address inside an IPv6 one is judged as what it is; this machine, link-local addresses (where clouds keep
 * their credentials) and addresses that speak of others (NAT64, 6to4, Teredo) are closed.
 */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return "closed";
  const parsed = ipaddr.process(address);
  if (OF_CLOUDS.has(parsed.toString()) || (parsed.kind() === "ipv6" && parsed.match(COMPATIBLE))) return "closed";
  const range = parsed.range();
  return range === "unicast" ? "public" : range === "private" ? "private" : "closed";
}
