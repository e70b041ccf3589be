import type { JWTPayload, JWTVerifyGetKey } from "jose";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import { type Endpoints, ensureEndpoints, isOperatorsAddress } from "./discovery.ts";
import { type Journey, notValid, type Profile, toAddress, toHandle, toRecord, unreachable } from "./profile.ts";

/** Asymmetric ones alone: neither `none`, nor a public key or the client's secret as a shared one (RFC 8725 §3.1). */
const ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];
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
  const { authorize } = await ensureEndpoints(provider, ask);
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
 * Who a code stands for: the provider gives an ID token for it, which it has to have signed for this registry and this journey (§3.1.3.7).
 * @param input.iss what came back beside the code (RFC 9207); null: nothing
 * @throws IdentityError `unavailable`, `unauthorized`
 */
export async function oidcProfile(
  provider: IdentityProvider,
  ask: AskProvider,
  input: Journey & { code: string; iss: string | null; redirectUri: string; now: Date },
): Promise<Profile> {
  const endpoints = await ensureEndpoints(provider, ask);
  // Another provider's answer, brought to this one (mix-up).
  if (input.iss === null ? endpoints.saysIssuer : input.iss !== provider.issuer) {
    throw notValid(provider, "it comes from another issuer");
  }
  const { idToken, accessToken } = await redeem(provider, ask, { ...input, endpoints });
  const claims = await verify(provider, idToken, { keys: endpoints.keys, ...input });
  const subject = claims.sub ?? "";
  if (subject === "" || subject.length > LONGEST_SUBJECT) throw notValid(provider, "it names nobody");
  const lacks = claims["email"] === undefined || claims[provider.groupsClaim] === undefined;
  const { userinfo } = endpoints;
  const more =
    lacks && userinfo !== null && accessToken !== null
      ? await readUserinfo(provider, ask, { userinfo, accessToken, subject })
      : {};
  return toProfile(provider, subject, { claims, more });
}

async function redeem(
  provider: IdentityProvider,
  ask: AskProvider,
  input: { code: string; verifier: string; redirectUri: string; endpoints: Endpoints },
): Promise<{ idToken: string; accessToken: string | null }> {
  const { endpoints, code, verifier, redirectUri } = input;
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: provider.clientId,
  });
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
  if (endpoints.takesSecretInForm) form.set("client_secret", provider.clientSecret);
  else {
    // Each half as in a form, before both become one (RFC 6749 §2.3.1).
    const pair = [provider.clientId, provider.clientSecret].map(formEncoded).join(":");
    headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
    form.delete("client_id");
  }
  const asked = { isOperators: isOperatorsAddress(provider, endpoints.token), body: form.toString(), headers };
  const { status, body } = await ask(endpoints.token, asked).catch((error: unknown) => {
    throw unreachable(provider, "its tokens", error);
  });
  const answer = toRecord(body);
  if (status >= 500) throw unreachable(provider, "its tokens", new Error(`it answered ${status}`));
  if (status !== 200 || answer === null) throw notValid(provider, "the code is not a current one");
  const { id_token: idToken, access_token: accessToken } = answer;
  if (typeof idToken !== "string" || idToken.length > 65_536) throw notValid(provider, "there is no ID token");
  return { idToken, accessToken: typeof accessToken === "string" ? accessToken : null };
}

const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

async function verify(
  provider: IdentityProvider,
  idToken: string,
  { keys, nonce, now }: { keys: JWTVerifyGetKey; nonce: string; now: Date },
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import("jose");
  const { issuer, clientId: audience } = provider;
  let claims: JWTPayload;
  try {
    const wanted = { algorithms: ALGORITHMS, issuer, audience, clockTolerance: LEEWAY_SECONDS, currentDate: now };
    ({ payload: claims } = await jwtVerify(idToken, keys, { ...wanted, requiredClaims: ["exp", "iat", "sub"] }));
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) throw notValid(provider, `another ${error.claim}`, error);
    if (error instanceof errors.JWTExpired) throw notValid(provider, "it has expired", error);
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
      throw notValid(provider, "its issuer has not signed it", error);
    }
    throw unreachable(provider, "its keys", error);
  }
  if (claims["nonce"] !== nonce) throw notValid(provider, "it is for another sign-in");
  const { aud, azp } = { azp: claims["azp"], aud: claims.aud };
  const isForOthers = Array.isArray(aud) && aud.length > 1;
  if ((isForOthers || azp !== undefined) && azp !== audience) throw notValid(provider, "it is made for others, too");
  return claims;
}

async function readUserinfo(
  provider: IdentityProvider,
  ask: AskProvider,
  { userinfo, accessToken, subject }: { userinfo: string; accessToken: string; subject: string },
): Promise<Claims> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const asked = { isOperators: isOperatorsAddress(provider, userinfo), headers };
  const { status, body } = await ask(userinfo, asked).catch((error: unknown) => {
    throw unreachable(provider, "its user's claims", error);
  });
  const claims = status === 200 ? toRecord(body) : null;
  if (claims === null) throw unreachable(provider, "its user's claims", new Error(`it answered ${status}`));
  // §5.3.2: of somebody else they are worth nothing.
  if (claims["sub"] !== subject) throw notValid(provider, "its claims are somebody else's");
  return claims;
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
