import { misused } from "../failures/failures.ts";
import { type Proxies, proxyFor } from "./proxies.ts";
import type { SendInit } from "./send-init.ts";

let proxies: Proxies = { http: null, https: null, none: [] };
let isLoaded = false;

/** Told once the environment is read. */
export function useProxies(given: Proxies): void {
  proxies = given;
}

/**
 * Sends one request and follows nothing. Where the environment names no proxy it is Node's own `fetch`; where it names one, undici's, which
 * does the same on every Node, also for addresses that are asked without it. Throws CliError (usage) for a proxy that cannot be one.
 */
export async function send(url: URL, init: SendInit): Promise<Response> {
  if (proxies.http === null && proxies.https === null) return fetch(url, { ...init, redirect: "manual" });
  const proxy = proxyFor(url, proxies);
  if (proxy !== null && "unusable" in proxy)
    throw misused(
      `${proxy.variable} is no address of an HTTP proxy`,
      "write it as http://host:port or http://user:password@host:port",
    );
  isLoaded = true;
  const { proxiedFetch } = await import("./proxied-fetch.ts");
  return proxiedFetch(url, init, proxy);
}

/** Ends connections that a proxy may keep open; nothing waits for them once a verb has ended. */
export async function endSending(): Promise<void> {
  if (isLoaded) await (await import("./proxied-fetch.ts")).endConnections();
}
