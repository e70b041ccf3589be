import { type OidcIssuer, startOidcIssuer } from "./oidc-issuer.ts";

const DISCOVERY = "/.well-known/openid-configuration";
type Answered = Parameters<OidcIssuer["instead"]["set"]>;
const portOf = ({ url }: OidcIssuer) => new URL(url).port;
const keysAt =
  (address: (trap: OidcIssuer) => string) =>
  (issuer: OidcIssuer, elsewhere: OidcIssuer): Answered => [
    DISCOVERY,
    { body: JSON.stringify({ issuer: issuer.url, jwks_uri: address(elsewhere) }) },
  ];
const moved =
  (path: string) =>
  (_: OidcIssuer, elsewhere: OidcIssuer): Answered => [
    path,
    { status: 302, headers: { location: `${elsewhere.url}${path}` } },
  ];
/** What an issuer whose documents lead elsewhere answers, and at which path. */
export const LEADING: Record<string, (issuer: OidcIssuer, elsewhere: OidcIssuer) => Answered> = {
  "this machine": keysAt(({ url }) => `${url}/keys`),
  "this machine's name": keysAt((elsewhere) => `http://localhost:${portOf(elsewhere)}/keys`),
  "an address in decimal": keysAt((elsewhere) => `https://2130706433:${portOf(elsewhere)}/keys`),
  "an IPv4 address in IPv6": keysAt((elsewhere) => `https://[::ffff:127.0.0.1]:${portOf(elsewhere)}/keys`),
  "where clouds keep credentials": keysAt(() => "http://169.254.169.254/latest/meta-data/"),
  "another protocol": keysAt((elsewhere) => `gopher://127.0.0.1:${portOf(elsewhere)}/keys`),
  "a file": keysAt(() => "file:///etc/passwd"),
  "a redirect of the document": moved(DISCOVERY),
  "a redirect of the keys": moved("/keys"),
  "another issuer's document": (_, { url }) => [
    DISCOVERY,
    { body: JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }) },
  ],
  "a document without end": () => [DISCOVERY, { body: " ".repeat(300_000) }],
  "an issuer that does not answer": () => [DISCOVERY, { status: 500 }],
};

/** An issuer of each kind, and what they lead to: a service of this machine that nobody may reach. */
export async function startLeading(): Promise<{ leading: Map<string, OidcIssuer>; trap: OidcIssuer }> {
  const trap = await startOidcIssuer();
  const leading = new Map<string, OidcIssuer>();
  for (const [what, answered] of Object.entries(LEADING)) {
    const issuer = await startOidcIssuer();
    issuer.instead.set(...answered(issuer, trap));
    leading.set(what, issuer);
  }
  return { leading, trap };
}
