import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { ProxyTrust } from "../terms/proxy-trust.ts";

/** A request, as far as it tells where it came from. */
export interface Origin {
  /** Its `X-Forwarded-For`; null: none. */
  forwarded: string | null;
  /** Who is at the other end of the connection. */
  remoteAddress: string | undefined;
  proxies: ProxyTrust;
}

/**
 * The address that a request counts under: who is at the other end, or whom proxies that are believed name in `X-Forwarded-For`. What a
 * client put there itself is never believed (T10), and what is no address is none: then it is whoever wrote it that counts. IPv4 in
 * full, IPv6 by its /64, of which everybody has a whole one.
 *
 * Without any address (the connection ended before it was looked at: nobody hears the answer) it shares its key with nothing.
 */
export function clientAddress({ forwarded, remoteAddress, proxies }: Origin): string {
  const peer = plain(remoteAddress ?? "");
  const address = believed(peer, { forwarded, proxies }) ?? peer;
  if (address === null) return `nowhere-${crypto.randomUUID()}`;
  return address.includes(":") ? network64(address) : address;
}

function believed(
  peer: string | null,
  { forwarded, proxies }: { forwarded: string | null; proxies: ProxyTrust },
): string | null {
  if (forwarded === null) return null;
  if ("hops" in proxies) {
    if (proxies.hops === 0) return null;
    const hops = forwarded.split(",");
    // Fewer than there are proxies: the outer ones were not passed, and what they would have written is not there.
    return plain(hops.at(-proxies.hops) ?? hops[0] ?? "");
  }
  // From proxy to proxy, each naming the next, to the first that is none, or that nobody can read.
  let address = peer;
  for (const hop of forwarded.split(",").toReversed()) {
    if (address === null || !proxies.has(address)) return address;
    const next = plain(hop);
    if (next === null) return address;
    address = next;
  }
  return address;
}

/** An address alone, IPv4 as such; null for what is none. Some proxies write the port along. */
function plain(text: string): string | null {
  const trimmed = text.trim();
  const address = /^\[(.+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const family = isIP(address);
  if (family === 0) return null;
  return family === 4 ? address : ipaddr.process(address).toString();
}

const network64 = (address: string): string =>
  ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
