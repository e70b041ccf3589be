import { holdCredential, accounts, appendAudit, type Db, inTransaction, tokens } from "@gaia/db";
import { type Bounds, exceedingBounds } from "@gaia/policy";
import { and, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { AuthenticatedActor, TokenHolder } from "../authenticate.ts";
import { BOOTSTRAP_TOKEN } from "./bootstrap-token.ts";
import { IdentityError } from "../errors.ts";
import { newTokenSecret, tokenDigest } from "../token-secret.ts";
import { revokeLeakedWorkload } from "../workload/revoke-leaked.ts";

/** Live tokens that an account may have: more are forgotten ones. */
const TOKENS_PER_ACCOUNT = 100;

/** What is known of a token; never its secret. */
export interface TokenRow {
  id: string;
  name: string;
  scopes: string[];
  namePatterns: string[];
  createdAt: Date;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  /** To within five minutes; null: not used since this is kept. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface NewToken extends Bounds {
  name: string;
  expiresAt: Date | null;
}

interface Asking {
  actor: AuthenticatedActor;
  now: Date;
  requestId: string | null;
}

/**
 * Makes a token of the actor's account, which was asked for its second factor before (`ensureMay`). A token makes none that may more,
 * concerns more names or lives longer than itself (T3).
 * @returns its secret, which is nowhere else and is not shown again, and what is kept of it
 * @throws IdentityError `forbidden` (wider than what asks), `invalid_request` (expires in the past, or is called
 *   as the bootstrap token), `conflict` (too many)
 */
export async function createToken(db: Db, input: NewToken & Asking): Promise<{ secret: string; token: TokenRow }> {
  const { actor, now, name, expiresAt } = input;
  if (name === BOOTSTRAP_TOKEN) {
    throw new IdentityError("invalid_request", `${BOOTSTRAP_TOKEN} is what the registry's first token is called.`);
  }
  if (expiresAt !== null && expiresAt <= now) {
    throw new IdentityError("invalid_request", "This token would have expired already.");
  }
  const exceeding = actor.kind === "token" ? (exceedingBounds(actor, input) ?? livesLonger(actor, expiresAt)) : null;
  if (exceeding !== null) throw new IdentityError("forbidden", exceeding);
  return inTransaction(db, async (tx) => {
    const issued = await issueToken(tx, input);
    // What ends while this waits for the account's lock makes nothing any more.
    if (await holdCredential(tx, actor, now)) return issued;
    throw new IdentityError("unauthorized", "What you act by ended before the request did: no token was made.");
  });
}

/**
 * Makes a token of whoever was asked already, in the transaction that decides it.
 * @throws IdentityError `forbidden` (suspended), `conflict` (too many)
 */
export async function issueToken(
  db: Db,
  input: NewToken & { actor: { accountId: number; handle: string }; now: Date; requestId: string | null },
): Promise<{ secret: string; token: TokenRow }> {
  const { actor, now, name, scopes, namePatterns, expiresAt } = input;
  const secret = newTokenSecret();
  const token = await inTransaction(db, async (tx) => {
    // One after the other for an account, so that the bound holds for those who ask at once.
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, actor.accountId)).for("update");
    if (!account || account.disabledAt !== null) throw new IdentityError("forbidden", "This account is suspended.");
    const isLive = and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)));
    const live = await tx.$count(tokens, and(eq(tokens.accountId, actor.accountId), isLive));
    if (live >= TOKENS_PER_ACCOUNT) {
      throw new IdentityError("conflict", `An account has ${TOKENS_PER_ACCOUNT} tokens at most: revoke one first.`);
    }
    const [row] = await tx
      .insert(tokens)
      .values({
        accountId: actor.accountId,
        name,
        secretSha256: tokenDigest(secret),
        scopes: [...scopes],
        namePatterns: [...namePatterns],
        expiresAt,
      })
      .returning();
    if (!row) throw new Error("insert returned no row");
    await appendAudit(tx, {
      actor: actor.handle,
      action: "token.create",
      target: `account:${actor.handle}`,
      detail: {
        token: row.id,
        name,
        scopes,
        name_patterns: namePatterns,
        expires_at: expiresAt?.toISOString() ?? null,
      },
      requestId: input.requestId,
    });
    return row;
  });
  return { secret, token };
}

