import { accounts, authSessions, authUsers, type Db, memberships, publishers, tokens } from "@gaia/db";
import type { Role } from "@gaia/policy";
import { and, eq, gt, isNull } from "drizzle-orm";
import { tokenDigest } from "./token-secret.ts";

/** The account that a request speaks for. */
interface Person {
  accountId: number;
  handle: string;
  role: "user" | "admin";
  isSuspended: boolean;
  publishers: { id: number; handle: string; role: Role }[];
  /** Who signs in for it (`auth_users.id`); null: nobody. */
  authUserId: string | null;
  /** Null: it has none. `provenAt`: when it was last shown in this session, or with this token; null: not at all. */
  secondFactor: { provenAt: Date | null } | null;
}

/** Who a request speaks for by a token, and what that allows. */
export interface TokenHolder extends Person {
  kind: "token";
  tokenId: string;
  scopes: string[];
  namePatterns: string[];
  expiresAt: Date | null;
  /** When it was last written down that it is in use. */
  lastUsedAt: Date | null;
}

/** Somebody who is here in person, by the session of a browser. */
export interface SessionHolder extends Person {
  kind: "account";
  sessionId: string;
}

export type AuthenticatedActor = TokenHolder | SessionHolder;

const MAX_SECRET_LENGTH = 512;

/**
 * Finds the account behind a bearer secret, or null when it is unknown, revoked, expired, or its account is disabled.
 * Asks the database each time: a revoked token is dead at once (T1).
 */
export async function authenticate(db: Db, secret: string, now: Date): Promise<TokenHolder | null> {
  if (secret.length === 0 || secret.length > MAX_SECRET_LENGTH) return null;
  const rows = await db
    .select({ ...PERSON, ...TOKEN })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(authUsers, eq(authUsers.id, accounts.authUserId))
    .leftJoin(memberships, eq(memberships.accountId, accounts.id))
    .leftJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(and(eq(tokens.secretSha256, tokenDigest(secret)), isNull(tokens.revokedAt), isNull(accounts.disabledAt)))
    .orderBy(publishers.handle);
  const first = rows[0];
  if (!first || (first.expiresAt && first.expiresAt <= now)) return null;
  const { tokenId, scopes, namePatterns, expiresAt, lastUsedAt } = first;
  return { kind: "token", ...toPerson(rows, first.provenAt), tokenId, scopes, namePatterns, expiresAt, lastUsedAt };
}

/** Finds who is here in person by the token of a session (`sessionTokenOf`); null when it is over, or the account is disabled (T5). */
export async function findSession(db: Db, token: string, now: Date): Promise<SessionHolder | null> {
  const rows = await db
    .select({ ...PERSON, sessionId: authSessions.id, provenAt: authSessions.provenAt })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .innerJoin(accounts, eq(accounts.authUserId, authUsers.id))
    .leftJoin(memberships, eq(memberships.accountId, accounts.id))
    .leftJoin(publishers, eq(publishers.id, memberships.publisherId))
    .where(and(eq(authSessions.token, token), gt(authSessions.expiresAt, now), isNull(accounts.disabledAt)))
    .orderBy(publishers.handle);
  const first = rows[0];
  if (!first) return null;
  return { kind: "account", ...toPerson(rows, first.provenAt), sessionId: first.sessionId };
}

// Every request with a token asks for these: whole rows of the five tables cost it three times as much.
const PERSON = {
  accountId: accounts.id,
  accountHandle: accounts.handle,
  accountRole: accounts.role,
  authUserId: accounts.authUserId,
  hasSecondFactor: authUsers.twoFactorEnabled,
  publisherId: publishers.id,
  publisherHandle: publishers.handle,
  role: memberships.role,
} as const satisfies Record<string, unknown>;

const TOKEN = {
  tokenId: tokens.id,
  scopes: tokens.scopes,
  namePatterns: tokens.namePatterns,
  expiresAt: tokens.expiresAt,
  lastUsedAt: tokens.lastUsedAt,
  provenAt: tokens.provenAt,
} as const satisfies Record<string, unknown>;

interface PersonRow {
  accountId: number;
  accountHandle: string;
  accountRole: "user" | "admin";
  authUserId: string | null;
  hasSecondFactor: boolean | null;
  publisherId: number | null;
  publisherHandle: string | null;
  role: Role | null;
}

function toPerson(rows: readonly PersonRow[], provenAt: Date | null): Person {
  const [first] = rows;
  if (!first) throw new Error("nobody");
  return {
    accountId: first.accountId,
    handle: first.accountHandle,
    role: first.accountRole,
    // A disabled account is not found at all.
    isSuspended: false,
    publishers: rows.flatMap(({ publisherId: id, publisherHandle: handle, role }) =>
      id !== null && handle !== null && role !== null ? [{ id, handle, role }] : [],
    ),
    authUserId: first.authUserId,
    secondFactor: first.hasSecondFactor === true ? { provenAt } : null,
  };
}
