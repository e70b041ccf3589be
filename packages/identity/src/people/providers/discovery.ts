import type { AuthorizationServer } from "oauth4webapi";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { askedThrough } from "./ask-library.ts";
import { isOperatorsAddress, notValid, unreachable } from "./profile.ts";

/** How long a discovery document is believed, and how long a failure is. Milliseconds. */
const KNOWN_FOR_MS = 60 * 60_000;
const FAILED_FOR_MS = 5_000;

/** Asymmetric ones alone: neither `none`, nor a public key or the client's secret as a shared one (RFC 8725 §3.1). */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];

interface Known {
  until: number;
  server: Promise<AuthorizationServer>;
}

const known = new WeakMap<IdentityProvider, Known>();

/**
 * Where a provider is asked what (OpenID Connect Discovery 1.0 §3). Read once an hour, and not before somebody signs in.
 * @throws IdentityError `unavailable`, `unauthorized`
 */
export async function ensureServer(provider: IdentityProvider, ask: AskProvider): Promise<AuthorizationServer> {
  const kept = known.get(provider);
  if (kept && kept.until > Date.now()) return kept.server;
  const entry: Known = { until: Date.now() + KNOWN_FOR_MS, server: discover(provider, ask) };
  known.set(provider, entry);
  entry.server.catch(() => {
    entry.until = Date.now() + FAILED_FOR_MS;
  });
  return entry.server;
}

/** Reads it anew. @throws as `ensureServer` */
export async function discover(provider: IdentityProvider, ask: AskProvider): Promise<AuthorizationServer> {
  const { discoveryRequest, JSON_ATTRIBUTE_COMPARISON, processDiscoveryResponse } = await import("oauth4webapi");
  const issuer = new URL(provider.issuer);
  const isOthers = () => notValid(provider, "its discovery document is another issuer's");
  const what = "its discovery document";
  const answer = await discoveryRequest(issuer, await askedThrough(provider, ask, what));
  const server = await processDiscoveryResponse(issuer, answer).catch((error: unknown) => {
    const isMeantForOthers = error instanceof Error && "code" in error && error.code === JSON_ATTRIBUTE_COMPARISON;
    throw isMeantForOthers ? isOthers() : unreachable(provider, what, error);
  });
  // Letter by letter: the library compares them as addresses, and identities are kept under this one.
  if (server.issuer !== provider.issuer) throw isOthers();
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    ensureAddress(provider, server[name], name);
  }
  if (server.userinfo_endpoint !== undefined) ensureAddress(provider, server.userinfo_endpoint, "userinfo_endpoint");
  return { ...server, id_token_signing_alg_values_supported: ALGORITHMS };
}

/** https, or at the issuer's own origin, which may be this machine. @throws IdentityError `unauthorized` */
function ensureAddress(provider: IdentityProvider, value: unknown, name: string): void {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isSafe =
    url !== null && url.username === "" && (url.protocol === "https:" || isOperatorsAddress(provider, url.href));
  if (!isSafe) throw notValid(provider, `the ${name} of its discovery document is no https address`);
}
