import { accounts } from "@gaia/db";
import { and, eq, isNotNull } from "drizzle-orm";
import { isBootstrapToken } from "../tokens/bootstrap-token.ts";
import { authenticate, type TokenHolder } from "../authenticate.ts";
import { IdentityError } from "../errors.ts";
import { claimBudget, giveBack, mailsOf, mayWriteTo, takeAttempt } from "./attempts.ts";
import { takenMail } from "./mails.ts";
import type { People } from "./people.ts";
import type { Visitor, WithCookies } from "./settings.ts";
import { signIn } from "./sign-in.ts";
import { beginSignIn, sendLink, settleAccount } from "./sign-up.ts";

/** Whether nobody who runs this registry signs in yet: the first visit offers it. */
export async function isUnclaimed(people: People): Promise<boolean> {
  const admins = and(eq(accounts.role, "admin"), isNotNull(accounts.authUserId));
  return (await people.db.$count(accounts, admins)) === 0;
}

/**
 * Gives an account that acts by tokens alone, as the one that a registry makes at its first start, an address and a password. It takes a
 * token that is all of the account and does not end: from any lesser one whoever holds it would gain by it. Only what has no way in yet is
 * given one. An admin's takes the registry's own token, which its operators hold; its address needs no mail: they read the registry's own.
 * @throws IdentityError `unauthorized`, `forbidden` (the token is less than the account), `conflict`, `invalid_request`, `rate_limited`
 */
export async function claimAccount(
  people: People,
  visitor: Visitor,
  input: { token: string; email: string; password: string },
): Promise<WithCookies & { isSignedIn: boolean }> {
  const { db } = people;
  await takeAttempt(people, [claimBudget(visitor.address)]);
  const holder = await authenticate(db, input.token, people.now());
  if (holder === null) throw new IdentityError("unauthorized", "This token is unknown, expired or revoked.");
  await ensureWhole(people, holder, input.token);
  giveBack(people, [claimBudget(visitor.address)]);
  if (holder.authUserId !== null) {
    throw new IdentityError("conflict", `${holder.handle} has a sign-in already.`);
  }
  const { handle, accountId } = holder;
  await takeAttempt(people, mailsOf(visitor.address));
  const begun = await beginSignIn(people, { ...input, handle });
  const email = input.email.toLowerCase();
  const mayWrite = async () => mayWriteTo(people, { email, about: "claim" });
  if (begun === null) {
    if (await mayWrite()) await people.sendMail(takenMail(people, { to: email }));
    throw new IdentityError("conflict", "This address cannot be used here.");
  }
  const pending = { ...begun, accountId, tokenId: holder.tokenId, invitationId: null };
  if (holder.role !== "admin") {
    if (await mayWrite()) await sendLink(people, { email, pending });
    return { cookies: [], isSignedIn: false };
  }
  const { requestId } = visitor;
  await settleAccount(people, { pending, handle, email, requestId, isDirect: true });
  return { ...(await signIn(people, visitor, input)), isSignedIn: true };
}

/** @throws IdentityError `forbidden` */
async function ensureWhole({ db }: People, holder: TokenHolder, secret: string): Promise<void> {
  const { role, scopes, namePatterns, expiresAt } = holder;
  if (role === "admin" && !(await isBootstrapToken(db, secret))) {
    throw new IdentityError("forbidden", "An admin's account takes the token that the registry was started with.");
  }
  if (scopes.includes("*") && namePatterns.includes("*") && expiresAt === null) return;
  throw new IdentityError(
    "forbidden",
    "This takes a token with every scope, for skills of every name, that does not expire.",
  );
}
