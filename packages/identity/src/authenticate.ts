import { accounts, type Db, memberships, publishers, tokens } from "@gaia/db";
import { and, eq, isNull } from "drizzle-orm";
import { tokenDigest } from "./token-secret.ts";

/** Who a request speaks for, and what its token allows. */
export interface AuthenticatedActor {
  kind: "token";
  accountId: number;
  handle: string;
  role: "user" | "admin";
  isSuspended: boolean;
  tokenId: string;
  scopes: string[];
  namePatterns: string[];
  publishers: { id: number; handle: string; role: "owner" | "member" }[];
}

const MAX_SECRET_LENGTH = 512;

/**
 * Finds the account behind a bearer secret, or null when it is unknown, revoked, expired, or its account is disabled.
 * Asks the database each time: a revoked token is dead at once (T1).
 */
export async function authenticate(db: Db, secret: string, now: Date): Promise<AuthenticatedActor | null> {
  if (secret.length === 0 || secret.length > MAX_SECRET_LENGTH) return null;
  const rows = await db
    .select({ token: tokens, account: accounts, publisher: publishers, role: memberships.role })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(memberships, eq(memberships.accountId, accounts.id))
    .leftJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(and(eq(tokens.secretSha256, tokenDigest(secret)), isNull(tokens.revokedAt), isNull(accounts.disabledAt)))
    .orderBy(publishers.handle);
  const first = rows[0];
  if (!first || (first.token.expiresAt && first.token.expiresAt <= now)) return null;
  return {
    kind: "token",
    accountId: first.account.id,
    handle: first.account.handle,
    role: first.account.role,
    isSuspended: first.account.disabledAt !== null,
    tokenId: first.token.id,
    scopes: first.token.scopes,
    namePatterns: first.token.namePatterns,
    publishers: rows.flatMap(({ publisher, role }) =>
      publisher && role ? [{ id: publisher.id, handle: publisher.handle, role }] : [],
    ),
  };
}
