import { accounts, appendAudit, authSessions, authUsers, inTransaction, type Tx } from "@gaia/db";
import { and, eq, lt } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { SESSION_DAYS, setSigned } from "./cookies.ts";
import { draw } from "./draw.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { forgetOver, keepWaiting, rowNamed } from "./waiting.ts";

const DAY_SECONDS = 86_400;
/** So long a sign-in waits for its second factor. */
const WAITING_SECONDS = 600;

/**
 * Whether what somebody showed is theirs still, held so until the transaction ends: between the look at it and the session it was compared,
 * for a password as long as scrypt takes, and a new password ends what was begun by the old one.
 */
export type StillTheirs = (tx: Tx) => Promise<boolean>;

/**
 * Signs a browser in, as somebody who showed who they are by one thing. Whoever has an authenticator app is asked for its code first, by
 * `signInWithCode`.
 * @param input.by what they showed, for the audit log
 * @throws IdentityError `forbidden` (suspended)
 */
export async function beginSession(
  people: People,
  visitor: Visitor,
  { userId, by, isStill }: { userId: string; by: string; isStill: StillTheirs },
): Promise<WithCookies & { needsCode: boolean }> {
  await forgetOver(people.db, people.now());
  return inTransaction(people.db, async (tx) => {
    const account = await holdShown(tx, { userId, isStill });
    // Not before the account is held: whoever sets an app up meanwhile ends every other session, and this one would be none of them.
    const [user] = await tx.select().from(authUsers).where(eq(authUsers.id, userId));
    if (user?.twoFactorEnabled === true) return { cookies: await waitForCode(tx, people, userId), needsCode: true };
    return { cookies: await writeSession(tx, people, visitor, { account, by, isProven: false }), needsCode: false };
  });
}

/** Remembers who showed the first of two things. @returns the cookies of the browser that did */
async function waitForCode(tx: Tx, { now, secret, publicUrl: urlOf }: People, userId: string): Promise<string[]> {
  const identifier = rowNamed("sign-in", draw(20));
  await keepWaiting(tx, { identifier, value: userId, now: now(), forMs: WAITING_SECONDS * 1_000 });
  const publicUrl = urlOf();
  return [
    setSigned("session_token", "", { secret, publicUrl, seconds: 0 }),
    setSigned("two_factor", identifier, { secret, publicUrl, seconds: WAITING_SECONDS }),
  ];
}

/**
 * Begins the session itself, for who showed all that is asked of them, and writes that down with it. Sessions of theirs that are over are
 * forgotten.
 * @param input.by what they showed: `password`, `code`, `recovery code`, `passkey`, a provider; it stands in the audit log
 * @param input.isProven a second factor was among it: it counts for a quarter of an hour
 * @throws IdentityError `forbidden` (suspended)
 */
export async function openSession(
  people: People,
  visitor: Visitor,
  { userId, by, isProven, isStill }: { userId: string; by: string; isProven: boolean; isStill: StillTheirs },
): Promise<WithCookies> {
  return inTransaction(people.db, async (tx) => {
    const account = await holdShown(tx, { userId, isStill });
    return { cookies: await writeSession(tx, people, visitor, { account, by, isProven }) };
  });
}

/** The row of a session with its audit row. @returns the cookies of its browser */
async function writeSession(
  tx: Tx,
  people: People,
  visitor: Visitor,
  { account: { handle, authUserId }, by, isProven }: { account: Held; by: string; isProven: boolean },
): Promise<string[]> {
  const now = people.now();
  const seconds = SESSION_DAYS * DAY_SECONDS;
  const [id, token] = [draw(24), draw(32)];
  await tx.delete(authSessions).where(and(eq(authSessions.userId, authUserId), lt(authSessions.expiresAt, now)));
  await tx.insert(authSessions).values({
    id,
    userId: authUserId,
    token,
    expiresAt: new Date(now.getTime() + seconds * 1_000),
    ipAddress: visitor.address,
    userAgent: visitor.userAgent?.slice(0, 200) ?? "",
    provenAt: isProven ? now : null,
  });
  const target = `account:${handle}`;
  const { requestId } = visitor;
  await appendAudit(tx, { actor: handle, action: "account.sign_in", target, detail: { by, session: id }, requestId });
  return [setSigned("session_token", token, { secret: people.secret, publicUrl: people.publicUrl(), seconds })];
}

/** Whose session it will be. */
interface Held {
  handle: string;
  authUserId: string;
}

/** Held until the transaction ends: who is suspended meanwhile is so before or after. @throws IdentityError `forbidden`, `unauthorized` */
async function holdShown(tx: Tx, { userId, isStill }: { userId: string; isStill: StillTheirs }): Promise<Held> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.authUserId, userId)).for("share");
  if (!account || account.disabledAt !== null) throw new IdentityError("forbidden", "This account is suspended.");
  if (await isStill(tx)) return { handle: account.handle, authUserId: userId };
  throw new IdentityError("unauthorized", "What you sign in by was changed just now: begin again.");
}

/**
 * Gives a session another token, because what it may has changed: a copy of its cookie from before is worth nothing. It ends when it would
 * have ended.
 * @returns the cookie
 * @throws IdentityError `unauthorized`: it is over
 */
export async function renewSession(
  tx: Tx,
  { secret, publicUrl, now }: People,
  { id, provenAt }: { id: string; provenAt: Date | null },
): Promise<string> {
  const token = draw(32);
  const [renewed] = await tx
    .update(authSessions)
    .set({ token, provenAt, updatedAt: now() })
    .where(eq(authSessions.id, id))
    .returning({ expiresAt: authSessions.expiresAt });
  if (!renewed) throw new IdentityError("unauthorized", "Your session is over: sign in again.");
  const seconds = Math.max(0, Math.floor((renewed.expiresAt.getTime() - now().getTime()) / 1_000));
  return setSigned("session_token", token, { secret, publicUrl: publicUrl(), seconds });
}
