import { IdentityError } from "../../errors.ts";
import type { AskProvider, IdentityProvider } from "../settings.ts";
import {
  isOperatorsAddress,
  type Journey,
  notValid,
  type Profile,
  toAddress,
  toHandle,
  toRecord,
  unreachable,
} from "./profile.ts";

/** GitHub's own API has a host of its own; that of an Enterprise Server lies below it. */
const apiOf = ({ issuer }: IdentityProvider): string =>
  issuer === "https://github.com" ? "https://api.github.com" : `${issuer}/api/v3`;

/** Where a browser is sent: GitHub's OAuth, which has no ID token and no nonce. */
export function githubAddress(
  provider: IdentityProvider,
  { state, challenge, redirectUri }: Pick<Journey, "state"> & { challenge: string; redirectUri: string },
): string {
  const asked = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return `${provider.issuer}/login/oauth/authorize?${asked}`;
}

/** Who a code stands for, by GitHub's number: names are given to others. @throws IdentityError `unavailable`, `unauthorized` */
export async function githubProfile(
  provider: IdentityProvider,
  ask: AskProvider,
  { code, verifier, redirectUri }: Pick<Journey, "verifier"> & { code: string; redirectUri: string },
): Promise<Profile> {
  const form = new URLSearchParams({
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await read(provider, ask, {
    url: `${provider.issuer}/login/oauth/access_token`,
    what: "its tokens",
    body: form.toString(),
    headers,
  });
  const token = toRecord(answer)?.["access_token"];
  if (typeof token !== "string") throw notValid(provider, "the code is not a current one");
  const withToken = { headers: { authorization: `Bearer ${token}`, "user-agent": "gaia-skill-registry" } };
  const user = toRecord(
    await read(provider, ask, { url: `${apiOf(provider)}/user`, what: "who this is", ...withToken }),
  );
  const emails = await read(provider, ask, { url: `${apiOf(provider)}/user/emails`, what: "addresses", ...withToken });
  const { id, login } = { ...user };
  if (typeof id !== "number" || !Number.isSafeInteger(id)) throw notValid(provider, "it names no user");
  return { subject: String(id), email: verifiedPrimary(emails), handle: toHandle(login), groups: [] };
}

async function read(
  provider: IdentityProvider,
  ask: AskProvider,
  asked: { url: string; what: string; body?: string; headers: Record<string, string> },
): Promise<string> {
  const { url, what, body, headers } = asked;
  try {
    const answer = await ask(url, { isOperators: isOperatorsAddress(provider, url), body, headers });
    if (answer.status === 200) return answer.body;
    throw unreachable(provider, what, new Error(`it answered ${answer.status}`));
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    throw unreachable(provider, what, error);
  }
}

function verifiedPrimary(text: string): string | null {
  const wrapped = toRecord(`{"list":${text}}`);
  const list: unknown[] = Array.isArray(wrapped?.["list"]) ? wrapped["list"] : [];
  const primary = list.find(
    (one): one is { email: unknown } =>
      typeof one === "object" &&
      one !== null &&
      "primary" in one &&
      one.primary === true &&
      "verified" in one &&
      one.verified === true &&
      "email" in one,
  );
  return primary === undefined ? null : toAddress(primary.email);
}
