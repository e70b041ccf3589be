import { expect, test } from "vitest";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { ensureServer } from "./discovery.ts";

const ISSUER = "https://id.acme.example/tenant";
const providerOf = (issuer: string): IdentityProvider => ({
  id: "oidc",
  name: "Acme",
  issuer,
  clientId: "gaia",
  clientSecret: "a secret",
  scopes: "openid",
  groupsClaim: "groups",
  groups: [],
  domains: null,
  signUp: "open",
});
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: "https://keys.acme.example/",
};
/** A provider that gives this document out, and what it was asked. */
function giving(document: object | string, status = 200) {
  const asked: string[] = [];
  const ask: AskProvider = async (url) => {
    asked.push(url);
    return { status, body: typeof document === "string" ? document : JSON.stringify(document) };
  };
  return { ask, asked };
}

test("T13 a document is read below its issuer, once for all who sign in, and no algorithm is added to ours by it", async () => {
  for (const issuer of [ISSUER, `${ISSUER}/`, "https://id.acme.example"]) {
    const { ask, asked } = giving({ ...DOCUMENT, issuer, id_token_signing_alg_values_supported: ["none", "HS256"] });
    const provider = providerOf(issuer);
    const [server] = await Promise.all([ensureServer(provider, ask), ensureServer(provider, ask)]);
    expect(asked).toEqual([`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`]);
    expect(server.id_token_signing_alg_values_supported).toEqual(["RS256", "PS256", "ES256", "ES384", "EdDSA"]);
  }
});

test.each<[string, object | string, number, string]>([
  ["another issuer's", { ...DOCUMENT, issuer: "https://evil.example" }, 200, "unauthorized"],
  [
    "of the same address in another spelling",
    { ...DOCUMENT, issuer: "HTTPS://ID.acme.example/tenant" },
    200,
    "unauthorized",
  ],
  ["without an issuer", { ...DOCUMENT, issuer: undefined }, 200, "unavailable"],
  ["with tokens over http", { ...DOCUMENT, token_endpoint: "http://id.acme.example/token" }, 200, "unauthorized"],
  ["with keys at no address", { ...DOCUMENT, jwks_uri: "keys" }, 200, "unauthorized"],
  ["without an address to send browsers to", { ...DOCUMENT, authorization_endpoint: undefined }, 200, "unauthorized"],
  [
    "with a name in an address",
    { ...DOCUMENT, userinfo_endpoint: "https://a:b@id.acme.example/" },
    200,
    "unauthorized",
  ],
  ["that is no JSON", "<html>", 200, "unavailable"],
  ["that is not there", DOCUMENT, 404, "unavailable"],
  ["that is elsewhere", DOCUMENT, 302, "unavailable"],
])("T13 a document %s is none", async (_, document, status, code) => {
  await expect(ensureServer(providerOf(ISSUER), giving(document, status).ask)).rejects.toMatchObject({ code });
});
