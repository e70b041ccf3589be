import { authPasskeys, authSessions } from "@gaia/db";
import { and, eq, ne } from "drizzle-orm";
import type { SessionHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { forRequest } from "./audited-adapter.ts";
import type { Engine } from "./engine.ts";
import { headersOf, inOurWords } from "./library.ts";
import type { People } from "./people.ts";
import { ensureRecent } from "./providers/identities.ts";
import { proveSession, userOf } from "./second-factor.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { mailChange, tellChange } from "./tell-change.ts";
import {
  endOtherSessions,
  ensureWayIn,
  hasRoomForPasskey,
  lockOpenAccount,
  TOO_MANY,
  TOO_MANY_CODE,
} from "./ways-in.ts";

const OVER = new IdentityError("unauthorized", "This took too long, or was done already: begin it again.");
const NOT_VALID = new IdentityError("unauthorized", "This passkey does not hold here.");
const REFUSED = {
  CHALLENGE_NOT_FOUND: OVER,
  PASSKEY_NOT_FOUND: NOT_VALID,
  AUTHENTICATION_FAILED: NOT_VALID,
  FAILED_TO_VERIFY_REGISTRATION: NOT_VALID,
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: OVER,
  [TOO_MANY_CODE]: TOO_MANY,
};

/** A browser makes and shows passkeys for a name, and for no address (WebAuthn §5.1.3). */
export function hasPasskeys({ publicUrl }: Pick<People, "publicUrl">): boolean {
  const { protocol, hostname } = new URL(publicUrl());
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === "https:" || hostname === "localhost";
}

type Shown = NonNullable<Parameters<Engine["api"]["verifyPasskeyAuthentication"]>[0]>["body"]["response"];

/** What a browser is asked with, as WebAuthn's JSON. */
interface Asked extends WithCookies {
  options: object;
}

/**
 * Begins to add a passkey: what a browser makes it of, good for five minutes in this session.
 * @throws IdentityError as `ensureRecent`, `conflict` (too many)
 */
export async function beginPasskey(
  people: People,
  visitor: Visitor,
  input: { holder: SessionHolder; password: string | null },
): Promise<Asked> {
  const { holder } = input;
  await ensureRecent(people, input);
  if (!(await hasRoomForPasskey(people.db, userOf(holder)))) throw TOO_MANY;
  const { api } = await people.engine();
  const query = { name: holder.handle };
  const made = await api.generatePasskeyRegistrationOptions({
    query,
    headers: headersOf(visitor),
    returnHeaders: true,
  });
  return { options: made.response, cookies: made.headers.getSetCookie() };
}

/**
 * Adds what the browser made, under a name; `auditedAdapter` counts once more with it, because many may have been begun.
 * @throws IdentityError `unauthorized`, `conflict` (too many)
 */
export async function addPasskey(
  people: People,
  visitor: Visitor,
  { holder, name, response }: { holder: SessionHolder; name: string; response: Record<string, unknown> },
): Promise<void> {
  const { api } = await people.engine();
  const call = () => api.verifyPasskeyRegistration({ body: { name, response }, headers: headersOf(visitor) });
  await inOurWords(() => forRequest(visitor.requestId, call), REFUSED);
  await mailChange(people, { userId: userOf(holder), what: "A passkey was added" });
}

/**
 * Takes one away. Other browsers are signed out.
 * @throws IdentityError as `ensureRecent`, `not_found`, `conflict` (the only way in), `forbidden` (suspended)
 */
export async function removePasskey(
  people: People,
  { requestId }: Visitor,
  input: { holder: SessionHolder; id: string; password: string | null },
): Promise<void> {
  await ensureRecent(people, input);
  const userId = userOf(input.holder);
  const what = "A passkey was taken away";
  await tellChange(people, {
    userId,
    action: "account.passkey_removed",
    what,
    requestId,
    async write(tx) {
      await lockOpenAccount(tx, userId);
      const mine = and(eq(authPasskeys.id, input.id), eq(authPasskeys.userId, userId));
      const removed = await tx.delete(authPasskeys).where(mine).returning({ id: authPasskeys.id });
      if (removed.length === 0) throw new IdentityError("not_found", "Your account has no such passkey.");
      await ensureWayIn(tx, userId);
      await endOtherSessions(tx, { holder: input.holder, userId });
    },
  });
}

/** What a browser is asked with to sign in, or to confirm that it is still the same person. */
export async function askForPasskey(people: People, visitor: Visitor): Promise<Asked> {
  const { api } = await people.engine();
  const made = await api.generatePasskeyAuthenticationOptions({ headers: headersOf(visitor), returnHeaders: true });
  // The library prefers it only; what does not look at who is there is refused afterwards.
  const options = { ...made.response, userVerification: "required" };
  return { options, cookies: made.headers.getSetCookie() };
}

/**
 * Signs a browser in by a passkey: something that somebody has, and knows or is, so that no code is asked for beside it, and it counts as
 * the second factor shown. Whoever was signed in as the same one is so no more by the former session.
 * @throws IdentityError `unauthorized`, `forbidden` (suspended)
 */
export async function signInByPasskey(
  people: People,
  visitor: Visitor,
  { response, holder }: { response: Record<string, unknown>; holder: SessionHolder | null },
): Promise<WithCookies> {
  const { api } = await people.engine();
  // Its shape is anybody's word: the library looks at each part of it, and refuses what it cannot read.
  const body = { response: response as unknown as Shown };
  const call = () => api.verifyPasskeyAuthentication({ body, headers: headersOf(visitor), returnHeaders: true });
  const { headers, response: made } = await inOurWords(() => forRequest(visitor.requestId, call), REFUSED);
  const { token, userId } = made.session;
  await proveSession(people, { token, by: "passkey", requestId: visitor.requestId });
  if (holder !== null && holder.authUserId === userId) {
    const former = and(eq(authSessions.id, holder.sessionId), ne(authSessions.token, token));
    await people.db.delete(authSessions).where(former);
  }
  return { cookies: headers.getSetCookie() };
}
