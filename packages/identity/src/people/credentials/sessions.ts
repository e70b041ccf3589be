import { appendAudit, authIdentities, authPasskeys, authSessions, authUsers, inTransaction } from "@gaia/db";
import { and, desc, eq, gt } from "drizzle-orm";
import type { SessionHolder } from "../../authenticate.ts";
import { IdentityError } from "../../errors.ts";
import { type AddressChange, findAddressChange } from "../address/change.ts";
import { hasAddress, type People } from "../people.ts";
import { providerIdOf } from "../providers/group-memberships.ts";
import { userOf } from "../second-factor.ts";

/** What somebody sees of how they sign in. */
export interface OwnAccount {
  handle: string;
  role: "user" | "admin";
  /** Null: none is known. */
  email: string | null;
  /** The change of it that is under way; null: none. */
  addressChange: AddressChange | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  provenAt: Date | null;
  sessions: {
    id: string;
    isCurrent: boolean;
    address: string | null;
    userAgent: string | null;
    createdAt: Date;
    expiresAt: Date;
  }[];
  passkeys: { id: string; name: string | null; createdAt: Date | null }[];
  /** Identities at providers. `name`: what the provider is called here; its issuer where it is none of ours any more. */
  identities: { id: string; name: string; isOurs: boolean; createdAt: Date }[];
}

export async function viewOwnAccount(people: People, holder: SessionHolder): Promise<OwnAccount> {
  const { db } = people;
  const userId = userOf(holder);
  const isLive = and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, people.now()));
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, userId));
  if (!user) throw new Error("a session without an account");
  const identities = await db.select().from(authIdentities).where(eq(authIdentities.userId, userId));
  const sessions = await db.select().from(authSessions).where(isLive).orderBy(desc(authSessions.createdAt)).limit(100);
  const passkeys = await db.select().from(authPasskeys).where(eq(authPasskeys.userId, userId)).orderBy(authPasskeys.id);
  return {
    handle: holder.handle,
    role: holder.role,
    email: hasAddress(user.email) ? user.email : null,
    addressChange: await findAddressChange(db, userId, people.now()),
    hasPassword: identities.some(({ providerId, password }) => providerId === "credential" && password !== null),
    hasSecondFactor: holder.secondFactor !== null,
    provenAt: holder.secondFactor?.provenAt ?? null,
    sessions: sessions.map(({ id, ipAddress, userAgent, createdAt, expiresAt }) => ({
      id,
      isCurrent: id === holder.sessionId,
      address: ipAddress,
      userAgent,
      createdAt,
      expiresAt,
    })),
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt })),
    identities: identities
      .filter(({ providerId }) => providerId !== "credential")
      .map(({ id, providerId, createdAt }) => {
        const ours = people.providers.find((provider) => providerIdOf(provider) === providerId);
        return { id, name: ours?.name ?? providerId, isOurs: ours !== undefined, createdAt };
      }),
  };
}

/** Ends one of the holder's own sessions, at once. @throws IdentityError `not_found` */
export async function revokeSession(
  people: People,
  { holder, id, requestId }: { holder: SessionHolder; id: string; requestId: string | null },
): Promise<void> {
  const mine = and(eq(authSessions.id, id), eq(authSessions.userId, userOf(holder)));
  const { handle } = holder;
  await inTransaction(people.db, async (tx) => {
    const ended = await tx.delete(authSessions).where(mine).returning({ id: authSessions.id });
    if (ended.length === 0) throw new IdentityError("not_found", "You have no such session.");
    const target = `account:${handle}`;
    await appendAudit(tx, {
      actor: handle,
      action: "account.session_ended",
      target,
      detail: { session: id },
      requestId,
    });
  });
}
