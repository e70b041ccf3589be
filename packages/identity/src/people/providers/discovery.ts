import type { JWTVerifyGetKey } from "jose";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { notValid, toRecord, unreachable } from "./profile.ts";

/** How long a discovery document and keys are believed, and how long a failure is. Milliseconds. */
const KNOWN_FOR_MS = 60 * 60_000;
const KEYS_FOR_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
const FAILED_FOR_MS = 5_000;

/** Where a provider is asked what (OpenID Connect Discovery 1.0 §3). */
export interface Endpoints {
  authorize: string;
  token: string;
  userinfo: string | null;
  keys: JWTVerifyGetKey;
  /** It wants the secret in the form, and not in a header. */
  takesSecretInForm: boolean;
  /** It says who it is beside each code (RFC 9207). */
  saysIssuer: boolean;
}

interface Known {
  until: number;
  endpoints: Promise<Endpoints>;
}

const known = new WeakMap<IdentityProvider, Known>();

/** What the operator named may lie in a network of theirs; what a document names elsewhere has to be public. */
export const isOperatorsAddress = ({ issuer }: IdentityProvider, url: string): boolean =>
  new URL(issuer).origin === new URL(url).origin;

/** Read once an hour, and not before somebody signs in. @throws IdentityError `unavailable`, `unauthorized` */
export async function ensureEndpoints(provider: IdentityProvider, ask: AskProvider): Promise<Endpoints> {
  const kept = known.get(provider);
  if (kept && kept.until > Date.now()) return kept.endpoints;
  const entry: Known = { until: Date.now() + KNOWN_FOR_MS, endpoints: discover(provider, ask) };
  known.set(provider, entry);
  entry.endpoints.catch(() => {
    entry.until = Date.now() + FAILED_FOR_MS;
  });
  return entry.endpoints;
}

async function discover(provider: IdentityProvider, ask: AskProvider): Promise<Endpoints> {
  const address = `${provider.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { status, body } = await ask(address, { isOperators: true, headers: {} }).catch((error: unknown) => {
    throw unreachable(provider, "its discovery document", error);
  });
  const document = status === 200 ? toRecord(body) : null;
  if (document === null) {
    throw unreachable(provider, "its discovery document", new Error(`${address} answered ${status}`));
  }
  if (document["issuer"] !== provider.issuer) throw notValid(provider, "its discovery document is another issuer's");
  const named = (name: string) => ensureAddress(provider, document[name], name);
  const methods = document["token_endpoint_auth_methods_supported"];
  return {
    authorize: named("authorization_endpoint"),
    token: named("token_endpoint"),
    userinfo: document["userinfo_endpoint"] === undefined ? null : named("userinfo_endpoint"),
    keys: await keysAt(provider, ask, named("jwks_uri")),
    takesSecretInForm:
      Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post"),
    saysIssuer: document["authorization_response_iss_parameter_supported"] === true,
  };
}

/** https, or at the issuer's own origin, which may be this machine. */
function ensureAddress(provider: IdentityProvider, value: unknown, name: string): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isSafe =
    url !== null && url.username === "" && (url.protocol === "https:" || isOperatorsAddress(provider, url.href));
  if (!isSafe) throw notValid(provider, `the ${name} of its discovery document is no https address`);
  return url.href;
}

async function keysAt(provider: IdentityProvider, ask: AskProvider, jwksUri: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import("jose");
  const isOperators = isOperatorsAddress(provider, jwksUri);
  return createRemoteJWKSet(new URL(jwksUri), {
    cacheMaxAge: KEYS_FOR_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (url: string) => {
      const { status, body } = await ask(url, { isOperators, headers: {} }).catch((error: unknown) => {
        throw unreachable(provider, "its keys", error);
      });
      if (status !== 200) throw unreachable(provider, "its keys", new Error(`it answered ${status}`));
      return new Response(body);
    },
  });
}
