import { isIPv6 } from "node:net";

/**
 * The address a request came from. `X-Forwarded-For` counts only as far as the configured number of proxies wrote it,
 * from the right: what a client put there itself is never believed (T10). IPv6 addresses count by their /64.
 */
export function clientAddress(input: {
  headers: Headers;
  remoteAddress: string | undefined;
  /** How many proxies in front may be believed. */
  proxies: number;
}): string {
  const address = (input.proxies > 0 && forwardedFor(input.headers, input.proxies)) || input.remoteAddress || "unknown";
  const plain = address.replace(/^::ffff:/, "").slice(0, 64);
  return isIPv6(plain) ? network64(plain) : plain;
}

function forwardedFor(headers: Headers, proxies: number): string | undefined {
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  return (hops.at(-proxies) ?? hops[0])?.trim();
}

function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4).join(":");
}
