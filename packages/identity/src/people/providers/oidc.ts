import type { AuthorizationServer, Client, ClientAuth } from "oauth4webapi";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { askedThrough, held } from "./ask-library.ts";
import { ensureServer } from "./discovery.ts";
import { type Journey, notValid, type Profile, toAddress, toHandle } from "./profile.ts";

const LEEWAY_SECONDS = 60;
const LONGEST_SUBJECT = 255;
const MOST_GROUPS = 1_000;

type Claims = Record<string, unknown>;

/** Where a browser is sent (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4.3). @throws IdentityError `unavailable` */
export async function oidcAddress(
  provider: IdentityProvider,
  ask: AskProvider,
  { state, nonce, challenge, redirectUri }: Omit<Journey, "verifier"> & { challenge: string; redirectUri: string },
): Promise<string> {
  const { authorization_endpoint: authorize = "" } = await ensureServer(provider, ask);
  const url = new URL(authorize);
  const asked = {
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Who a code stands for: the provider gives an ID token for it, which it has to have signed for this registry and this journey
 * (§3.1.3.7). `oauth4webapi` asks and verifies; what it leaves open is closed here.
 * @param input.iss what came back beside the code (RFC 9207); null: nothing
 * @throws IdentityError `unavailable`, `unauthorized`
 */
export async function oidcProfile(
  provider: IdentityProvider,
  ask: AskProvider,
  input: Journey & { code: string; iss: string | null; redirectUri: string; now: Date },
): Promise<Profile> {
  const server = await ensureServer(provider, ask);
  const { claims, accessToken } = await redeem(provider, ask, { ...input, server });
  // The library asks it of tokens for several alone.
  const { sub: subject, azp } = claims;
  if (azp !== undefined && azp !== provider.clientId) throw notValid(provider, "another azp");
  if (subject === "" || subject.length > LONGEST_SUBJECT) throw notValid(provider, "it names no user");
  const lacks = claims["email"] === undefined || claims[provider.groupsClaim] === undefined;
  const more =
    lacks && server.userinfo_endpoint !== undefined
      ? await readUserinfo(provider, ask, { server, accessToken, subject })
      : {};
  return toProfile(provider, subject, { claims, more });
}

async function redeem(
  provider: IdentityProvider,
  ask: AskProvider,
  input: Journey & { code: string; iss: string | null; redirectUri: string; now: Date; server: AuthorizationServer },
) {
  const oauth = await import("oauth4webapi");
  const { server, code, iss, state, verifier, redirectUri, nonce: expectedNonce } = input;
  const client: Client = {
    client_id: provider.clientId,
    [oauth.clockTolerance]: LEEWAY_SECONDS,
    [oauth.clockSkew]: Math.round((input.now.getTime() - Date.now()) / 1_000),
  };
  // Another provider's answer, brought to this one (mix-up).
  const returned = await held(provider, "it comes from another issuer", () =>
    oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code, state, ...(iss !== null && { iss }) }),
      state,
    ),
  );
  const asking = await askedThrough(provider, ask, "its tokens", (status) => status < 500);
  const auth = authOf(provider, server);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    returned,
    redirectUri,
    verifier,
    asking,
  );
  if (answer.status !== 200) throw notValid(provider, "the code is not a current one");
  const told = await held(provider, "it gives no ID token of this sign-in", () =>
    oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce, requireIdToken: true }),
  );
  const keys = await askedThrough(provider, ask, "its keys");
  // Apart from the claims: the library takes TLS for a signature.
  await held(provider, "its issuer has not signed it", () =>
    oauth.validateApplicationLevelSignature(server, answer, keys),
  );
  const claims = oauth.getValidatedIdTokenClaims(told);
  if (claims === undefined) throw notValid(provider, "there is no ID token");
  return { claims, accessToken: told.access_token };
}

/** How the registry says who it is: in a header, or in the form where nothing else is taken (Discovery 1.0 §3). */
function authOf({ clientSecret }: IdentityProvider, server: AuthorizationServer): ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported;
  const takesSecretInForm =
    Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
  return function authenticate(_, { client_id: clientId }, body, headers) {
    if (takesSecretInForm) {
      body.set("client_id", clientId);
      body.set("client_secret", clientSecret);
    } else {
      // Each half as in a form, before both become one (RFC 6749 §2.3.1); the library's own encodes more than providers undo.
      const pair = [clientId, clientSecret].map(formEncoded).join(":");
      headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
    }
  };
}

const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** What else the provider says of this subject; of somebody else it is worth nothing (§5.3.2). */
async function readUserinfo(
  provider: IdentityProvider,
  ask: AskProvider,
  { server, accessToken, subject }: { server: AuthorizationServer; accessToken: string; subject: string },
): Promise<Claims> {
  const { processUserInfoResponse, userInfoRequest } = await import("oauth4webapi");
  const client = { client_id: provider.clientId };
  const asking = await askedThrough(provider, ask, "its user's claims");
  const answer = await userInfoRequest(server, client, accessToken, asking);
  return held(provider, "its user's claims are malformed, or another user's", () =>
    processUserInfoResponse(server, client, subject, answer),
  );
}

/**
 * An address and the word that it is confirmed are one source's: of two they could be two addresses, and whoever changes theirs at the
 * provider would have somebody else's confirmed here. Userinfo is asked for what the ID token lacks, and only that is taken of it.
 */
function toProfile(
  provider: IdentityProvider,
  subject: string,
  { claims, more }: { claims: Claims; more: Claims },
): Profile {
  const { email, email_verified: isConfirmed } = claims["email"] === undefined ? more : claims;
  const groups = claims[provider.groupsClaim] ?? more[provider.groupsClaim];
  const listed: unknown[] = Array.isArray(groups) ? groups : [groups];
  const called = { ...more, ...claims };
  const areElsewhere = groups === undefined && isElsewhere(called, provider.groupsClaim);
  return {
    subject,
    // `true` and nothing like it: whoever is not told apart from somebody else here would be given their invitations.
    email: isConfirmed === true ? toAddress(email) : null,
    handle: toHandle(called["preferred_username"] ?? email ?? called["name"]),
    groups: areElsewhere ? null : listed.filter((group) => typeof group === "string").slice(0, MOST_GROUPS),
  };
}

/**
 * A distributed claim (§5.6.2): it is there, at an address that nobody here asks. Microsoft's provider answers so of whoever is in more
 * groups than a token holds.
 */
function isElsewhere({ _claim_names: names }: Claims, claim: string): boolean {
  return typeof names === "object" && names !== null && Object.hasOwn(names, claim);
}
