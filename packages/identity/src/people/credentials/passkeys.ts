import { authPasskeys, authSessions, isUniqueViolation } from "@gaia/db";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { openSession } from "../begin-session.ts";
import { rememberChallenge, takeChallenge } from "./passkey-challenges.ts";
import type { People } from "../people.ts";
import { ensureRecent } from "../providers/identities.ts";
import { userOf } from "../second-factor.ts";
import type { Visitor, WithCookies } from "../settings.ts";
import { tellChange } from "../tell-change.ts";
import { endOtherSessions, ensureWayIn, hasRoomForPasskey, lockOpenSession, TOO_MANY } from "../ways-in.ts";
import { draw } from "../draw.ts";

const NOT_VALID = new IdentityError("unauthorized", "This passkey does not hold here.");

/** EdDSA, ES256 and RS256 (RFC 9053 §2): what every release so far has verified. */
const ALGORITHMS = [-8, -7, -257];

/** A browser makes and shows passkeys for a name, and for no address (WebAuthn §5.1.3). */
export function hasPasskeys({ publicUrl }: Pick<People, "publicUrl">): boolean {
  const { protocol, hostname } = new URL(publicUrl());
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === "https:" || hostname === "localhost";
}

/** What a browser is asked with, as WebAuthn's JSON. */
interface Asked extends WithCookies {
  options: object;
}

/** Passkeys are this site's, by `PUBLIC_URL` and by nothing that a request says. */
function siteOf({ publicUrl }: People) {
  const { hostname, origin } = new URL(publicUrl());
  return { expectedRPID: hostname, expectedOrigin: origin, requireUserVerification: true };
}

/**
 * Begins to add a passkey: what a browser makes it of, good for five minutes in this session.
 * @throws IdentityError as `ensureRecent`, `conflict` (too many)
 */
export async function beginPasskey(
  people: People,
  input: { holder: SessionHolder; password: string | null },
): Promise<Asked> {
  const { holder } = input;
  await ensureRecent(people, input);
  const userId = userOf(holder);
  if (!(await hasRoomForPasskey(people.db, userId))) throw TOO_MANY;
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: people.registryName,
    rpID: siteOf(people).expectedRPID,
    userName: holder.handle,
    userDisplayName: holder.handle,
    attestationType: "none",
    excludeCredentials: await passkeysOf(people, userId),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const asked = { ceremony: "add", challenge: options.challenge, sessionId: holder.sessionId } as const;
  return { options, cookies: [await rememberChallenge(people, asked)] };
}

/**
 * Adds what the browser made, under a name. They are counted once more with it, because many may have been begun.
 * @throws IdentityError `unauthorized`, `conflict` (too many, or another account's), `forbidden` (suspended)
 */
