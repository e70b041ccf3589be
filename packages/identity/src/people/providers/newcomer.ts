import { accounts, authIdentities, authUsers, inTransaction, isUniqueViolation } from "@gaia/db";
import { eq } from "drizzle-orm";
import { ensureHandleFree, insertAccount } from "../accounts.ts";
import { IdentityError } from "../../errors.ts";
import { plainCookie, setPlain } from "../cookies.ts";
import { type People, placeholderAddress } from "../people.ts";
import type { IdentityProvider, Visitor, WithCookies } from "../settings.ts";
import { ensureInvited, forgetUnconfirmed, useInvitation } from "../sign-up.ts";
import { beginSession } from "../begin-session.ts";
import { draw } from "../draw.ts";
import { findWaiting, isWaiting, keepWaiting, rowOf, takeWaiting } from "../waiting.ts";
import { alignMemberships, providerIdOf } from "./group-memberships.ts";
import { isLinked } from "./identities.ts";
import { ensureProvider } from "./journey.ts";
import type { Profile } from "./profile.ts";

const WAITING_SECONDS = 30 * 60;

/** Somebody whom a provider vouched for, and who has no account yet. */
interface Waiting {
  provider: string;
  issuer: string;
  profile: Profile;
  back: string;
}

/**
 * Remembers somebody until they chose their handle.
 * @throws IdentityError `forbidden` (no accounts are made), `conflict` (the address has an account: whoever owns that one links it)
 */
export async function awaitHandle(
  people: People,
  { provider, profile, back }: { provider: IdentityProvider; profile: Profile; back: string },
): Promise<WithCookies> {
  if (provider.signUp === "closed") {
    throw new IdentityError("forbidden", "Accounts are made by this registry's operators.");
  }
  await ensureAddressFree(people, provider, profile);
  const secret = draw(32);
  const waiting: Waiting = { provider: provider.id, issuer: provider.issuer, profile, back };
  const [identifier, value] = [rowOf("newcomer", secret), JSON.stringify(waiting)];
  await keepWaiting(people.db, { identifier, value, now: people.now(), forMs: WAITING_SECONDS * 1_000 });
  const about = { publicUrl: people.publicUrl(), seconds: WAITING_SECONDS };
  return { cookies: [setPlain("newcomer", secret, about)] };
}

/** What a newcomer is asked. @throws IdentityError `not_found` */
export async function findNewcomer(
  people: People,
  visitor: Visitor,
): Promise<{ name: string; handle: string | null; email: string | null; needsInvitation: boolean }> {
  const { provider, waiting } = await ensureWaiting(people, visitor);
  const { handle, email } = waiting.profile;
  return { name: provider.name, handle, email, needsInvitation: provider.signUp === "invitation" };
}

/**
 * Makes the account of a newcomer, under the handle that they chose, with what their groups give.
 * @throws IdentityError `not_found`, `forbidden` (no such invitation), `handle_taken`, `handle_reserved`, `conflict`
 */
export async function settleNewcomer(
  people: People,
  visitor: Visitor,
  { handle, invitation }: { handle: string; invitation: string | null },
): Promise<WithCookies & { back: string }> {
  const { isLive, provider, waiting } = await ensureWaiting(people, visitor);
  const { profile, back } = waiting;
  const { signUp } = provider;
  const invitationId = await ensureInvited(people, { email: profile.email, invitation, signUp });
  await ensureHandleFree(people, handle);
  await ensureAddressFree(people, provider, profile);
  const userId = draw(24);
  const { requestId } = visitor;
  const now = people.now();
  const email = profile.email ?? placeholderAddress(userId);
  const isOver = new IdentityError("conflict", "Another account took this handle or address just now: sign in again.");
  try {
    await inTransaction(people.db, async (tx) => {
      if ((await takeWaiting(tx, isLive)) === null) throw isOver;
      await forgetUnconfirmed(tx, email);
      await tx.insert(authUsers).values({ id: userId, name: handle, email, emailVerified: true });
      const providerId = providerIdOf(provider);
      await tx.insert(authIdentities).values({ id: draw(24), userId, providerId, accountId: profile.subject });
      const detail = { invitation: invitationId, provider: providerId };
      const audit = { actor: handle, action: "account.sign_up", target: `account:${handle}`, detail, requestId };
      const made = { handle, email: profile.email, role: "user", authUserId: userId } as const;
      const account = await insertAccount(tx, made, audit);
      if (invitationId !== null) await useInvitation(tx, { id: invitationId, by: account.id, now });
      if (provider.id === "oidc") {
        await alignMemberships(tx, people, { account, provider, groups: profile.groups, now, requestId });
      }
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw isOver;
    throw error;
  }
  const { cookies } = await beginSession(people, visitor, {
    userId,
    by: provider.id,
    isStill: isLinked(userId, provider),
  });
  const over = setPlain("newcomer", "", { publicUrl: people.publicUrl(), seconds: 0 });
  return { cookies: [...cookies, over], back };
}

/**
 * Nobody is given an account by an address that it has, whoever vouches for it.
 * @throws IdentityError `conflict`
 */
async function ensureAddressFree(people: People, { name }: IdentityProvider, { email }: Profile): Promise<void> {
  if (email === null) return;
  const [found] = await people.db
    .select({ id: accounts.id })
    .from(authUsers)
    .innerJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .where(eq(authUsers.email, email));
  if (!found) return;
  throw new IdentityError(
    "conflict",
    `An account here has the address that ${name} knows you by: sign in to it as you did until now, then add ${name} on its page.`,
  );
}

async function ensureWaiting(people: People, { cookies }: Visitor) {
  const secret = plainCookie(cookies, "newcomer");
  const isLive = isWaiting(rowOf("newcomer", secret ?? ""), people.now());
  const found = secret === null ? null : await findWaiting(people.db, isLive);
  if (found === null) throw new IdentityError("not_found", "This took too long, or was done already: sign in again.");
  const waiting = JSON.parse(found) as Waiting;
  const provider = ensureProvider(people, waiting.provider);
  if (provider.issuer !== waiting.issuer)
    throw new IdentityError("not_found", "This provider is another one now: sign in again.");
  return { isLive, provider, waiting };
}
