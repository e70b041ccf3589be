import { createHash } from "node:crypto";
import {
  accounts,
  appendAudit,
  authIdentities,
  authUsers,
  type Db,
  inTransaction,
  signUpInvitations,
  isUniqueViolation,
} from "@gaia/db";
import { and, eq, exists, gt, isNull, lt, not, sql } from "drizzle-orm";
import { ensureHandleFree, insertAccount } from "./accounts.ts";
import { IdentityError } from "../errors.ts";
import { addWayIn } from "./add-way-in.ts";
import { mailsOf, mayWriteTo, takeAttempt } from "./attempts.ts";
import { draw } from "./draw.ts";
import { keepWaiting, rowOf } from "./waiting.ts";
import { takenMail, verifyMail } from "./mails.ts";
import { ensureGoodPassword, hashPassword } from "./password.ts";
import type { People } from "./people.ts";
import type { SignUp, Visitor } from "./settings.ts";

export const LINK_OVER = new IdentityError("not_found", "This link is over, or was used: sign up again, or sign in.");

const VERIFY_MS = 24 * 3_600_000;
const KEPT_MS = 7 * 24 * 3_600_000;

/** What a link to confirm an address stands for. */
export interface Pending {
  userId: string;
  /** The account that it is for; null: one is made. */
  accountId: number | null;
  /** The token that an account was claimed with, which the link lives no longer than; null: it is for no account yet. */
  tokenId: string | null;
  invitationId: string | null;
  /** What was asked for with it, and counts once its link is followed: others may ask for the same address meanwhile. */
  handle: string;
  passwordHash: string;
}

/**
 * Somebody asks for an account. Nothing of it is there before the address is confirmed, and the answer is the same whether the address is
 * known here (T12): the mail says which.
 * @throws IdentityError `forbidden` (sign-up is closed, or no such invitation), `handle_taken`, `handle_reserved`, `invalid_request`,
 *   `rate_limited`
 */
export async function signUp(
  people: People,
  visitor: Visitor,
  input: { handle: string; email: string; password: string; invitation: string | null },
): Promise<void> {
  await takeAttempt(people, mailsOf(visitor.address));
  const invitation = await ensureInvited(people, { ...input, signUp: people.signUp });
  await ensureHandleFree(people, input.handle);
  const email = input.email.toLowerCase();
  const begun = await beginSignIn(people, input);
  const maySend = await mayWriteTo(people, { email, about: "sign-up" });
  if (!maySend) return;
  if (begun === null) return people.sendMail(takenMail(people, { to: email }));
  const pending = { ...begun, accountId: null, tokenId: null, invitationId: invitation };
  await sendLink(people, { email, pending });
}

/**
 * Makes the way in for an address that nobody confirmed yet. Whoever asked before for the same one keeps their link, so that no stranger
 * ends a sign-up by asking for it again: of several, the one counts whose link is followed with its own password.
 * @returns null: the address belongs to somebody
 */
export async function beginSignIn(
  people: People,
  input: { handle: string; email: string; password: string },
): Promise<Pick<Pending, "userId" | "handle" | "passwordHash"> | null> {
  const { db } = people;
  await ensureGoodPassword(people, input.password);
  const email = input.email.toLowerCase();
  // Of all who ask, before it is known who is known (T12).
  const passwordHash = await hashPassword(input.password);
  const userId = (await askAgain(people, email)) ?? (await insertUser(db, { ...input, email, passwordHash }));
  if (userId !== null) return { userId, handle: input.handle, passwordHash };
  // Who asked for it at the same moment was first.
  const waiting = await findUnconfirmed(db, email);
  if (waiting !== null) return { userId: waiting, handle: input.handle, passwordHash };
  return null;
}

/** Keeps an address that was asked for before for another while. @returns null: it was not, or is somebody's */
async function askAgain(people: People, email: string): Promise<string | null> {
  const userId = await findUnconfirmed(people.db, email);
  if (userId === null) return null;
  await people.db.update(authUsers).set({ updatedAt: people.now() }).where(eq(authUsers.id, userId));
  return userId;
}

/** @returns null: the address has a user already */
async function insertUser(
  db: Db,
  { handle: name, email, passwordHash: password }: { handle: string; email: string; passwordHash: string },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const made = await tx
      .insert(authUsers)
      .values({ id: draw(24), name, email })
      .onConflictDoNothing({ target: authUsers.email })
      .returning({ id: authUsers.id });
    const [user] = made;
    if (!user) return null;
    const credential = { userId: user.id, providerId: "credential", accountId: user.id, password };
    await tx.insert(authIdentities).values({ id: draw(24), ...credential });
    return user.id;
  });
}

/** Sends the link that confirms an address. */
export async function sendLink(people: People, { email, pending }: { email: string; pending: Pending }): Promise<void> {
  const token = draw(32);
  const [identifier, value] = [rowOf("confirm", token), JSON.stringify(pending)];
  await keepWaiting(people.db, { identifier, value, now: people.now(), forMs: VERIFY_MS });
  await people.sendMail(verifyMail(people, { to: email, token }));
}

/** Forgets addresses that nobody confirmed, a week after somebody asked for them last. @returns how many */
export async function forgetNeverConfirmed(db: Db, now: Date): Promise<number> {
  const isOld = lt(authUsers.updatedAt, new Date(now.getTime() - KEPT_MS));
  const isSomebody = exists(
    db
      .select({ one: sql`1` })
      .from(accounts)
      .where(eq(accounts.authUserId, authUsers.id)),
  );
  const gone = await db
    .delete(authUsers)
    .where(and(eq(authUsers.emailVerified, false), isOld, not(isSomebody)))
    .returning({ id: authUsers.id });
  return gone.length;
}