export async function addPasskey(
  people: People,
  visitor: Visitor,
  { holder, name, response }: { holder: SessionHolder; name: string; response: Record<string, unknown> },
): Promise<void> {
  const userId = userOf(holder);
  const expectedChallenge = await takeChallenge(people, visitor, { ceremony: "add", sessionId: holder.sessionId });
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verify = async () =>
    verifyRegistrationResponse({
      ...siteOf(people),
      response: await withoutAttestation(response),
      expectedChallenge,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  const made = await orNotValid(verify());
  if (!made.verified) throw NOT_VALID;
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = made.registrationInfo;
  await tellChange(people, {
    userId,
    action: "account.passkey_added",
    what: "A passkey was added",
    requestId: visitor.requestId,
    async write(tx) {
      await lockOpenSession(tx, { holder, userId, now: people.now() });
      if (!(await hasRoomForPasskey(tx, userId))) throw TOO_MANY;
      await tx.insert(authPasskeys).values({
        id: draw(24),
        userId,
        name,
        publicKey: Buffer.from(credential.publicKey).toString("base64"),
        credentialID: credential.id,
        counter: credential.counter,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
        transports: (credential.transports ?? []).join(","),
        aaguid,
        createdAt: people.now(),
      });
    },
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new IdentityError("conflict", "This passkey was added already.");
  });
}

/**
 * What a browser made, without what its maker says of the device: none was asked for (WebAuthn §5.4.7), and whoever checks one asks the
 * addresses that stand in its certificates. What is left has a shape that is anybody's word: the library looks at each part of it.
 */
async function withoutAttestation(response: Record<string, unknown>): Promise<RegistrationResponseJSON> {
  const { isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const shown = response as unknown as RegistrationResponseJSON;
  const object = isoCBOR.decodeFirst<Map<string, Uint8Array>>(isoBase64URL.toBuffer(shown.response.attestationObject));
  const plain = new Map<string, string | Uint8Array | Map<string, never>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, never>()],
    ["authData", object.get("authData") ?? new Uint8Array()],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(plain));
  return { ...shown, response: { ...shown.response, attestationObject } };
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
      await lockOpenSession(tx, { holder: input.holder, userId, now: people.now() });
      const mine = and(eq(authPasskeys.id, input.id), eq(authPasskeys.userId, userId));
      const removed = await tx.delete(authPasskeys).where(mine).returning({ id: authPasskeys.id });
      if (removed.length === 0) throw new IdentityError("not_found", "Your account has no such passkey.");
      await ensureWayIn(tx, userId);
      await endOtherSessions(tx, { holder: input.holder, userId });
    },
  });
}

/**
 * What a browser is asked with to sign in, or to confirm that it is still the same person.
 * @param holder who is signed in in this browser, by whose passkeys it is asked; null: nobody
 */
export async function askForPasskey(people: People, holder: SessionHolder | null): Promise<Asked> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const own = holder === null ? [] : await passkeysOf(people, userOf(holder));
  const options = await generateAuthenticationOptions({
    rpID: siteOf(people).expectedRPID,
    userVerification: "required",
    ...(own.length > 0 && { allowCredentials: own }),
  });
  const asked = { ceremony: "sign in", challenge: options.challenge, sessionId: null } as const;
  return { options, cookies: [await rememberChallenge(people, asked)] };
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
  const { db } = people;
  const expectedChallenge = await takeChallenge(people, visitor, { ceremony: "sign in", sessionId: null });
  const shown = response as unknown as AuthenticationResponseJSON;
  const [passkey] = await db
    .select()
    .from(authPasskeys)
    .where(eq(authPasskeys.credentialID, String(shown.id)));
  if (!passkey) throw NOT_VALID;
  const { id, userId, credentialID, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const credential = { id: credentialID, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64")), counter };
  const { verified, authenticationInfo } = await orNotValid(
    verifyAuthenticationResponse({ ...siteOf(people), response: shown, expectedChallenge, credential }),
  );
  if (!verified) throw NOT_VALID;
  await db.update(authPasskeys).set({ counter: authenticationInfo.newCounter }).where(eq(authPasskeys.id, id));
  const opened = await openSession(people, visitor, {
    userId,
    by: "passkey",
    isProven: true,
    isStill: async (tx) =>
      (await tx.select({ id: authPasskeys.id }).from(authPasskeys).where(eq(authPasskeys.id, id)).for("share")).length >
      0,
  });
  if (holder !== null && holder.authUserId === userId) {
    await db.delete(authSessions).where(eq(authSessions.id, holder.sessionId));
  }
  return opened;
}

async function passkeysOf({ db }: People, userId: string) {
  const rows = await db.select().from(authPasskeys).where(eq(authPasskeys.userId, userId));
  return rows.map(({ credentialID: id, transports }) => ({
    id,
    ...(transports && { transports: transports.split(",") }),
  }));
}

/** The library throws plain errors, for what it cannot read as for what does not hold. */
async function orNotValid<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch {
    throw NOT_VALID;
  }
}
