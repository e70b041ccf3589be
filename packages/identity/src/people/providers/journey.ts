import { createHash } from "node:crypto";
import { IdentityError } from "../../errors.ts";
import { plainCookie, setPlain } from "../cookies.ts";
import { draw } from "../draw.ts";
import type { People } from "../people.ts";
import type { IdentityProvider, Visitor, WithCookies } from "../settings.ts";
import { forgetOver, isWaiting, keepWaiting, rowNamed, takeWaiting } from "../waiting.ts";
import { githubAddress, githubProfile } from "./github.ts";
import { oidcAddress, oidcProfile } from "./oidc.ts";
import { type Journey, notValid, type Profile, redirectUriOf } from "./profile.ts";

const JOURNEY_SECONDS = 10 * 60;

/** What is remembered of a browser that went to a provider. */
interface Remembered {
  provider: string;
  nonce: string;
  verifier: string;
  /** A path of this site. */
  back: string;
  /** The session that the identity is to be added to; null: somebody signs in. */
  linkTo: string | null;
}

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** @throws IdentityError `not_found` */
export function ensureProvider({ providers }: People, id: string): IdentityProvider {
  const found = providers.find((provider) => provider.id === id);
  if (!found) throw new IdentityError("not_found", "This provider does not sign users in here.");
  return found;
}

/**
 * Sends a browser to a provider. What comes back is taken from this browser alone: its cookie holds what `state` is the digest of
 * (RFC 9700 §4.7).
 */
export async function beginJourney(
  people: People,
  provider: IdentityProvider,
  { back, linkTo }: Pick<Remembered, "back" | "linkTo">,
): Promise<WithCookies & { url: string }> {
  const { db } = people;
  const now = people.now();
  const secret = draw(32);
  const [state, nonce, verifier] = [digestOf(secret), draw(32), draw(32)];
  const redirectUri = redirectUriOf(provider, people.publicUrl());
  const way = { state, nonce, challenge: digestOf(verifier), redirectUri };
  const url =
    provider.id === "github" ? githubAddress(provider, way) : await oidcAddress(provider, people.askProvider, way);
  await forgetOver(db, now);
  const remembered: Remembered = { provider: provider.id, nonce, verifier, back, linkTo };
  const [identifier, value] = [rowNamed("journey", state), JSON.stringify(remembered)];
  await keepWaiting(db, { identifier, value, now, forMs: JOURNEY_SECONDS * 1_000 });
  const about = { publicUrl: people.publicUrl(), seconds: JOURNEY_SECONDS };
  return { url, cookies: [setPlain("provider", secret, about)] };
}

/** What a provider sent a browser back with. */
export interface Return {
  code: string | null;
  state: string | null;
  /** RFC 9207. */
  iss: string | null;
  /** Why it let nobody in (RFC 6749 §4.1.2.1); null: it did. */
  error: string | null;
}

/**
 * Ends a journey, once, in the browser that began it.
 * @throws IdentityError `unauthorized`, `forbidden` (the provider let nobody in), `unavailable`
 */
export async function endJourney(
  people: People,
  visitor: Visitor,
  { provider, returned }: { provider: IdentityProvider; returned: Return },
): Promise<{ profile: Profile; back: string; linkTo: string | null }> {
  const remembered = await takeRemembered(people, visitor, returned.state);
  if (remembered.provider !== provider.id) throw notValid(provider, "another provider was asked");
  const { code, iss } = returned;
  if (returned.error !== null || code === null) {
    throw new IdentityError("forbidden", `${provider.name} did not sign you in. Nothing has changed.`);
  }
  const journey: Journey = { state: returned.state ?? "", nonce: remembered.nonce, verifier: remembered.verifier };
  const redirectUri = redirectUriOf(provider, people.publicUrl());
  const way = { ...journey, code, iss, redirectUri, now: people.now() };
  const profileOf = provider.id === "github" ? githubProfile : oidcProfile;
  const profile = await profileOf(provider, people.askProvider, way);
  ensureDomain(provider, profile);
  return { profile, back: remembered.back, linkTo: remembered.linkTo };
}

/** The cookie is asked first: what another browser began is not ended by whoever knows its state. */
async function takeRemembered(people: People, { cookies }: Visitor, state: string | null): Promise<Remembered> {
  const secret = plainCookie(cookies, "provider");
  if (secret !== null && state !== null && digestOf(secret) === state) {
    const taken = await takeWaiting(people.db, isWaiting(rowNamed("journey", state), people.now()));
    if (taken !== null) return JSON.parse(taken) as Remembered;
  }
  throw new IdentityError(
    "unauthorized",
    "This sign-in was not begun in this browser, was ended already, or took too long: begin it again.",
  );
}

/** @throws IdentityError `forbidden` */
function ensureDomain({ domains, name }: IdentityProvider, { email }: Profile): void {
  if (domains === null) return;
  const domain = email?.slice(email.lastIndexOf("@") + 1) ?? null;
  if (domain !== null && domains.includes(domain)) return;
  const which = domains.join(", ");
  throw new IdentityError("forbidden", `This registry takes whom ${name} knows by a confirmed address in ${which}.`);
}
