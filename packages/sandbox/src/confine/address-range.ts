import ipaddr from "ipaddr.js";

/** What an address leads to: the internet, networks of RFC 1918, or what nobody outside has business with. */
type Reach = "public" | "private" | "closed";

/**
 * Where an address leads. An IPv4 address inside an IPv6 one is judged as what it is; this machine, link-local addresses (where clouds keep
 * their credentials) and addresses that speak of others (NAT64, 6to4, Teredo) are closed.
 */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return "closed";
  const range = ipaddr.process(address).range();
  return range === "unicast" ? "public" : range === "private" ? "private" : "closed";
}