/** Whoever asked for an account with this address and did not confirm it, where it is known now whose it is. */
export async function forgetUnconfirmed(db: Db, email: string): Promise<void> {
  const found = await findUnconfirmed(db, email);
  if (found !== null) await db.delete(authUsers).where(eq(authUsers.id, found));
}

async function findUnconfirmed(db: Db, email: string): Promise<string | null> {
  const [found] = await db
    .select({ id: authUsers.id })
    .from(authUsers)
    .leftJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .where(and(eq(authUsers.email, email), eq(authUsers.emailVerified, false), isNull(accounts.id)));
  return found?.id ?? null;
}

/**
 * Whether somebody may make an account here.
 * @param input.email null: none that is known to be theirs
 * @returns the invitation's id; null where none is needed
 * @throws IdentityError `forbidden`
 */
export async function ensureInvited(
  people: People,
  input: { email: string | null; invitation: string | null; signUp: SignUp },
): Promise<string | null> {
  if (input.signUp === "open") return null;
  // Nobody asks by themselves there: an invitation is an admin's word.
  if (input.signUp === "closed" && input.invitation === null) {
    throw new IdentityError("forbidden", "Accounts are made by this registry's operators.");
  }
  const found = input.invitation === null ? null : await findInvitation(people, input.invitation);
  if (found === null || (found.email !== null && found.email !== input.email?.toLowerCase())) {
    throw new IdentityError("forbidden", "An account here takes an invitation; this is none, or not for this address.");
  }
  return found.id;
}

/** An invitation is worth what whoever made it may now (T9). */
export const canInvite = and(eq(accounts.role, "admin"), isNull(accounts.disabledAt));

async function findInvitation(people: People, secret: string) {
  const secretSha256 = createHash("sha256").update(secret).digest("hex");
  const isLive = and(isNull(signUpInvitations.usedAt), gt(signUpInvitations.expiresAt, people.now()));
  const [found] = await people.db
    .select({ id: signUpInvitations.id, email: signUpInvitations.email })
    .from(signUpInvitations)
    .innerJoin(accounts, and(eq(accounts.id, signUpInvitations.invitedBy), canInvite))
    .where(and(eq(signUpInvitations.secretSha256, secretSha256), isLive));
  return found ?? null;
}

/**
 * Makes the account of somebody whose address is confirmed, or gives an account that acted by tokens a way to sign in.
 * @param input.isDirect whoever asks shows the registry's own token with this request: it may be an admin's account
 * @throws IdentityError `handle_taken`, `conflict` (the invitation was used, the account has a way in, or is not what it was)
 */
export async function settleAccount(
  people: People,
  input: { pending: Pending; handle: string; email: string; requestId: string | null; isDirect?: boolean },
): Promise<number> {
  const { pending, handle, email, requestId } = input;
  try {
    return await inTransaction(people.db, async (tx) => {
      const audited = { actor: handle, target: `account:${handle}`, requestId };
      await confirmUser(tx, { pending, handle, now: people.now() });
      if (pending.accountId !== null) {
        await addWayIn(tx, { pending, accountId: pending.accountId, email, isDirect: input.isDirect === true });
        await appendAudit(tx, { ...audited, action: "account.sign_in_added" });
        return pending.accountId;
      }
      const made = { handle, email, role: "user", authUserId: pending.userId } as const;
      const audit = { ...audited, action: "account.sign_up", detail: { invitation: pending.invitationId } };
      const account = await insertAccount(tx, made, audit);
      if (pending.invitationId !== null)
        await useInvitation(tx, { id: pending.invitationId, by: account.id, now: people.now() });
      return account.id;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new IdentityError("handle_taken", `The handle ${handle} is taken.`);
    throw error;
  }
}

/** Of several who asked for one address, the first to confirm it is in; the others' links are over. @throws IdentityError `not_found` */
async function confirmUser(tx: Db, { pending, handle, now }: { pending: Pending; handle: string; now: Date }) {
  const { userId, passwordHash } = pending;
  const changed = await tx
    .update(authUsers)
    .set({ emailVerified: true, name: handle, updatedAt: now })
    .where(and(eq(authUsers.id, userId), eq(authUsers.emailVerified, false)))
    .returning({ id: authUsers.id });
  if (changed.length === 0) throw LINK_OVER;
  const credential = and(eq(authIdentities.userId, userId), eq(authIdentities.providerId, "credential"));
  await tx.update(authIdentities).set({ password: passwordHash, updatedAt: now }).where(credential);
}

/** @throws IdentityError `conflict`: somebody else was first; `forbidden`: whoever invited is no admin any more */
export async function useInvitation(tx: Db, { id, by, now }: { id: string; by: number; now: Date }): Promise<void> {
  const held = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(signUpInvitations, eq(signUpInvitations.invitedBy, accounts.id))
    .where(and(eq(signUpInvitations.id, id), canInvite))
    .for("share", { of: accounts });
  if (held.length === 0) {
    throw new IdentityError(
      "forbidden",
      "This invitation was revoked, or its sender may no longer invite: ask for another.",
    );
  }
  const used = await tx
    .update(signUpInvitations)
    .set({ usedBy: by, usedAt: now })
    .where(and(eq(signUpInvitations.id, id), isNull(signUpInvitations.usedAt)))
    .returning();
  if (used.length === 0) throw new IdentityError("conflict", "This invitation was used by another account.");
}