/** The tokens of an account, revoked and expired ones included, newest first; the last 500. */
export async function listTokens(db: Db, input: { accountId: number }): Promise<TokenRow[]> {
  return db
    .select()
    .from(tokens)
    .where(eq(tokens.accountId, input.accountId))
    .orderBy(desc(tokens.createdAt), tokens.id)
    .limit(500);
}

/**
 * Ends one of the actor's own tokens, at once and for good; one that has ended already stays as it is.
 * @throws IdentityError `not_found`
 */
export async function revokeToken(db: Db, input: { id: string } & Asking): Promise<TokenRow> {
  const { actor, id, now } = input;
  return inTransaction(db, async (tx) => {
    const mine = and(eq(tokens.id, id), eq(tokens.accountId, actor.accountId));
    const [found] = await tx.select().from(tokens).where(mine).for("update");
    if (!found) throw new IdentityError("not_found", "Your account has no such token.");
    if (found.revokedAt !== null) return found;
    return endToken(tx, {
      id,
      now,
      actor: actor.handle,
      owner: actor.handle,
      why: "token.revoke",
      requestId: input.requestId,
    });
  });
}

/**
 * Ends the token that somebody presents as leaked (OpenSSF's principles, AZ5). Whoever has a secret may end it, without an account: they
 * could do worse with it. The bootstrap token ends too, and does not come back with the same value.
 * @returns whether it was alive until now
 */
export async function revokeLeakedToken(
  db: Db,
  input: { secret: string; where: string | null; now: Date; requestId: string | null },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: tokens.id, owner: accounts.handle })
      .from(tokens)
      .innerJoin(accounts, eq(accounts.id, tokens.accountId))
      .where(and(eq(tokens.secretSha256, tokenDigest(input.secret)), isNull(tokens.revokedAt)))
      .for("update", { of: tokens });
    const { where, now, requestId } = input;
    if (!found) return revokeLeakedWorkload(tx, { digest: tokenDigest(input.secret), where, now, requestId });
    await endToken(tx, { ...found, now, actor: "registry", why: "token.leaked", requestId, detail: { where } });
    return true;
  });
}

/** Writes down when a token was in use. */
export async function noteTokenUse(db: Db, input: { tokenId: string; now: Date }): Promise<void> {
  const isOlder = or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, input.now));
  await db
    .update(tokens)
    .set({ lastUsedAt: input.now })
    .where(and(eq(tokens.id, input.tokenId), isOlder));
}

async function endToken(
  tx: Db,
  input: {
    id: string;
    now: Date;
    actor: string;
    owner: string;
    why: "token.revoke" | "token.leaked";
    requestId: string | null;
    detail?: Record<string, unknown>;
  },
): Promise<TokenRow> {
  const leakedAt = input.why === "token.leaked" ? { leakedAt: input.now } : {};
  const [row] = await tx
    .update(tokens)
    .set({ revokedAt: input.now, ...leakedAt })
    .where(eq(tokens.id, input.id))
    .returning();
  if (!row) throw new Error("update returned no row");
  await appendAudit(tx, {
    actor: input.actor,
    action: input.why,
    target: `account:${input.owner}`,
    detail: { token: input.id, ...input.detail },
    requestId: input.requestId,
  });
  return row;
}

function livesLonger(actor: TokenHolder, expiresAt: Date | null): string | null {
  if (actor.expiresAt === null || (expiresAt !== null && expiresAt <= actor.expiresAt)) return null;
  return `The token that asks expires at ${actor.expiresAt.toISOString()}: one that it makes may not live longer.`;
}
