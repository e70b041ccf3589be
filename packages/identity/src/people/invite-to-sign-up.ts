import { createHash } from "node:crypto";
import { accounts, appendAudit, inTransaction, signUpInvitations } from "@gaia/db";
import { and, eq, gt, isNull } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import type { People } from "./people.ts";
import { canInvite } from "./sign-up.ts";
import { draw } from "./draw.ts";

const INVITED_FOR_MS = 7 * 24 * 3_600_000;

/** Invitations of one admin that nobody used yet: more are a leak waiting. */
const OPEN_PER_ADMIN = 200;

/**
 * An admin invites somebody to make an account; who may is the caller's question.
 * @returns the address to visit, which holds the invitation and is shown once
 * @throws IdentityError `forbidden` when they are no admin any more, `conflict` for too many that are open
 */
export async function inviteToSignUp(
  people: People,
  input: { actor: { accountId: number; handle: string }; email: string | null; requestId: string | null },
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const { actor, requestId } = input;
  const email = input.email?.toLowerCase() ?? null;
  const secret = draw(24);
  const secretSha256 = createHash("sha256").update(secret).digest("hex");
  const now = people.now();
  const expiresAt = new Date(now.getTime() + INVITED_FOR_MS);
  const id = await inTransaction(people.db, async (tx) => {
    // One after the other for an admin, so that the bound holds for those who ask at once.
    const me = and(eq(accounts.id, actor.accountId), canInvite);
    const held = await tx.select({ id: accounts.id }).from(accounts).where(me).for("no key update");
    if (held.length === 0) throw new IdentityError("forbidden", "Your account is no admin's any more.");
    const open = await tx.$count(signUpInvitations, and(eq(signUpInvitations.invitedBy, actor.accountId), isOpen(now)));
    if (open >= OPEN_PER_ADMIN) {
      throw new IdentityError(
        "conflict",
        `${actor.handle} has ${OPEN_PER_ADMIN} unused invitations: another one is possible once one is used or expires, after a week.`,
      );
    }
    const row = { secretSha256, email, invitedBy: actor.accountId, createdAt: now, expiresAt };
    const [made] = await tx.insert(signUpInvitations).values(row).returning({ id: signUpInvitations.id });
    if (made === undefined) throw new Error("an insert returned no row");
    const target = email === null ? "account:*" : `account:${email}`;
    await appendAudit(tx, { actor: actor.handle, action: "account.invite", target, requestId });
    return made.id;
  });
  const whose = email === null ? "" : `&email=${encodeURIComponent(email)}`;
  const url = `${people.publicUrl()}/signup?invitation=${secret}${whose}`;
  if (email !== null) {
    const text = `${actor.handle} invites you to make an account, within a week:\n\n${url}\n`;
    await people.sendMail({ to: email, subject: `An invitation to ${people.registryName}`, text });
  }
  return { id, url, expiresAt };
}

/** An invitation that can be used still; its secret is known to those who have the link. */
export interface OpenInvitation {
  id: string;
  /** Null: for whoever brings it. */
  email: string | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Every one that an admin made and that can be used still, the oldest first. */
export function listSignUpInvitations(people: Pick<People, "db" | "now">): Promise<OpenInvitation[]> {
  const { id, email, createdAt, expiresAt } = signUpInvitations;
  return people.db
    .select({ id, email, invitedBy: accounts.handle, createdAt, expiresAt })
    .from(signUpInvitations)
    .innerJoin(accounts, and(eq(accounts.id, signUpInvitations.invitedBy), canInvite))
    .where(isOpen(people.now()))
    .orderBy(createdAt, id);
}

const isOpen = (now: Date) => and(isNull(signUpInvitations.usedAt), gt(signUpInvitations.expiresAt, now));

/**
 * Ends an invitation, also for a person who asked for an account by it and did not open the link of the mail yet.
 * @throws IdentityError `not_found`: there is none that can be used still
 */
export async function revokeSignUpInvitation(
  people: Pick<People, "db" | "now">,
  input: { id: string; actor: { handle: string }; requestId: string | null },
): Promise<void> {
  const { id, actor, requestId } = input;
  await inTransaction(people.db, async (tx) => {
    const isIt = and(eq(signUpInvitations.id, id), isOpen(people.now()));
    const [gone] = await tx.delete(signUpInvitations).where(isIt).returning({ email: signUpInvitations.email });
    if (gone === undefined) throw new IdentityError("not_found", "There is no unused invitation of this id.");
    const target = `account:${gone.email ?? "*"}`;
    await appendAudit(tx, { actor: actor.handle, action: "account.invite_revoked", target, requestId });
  });
}
