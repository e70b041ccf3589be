import type { KeyObject } from "node:crypto";
import { startOidcIssuer } from "./oidc-issuer.ts";

/** What it says in place of the truth. */
export interface Lie {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: KeyObject;
  /** Signed by HMAC over this, in place of its key. */
  hmac?: string;
  /** In place of the whole ID token. */
  idToken?: string;
  /** What it says to a question about the user. */
  userinfo?: Record<string, unknown>;
}

/**
 * A provider that says what the test wants it to, signed by a real key: no real one says any of it. It is an issuer (`oidc-issuer.ts`) with
 * the endpoints that people sign in by.
 */
export async function startHostileProvider({ clientId }: { clientId: string }) {
  const issuer = await startOidcIssuer();
  let lie: Lie = {};
  const document = {
    issuer: issuer.url,
    jwks_uri: `${issuer.url}/keys`,
    authorization_endpoint: `${issuer.url}/authorize`,
    token_endpoint: `${issuer.url}/token`,
    userinfo_endpoint: `${issuer.url}/userinfo`,
  };
  issuer.instead.set("/.well-known/openid-configuration", { body: JSON.stringify(document) });
  const tell = (nonce: string | null, told: Lie) => {
    lie = told;
    issuer.instead.set("/token", () => ({
      body: JSON.stringify({ access_token: "x", token_type: "Bearer", id_token: idToken(nonce) }),
    }));
    issuer.instead.set("/userinfo", () => ({ body: JSON.stringify(lie.userinfo ?? {}) }));
  };
  const idToken = (nonce: string | null): string => {
    if (lie.idToken !== undefined) return lie.idToken;
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer.url, aud: clientId, sub: "mallory", iat: now, exp: now + 300, nonce, ...lie.claims };
    if (lie.hmac !== undefined) return issuer.hmacToken(claims, { alg: "HS256", ...lie.header }, lie.hmac);
    return issuer.token(claims, lie.header, lie.key);
  };
  return { ...issuer, document, tell };
}
