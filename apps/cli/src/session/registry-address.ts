import { misused } from "../failures/failures.ts";
import { calledAs } from "../failures/invocation.ts";

/** A registry's address in its one spelling. Refuses what is not http(s), and addresses that carry a password. */
export function registryAddress(text: string, origin: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw misused(`${origin} is not an http or https address: ${text}`);
  if (url.username !== "" || url.password !== "")
    throw misused(`${origin} carries a user name or a password; use \`${calledAs("login")}\` instead`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}

/** True for addresses that never leave this machine. */
export function isLoopback(registry: string): boolean {
  const host = new URL(registry).hostname;
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
