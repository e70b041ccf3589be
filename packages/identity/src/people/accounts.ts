import {
  accounts,
  appendAudit,
  type AuditEntry,
  type Db,
  inTransaction,
  isUniqueViolation,
  memberships,
  publishers,
  tokens,
} from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import { and, eq, isNull, ne } from "drizzle-orm";
import { IdentityError } from "../errors.ts";
import { mappedHandles } from "./mapped-handles.ts";
import type { PeopleSettings } from "./settings.ts";
import { BOOTSTRAP_TOKEN } from "../tokens/bootstrap-token.ts";
import { ensureHandleIsFree } from "../reserved-handles.ts";
import { newTokenSecret, tokenDigest } from "../token-secret.ts";

/**
 * Creates an account, its publisher of the same handle, and its first token, which is returned once and never kept.
 * @throws IdentityError `handle_taken`, `handle_reserved`
 */
export async function createAccount(
  db: Db,
  input: { handle: string; email: string | null; createdBy: string; requestId: string | null },
): Promise<{ handle: string; token: string }> {
  ensureHandleIsFree(input.handle, { byAdmin: true, reserved: [], mapped: [] });
  const secret = newTokenSecret();
  try {
    await inTransaction(db, async (tx) => {
      const { handle, email, requestId } = input;
      const audit = { actor: input.createdBy, action: "account.create", target: `account:${handle}`, requestId };
      const account = await insertAccount(tx, { handle, email, role: "user" }, audit);
      await insertFirstToken(tx, { accountId: account.id, name: "first token", secret });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new IdentityError("handle_taken", `The handle ${input.handle} is taken.`);
    throw error;
  }
  return { handle: input.handle, token: secret };
}

/** @throws IdentityError `handle_reserved`, `handle_taken` */
export async function ensureHandleFree(
  { db, reservedNames, providers }: Pick<PeopleSettings, "db" | "reservedNames" | "providers">,
  handle: string,
): Promise<void> {
  ensureHandleIsFree(handle, { byAdmin: false, reserved: reservedNames, mapped: mappedHandles(providers) });
  const taken = await db.$count(publishers, eq(publishers.handle, handle));
  if (taken > 0) throw new IdentityError("handle_taken", `The handle ${handle} is taken.`);
}

/**
 * Makes sure that the account `admin` exists and that `secret`, taken as given, is its bootstrap token. A new value
 * revokes the old one.
 * @throws IdentityError `forbidden`: this value was presented as leaked
 */
export async function ensureAdminAccount(db: Db, secret: string): Promise<void> {
  try {
    await bootstrapAdmin(db, secret);
  } catch (error) {
    // Another process started at the same moment and was first; now its rows are there.
    if (!isUniqueViolation(error)) throw error;
    await bootstrapAdmin(db, secret);
  }
}

async function bootstrapAdmin(db: Db, secret: string): Promise<void> {
  const digest = tokenDigest(secret);
  await inTransaction(db, async (tx) => {
    const found = await tx.select().from(accounts).where(eq(accounts.handle, "admin"));
    const known = await tx.select().from(tokens).where(eq(tokens.secretSha256, digest));
    if (found[0] && known[0] && known[0].revokedAt === null && known[0].accountId === found[0].id) return;
    if (known[0]?.leakedAt) {
      throw new IdentityError(
        "forbidden",
        `The admin's token was presented as leaked at ${known[0].leakedAt.toISOString()} and is worth nothing any more: give ADMIN_TOKEN ` +
          "another value, or remove the file admin-token from DATA_DIR, and a new one is made.",
      );
    }
    const audit = { actor: "registry", action: "token.bootstrap", target: "account:admin" };
    const account = found[0] ?? (await insertAccount(tx, { handle: "admin", email: null, role: "admin" }, audit));
    if (found[0]) await appendAudit(tx, audit);
    await tx
      .update(tokens)
      .set({ revokedAt: new Date() })
      .where(
        and(
          eq(tokens.accountId, account.id),
          eq(tokens.name, BOOTSTRAP_TOKEN),
          isNull(tokens.revokedAt),
          ne(tokens.secretSha256, digest),
        ),
      );
    await tx
      .insert(tokens)
      .values({
        accountId: account.id,
        name: BOOTSTRAP_TOKEN,
        secretSha256: digest,
        scopes: ["*"],
        namePatterns: ["*"],
      })
      .onConflictDoUpdate({
        target: tokens.secretSha256,
        set: { revokedAt: null, name: BOOTSTRAP_TOKEN, accountId: account.id },
      });
  });
}

/** An account with its publisher, the leaf of both, and the audit row of who made it. */
export async function insertAccount(
  tx: Db,
  input: { handle: string; email: string | null; role: "user" | "admin"; authUserId?: string },
  audit: AuditEntry,
) {
  const [account] = await tx.insert(accounts).values(input).returning();
  const [publisher] = await tx.insert(publishers).values({ handle: input.handle, kind: "user" }).returning();
  if (!account || !publisher) throw new Error("insert returned no row");
  await tx.insert(memberships).values({ accountId: account.id, publisherId: publisher.id, role: "owner" });
  const { handle } = input;
  const fields = { publisher: handle, account: handle, role: "owner", change: "created" };
  await writeDecision(tx, { leaves: [{ kind: "ownership", at: account.createdAt, fields }], audit });
  return account;
}

/** A token that may all that its account may, as long as nobody revokes it. */
export async function insertFirstToken(tx: Db, input: { accountId: number; name: string; secret: string }) {
  await tx.insert(tokens).values({
    accountId: input.accountId,
    name: input.name,
    secretSha256: tokenDigest(input.secret),
    scopes: ["*"],
    namePatterns: ["*"],
  });
}
