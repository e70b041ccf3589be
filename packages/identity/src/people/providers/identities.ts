import {
  accounts,
  appendAudit,
  authIdentities,
  authSessions,
  type Db,
  inTransaction,
  isUniqueViolation,
} from "@gaia/db";
import { CONFIRMED_FOR_MS, refuseUnconfirmed } from "@gaia/policy";
import { and, eq, ne } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { giveBack, sessionPasswordBudget, takeAttempt } from "../attempts.ts";
import type { StillTheirs } from "../begin-session.ts";
import { changedMail } from "../mails.ts";
import { ensurePassword, hasPassword } from "../password.ts";
import type { People } from "../people.ts";
import { userOf } from "../second-factor.ts";
import type { IdentityProvider, Visitor, WithCookies } from "../settings.ts";
import { endOtherSessions, ensureWayIn, holdsIdentity, lockOpenSession } from "../ways-in.ts";
import { alignMemberships, providerIdOf } from "./group-memberships.ts";
import { beginJourney, ensureProvider } from "./journey.ts";
import type { Profile } from "./profile.ts";
import { draw } from "../draw.ts";

/**
 * Whether who sits there is who signed in, for a change of how they do: by the second factor within a quarter of an hour; without one by
 * the password; without either by having signed in within a quarter of an hour.
 * @throws IdentityError `second_factor_required`, `unauthorized`, `rate_limited`
 */
export async function ensureRecent(
  people: People,
  { holder, password }: { holder: SessionHolder; password: string | null },
): Promise<void> {
  const refusal = refuseUnconfirmed(holder, people.now());
  if (refusal !== null) throw new IdentityError("second_factor_required", refusal.reason);
  if (holder.secondFactor !== null) return;
  const userId = userOf(holder);
  if (await hasPassword(people, userId)) {
    const budget = [sessionPasswordBudget(userId)];
    await takeAttempt(people, budget);
    await ensurePassword(people, userId, password ?? "");
    return giveBack(people, budget);
  }
  const [session] = await people.db.select().from(authSessions).where(eq(authSessions.id, holder.sessionId));
  if (session && people.now().getTime() - session.createdAt.getTime() < CONFIRMED_FOR_MS) return;
  throw new IdentityError(
    "unauthorized",
    "You signed in more than a quarter of an hour ago: sign out, and in again, first.",
  );
}

/** Sends somebody who is signed in to a provider, to add it to their account. @throws IdentityError as `ensureRecent`, `conflict` */
export async function beginLink(
  people: People,
  input: { holder: SessionHolder; id: string; password: string | null },
): Promise<WithCookies & { url: string }> {
  const provider = ensureProvider(people, input.id);
  await ensureRecent(people, input);
  await ensureNotLinked(people.db, userOf(input.holder), provider);
  return beginJourney(people, provider, { back: "/account", linkTo: input.holder.sessionId });
}

/** One for each provider: groups of two would undo each other. @throws IdentityError `conflict` */
async function ensureNotLinked(db: Db, userId: string, provider: IdentityProvider): Promise<void> {
  const same = and(eq(authIdentities.userId, userId), eq(authIdentities.providerId, providerIdOf(provider)));
  if ((await db.$count(authIdentities, same)) === 0) return;
  throw new IdentityError("conflict", `Your account has an identity at ${provider.name}: take it away first.`);
}

/** Whether somebody signs in by a provider still (`StillTheirs`). */
export function isLinked(userId: string, provider: IdentityProvider): StillTheirs {
  const isIt = and(eq(authIdentities.userId, userId), eq(authIdentities.providerId, providerIdOf(provider)));
  return holdsIdentity(isIt);
}

/** Adds it. @throws IdentityError `conflict`: it is another account's, or there is one of this provider */
export async function addIdentity(
  people: People,
  { requestId }: Visitor,
  { holder, provider, profile }: { holder: SessionHolder; provider: IdentityProvider; profile: Profile },
): Promise<void> {
  const userId = userOf(holder);
  const providerId = providerIdOf(provider);
  const now = people.now();
  try {
    await inTransaction(people.db, async (tx) => {
      await lockOpenSession(tx, { holder, userId, now: people.now() });
      await ensureNotLinked(tx, userId, provider);
      const id = draw(24);
      await tx.insert(authIdentities).values({ id, userId, providerId, accountId: profile.subject });
      await appendAudit(tx, {
        ...by(holder, requestId),
        action: "account.identity_added",
        detail: { provider: providerId },
      });
      if (provider.id === "oidc") {
        const account = { id: holder.accountId, handle: holder.handle };
        await alignMemberships(tx, people, { account, provider, groups: profile.groups, now, requestId });
      }
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new IdentityError("conflict", `This identity at ${provider.name} belongs to another account.`);
  }
  await tell(people, holder, `Signing in by ${provider.name} was added`);
}

/**
 * Takes an identity away, and with it what the provider's groups gave. Other browsers are signed out.
 * @throws IdentityError as `ensureRecent`, `not_found`, `conflict`: it is the only way in
 */
export async function removeIdentity(
  people: People,
  { requestId }: Visitor,
  input: { holder: SessionHolder; id: string; password: string | null },
): Promise<void> {
  const { holder, id } = input;
  await ensureRecent(people, input);
  const userId = userOf(holder);
  await inTransaction(people.db, async (tx) => {
    await lockOpenSession(tx, { holder, userId, now: people.now() });
    const mine = and(
      eq(authIdentities.id, id),
      eq(authIdentities.userId, userId),
      ne(authIdentities.providerId, "credential"),
    );
    const [removed] = await tx.delete(authIdentities).where(mine).returning();
    if (!removed) throw new IdentityError("not_found", "Your account has no such identity.");
    await ensureWayIn(tx, userId);
    await endOtherSessions(tx, { holder, userId });
    const account = { id: holder.accountId, handle: holder.handle };
    await settleRemoved(tx, people, { account, providerId: removed.providerId, requestId });
  });
  await tell(people, holder, "A way to sign in was taken away");
}

/** What goes along with an identity that was deleted, in that transaction: its row of the log, and what the provider's groups gave. */
export async function settleRemoved(
  tx: Db,
  people: People,
  input: { account: { id: number; handle: string }; providerId: string; requestId: string | null },
): Promise<void> {
  const { account, providerId, requestId } = input;
  await appendAudit(tx, {
    ...by(account, requestId),
    action: "account.identity_removed",
    detail: { provider: providerId },
  });
  if (!providerId.startsWith("oidc:")) return;
  const provider = { id: "oidc", issuer: providerId.slice("oidc:".length), groups: [] } as const;
  await alignMemberships(tx, people, { account, provider, groups: [], now: people.now(), requestId });
}

const by = ({ handle }: { handle: string }, requestId: string | null) => ({
  actor: handle,
  target: `account:${handle}`,
  requestId,
});

async function tell(people: People, { accountId }: SessionHolder, what: string): Promise<void> {
  const [found] = await people.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  if (found?.email) await people.sendMail(changedMail(people, { to: found.email, what }));
}
