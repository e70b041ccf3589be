import { isIPv6 } from "node:net";
import type { Context } from "hono";
import type { Env } from "./env.ts";

/**
 * The address a request came from. `X-Forwarded-For` counts only as far as the configured number of proxies wrote it,
 * from the right: what a client put there itself is never believed (T10). IPv6 addresses count by their /64.
 */
export function clientAddress(c: Context<Env>): string {
  const proxies = c.var.services.settings.TRUST_PROXY;
  const hops =
    proxies === 0
      ? []
      : (c.req
          .header("x-forwarded-for")
          ?.split(",")
          .map((hop) => hop.trim()) ?? []);
  const address = hops.at(-proxies) ?? hops[0] ?? c.env?.incoming?.socket.remoteAddress ?? "unknown";
  const plain = address.replace(/^::ffff:/, "").slice(0, 64);
  return isIPv6(plain) ? network64(plain) : plain;
}

function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4).join(":");
}
