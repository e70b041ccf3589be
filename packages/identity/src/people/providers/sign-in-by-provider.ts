import { accounts, authIdentities, authUsers, type Db, inTransaction } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { setPlain } from "../cookies.ts";
import type { People } from "../people.ts";
import type { IdentityProvider, Visitor, WithCookies } from "../settings.ts";
import { beginSession } from "../begin-session.ts";
import { alignMemberships, providerIdOf } from "./group-memberships.ts";
import { addIdentity, isLinked } from "./identities.ts";
import { beginJourney, endJourney, ensureProvider, type Return } from "./journey.ts";
import { awaitHandle } from "./newcomer.ts";
import type { Profile } from "./profile.ts";

/** Sends a browser to a provider, to come back signed in. @throws IdentityError `not_found`, `unavailable` */
export const beginByProvider = async (
  people: People,
  { id, back }: { id: string; back: string },
): Promise<WithCookies & { url: string }> => beginJourney(people, ensureProvider(people, id), { back, linkTo: null });

/** What a browser that came back from a provider is shown next. */
export interface Arrival extends WithCookies {
  next: "back" | "code" | "welcome";
  back: string;
}

/**
 * Takes a browser that a provider sent back: signs it in, asks a newcomer for a handle, or adds the identity to the account that asked.
 * Accounts are found by issuer and subject alone; an address finds none.
 * @param input.holder who is signed in in this browser; null: nobody
 * @throws IdentityError `unauthorized`, `forbidden` (suspended, not let in, no accounts are made), `conflict`, `unavailable`
 */
export async function endByProvider(
  people: People,
  visitor: Visitor,
  { id, returned, holder }: { id: string; returned: Return; holder: SessionHolder | null },
): Promise<Arrival> {
  const provider = ensureProvider(people, id);
  const { profile, back, linkTo } = await endJourney(people, visitor, { provider, returned });
  const over = setPlain("provider", "", { publicUrl: people.publicUrl(), seconds: 0 });
  if (linkTo !== null) {
    // In the session that asked, and no other that this browser has meanwhile.
    if (holder?.sessionId !== linkTo)
      throw new IdentityError("unauthorized", "You were signed out meanwhile: sign in first.");
    await addIdentity(people, visitor, { holder, provider, profile });
    return { cookies: [over], next: "back", back };
  }
  const userId = await findUser(people, visitor, { provider, profile });
  if (userId === null) {
    const { cookies } = await awaitHandle(people, { provider, profile, back });
    return { cookies: [over, ...cookies], next: "welcome", back };
  }
  const { cookies, needsCode } = await beginSession(people, visitor, {
    userId,
    by: provider.id,
    isStill: isLinked(userId, provider),
  });
  return { cookies: [over, ...cookies], next: needsCode ? "code" : "back", back };
}

/** Whose identity this is, their memberships in line with their groups; null: nobody's yet. @throws IdentityError `forbidden` */
async function findUser(
  people: People,
  { requestId }: Visitor,
  { provider, profile }: { provider: IdentityProvider; profile: Profile },
): Promise<string | null> {
  return inTransaction(people.db, async (tx) => {
    const account = await findAccount(tx, providerIdOf(provider), profile.subject);
    if (account === null) return null;
    if (account.disabledAt !== null) throw new IdentityError("forbidden", "This account is suspended.");
    if (provider.id === "oidc") {
      const { groups } = profile;
      await alignMemberships(tx, people, { account, provider, groups, now: people.now(), requestId });
    }
    return account.userId;
  });
}

/** Locked: who is suspended meanwhile is suspended before or after, and in line either way. */
async function findAccount(tx: Db, providerId: string, subject: string) {
  const [found] = await tx
    .select({ id: accounts.id, handle: accounts.handle, disabledAt: accounts.disabledAt, userId: authUsers.id })
    .from(authIdentities)
    .innerJoin(authUsers, eq(authUsers.id, authIdentities.userId))
    .innerJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .where(and(eq(authIdentities.providerId, providerId), eq(authIdentities.accountId, subject)))
    .for("no key update", { of: accounts });
  return found ?? null;
}
