import {
  accounts,
  appendAudit,
  type Db,
  inTransaction,
  isUniqueViolation,
  logLeaves,
  memberships,
  publishers,
  tokens,
} from "@gaia/db";
import { formatLeaf } from "@gaia/log";
import { and, eq, isNull, ne } from "drizzle-orm";
import { IdentityError } from "./errors.ts";
import { newTokenSecret, tokenDigest } from "./token-secret.ts";

const BOOTSTRAP_TOKEN = "ADMIN_TOKEN";

/** Handles that an address or a statement of the registry uses itself. */
const RESERVED_HANDLES = new Set(["registry", "system", "search", "new", "api", "assets", "me"]);

/**
 * Creates an account, its publisher of the same handle, and its first token, which is returned once and never kept.
 * @throws IdentityError `handle_taken`, `handle_reserved`
 */
export async function createAccount(
  db: Db,
  input: { handle: string; email: string | null; createdBy: string; requestId: string | null },
): Promise<{ handle: string; token: string }> {
  if (RESERVED_HANDLES.has(input.handle)) {
    throw new IdentityError("handle_reserved", `The handle ${input.handle} is used by the registry itself.`);
  }
  const secret = newTokenSecret();
  try {
    await inTransaction(db, async (tx) => {
      const account = await insertAccount(tx, { handle: input.handle, email: input.email, role: "user" });
      await insertToken(tx, { accountId: account.id, name: "first token", secret });
      await appendAudit(tx, {
        actor: input.createdBy,
        action: "account.create",
        target: `account:${input.handle}`,
        requestId: input.requestId,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new IdentityError("handle_taken", `The handle ${input.handle} is taken.`);
    throw error;
  }
  return { handle: input.handle, token: secret };
}

/**
 * Makes sure that the account `admin` exists and that `secret`, taken as given, is its bootstrap token. A new value
 * revokes the old one.
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
    const account = found[0] ?? (await insertAccount(tx, { handle: "admin", email: null, role: "admin" }));
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
    await appendAudit(tx, { actor: "registry", action: "token.bootstrap", target: "account:admin" });
  });
}

async function insertAccount(tx: Db, input: { handle: string; email: string | null; role: "user" | "admin" }) {
  const [account] = await tx.insert(accounts).values(input).returning();
  const [publisher] = await tx.insert(publishers).values({ handle: input.handle, kind: "user" }).returning();
  if (!account || !publisher) throw new Error("insert returned no row");
  await tx.insert(memberships).values({ accountId: account.id, publisherId: publisher.id, role: "owner" });
  const { handle } = input;
  const fields = { publisher: handle, account: handle, role: "owner", change: "created" };
  const leaf = formatLeaf({ kind: "ownership", at: account.createdAt, fields });
  await tx.insert(logLeaves).values({ leaf: Buffer.from(leaf).toString("utf8") });
  return account;
}

async function insertToken(tx: Db, input: { accountId: number; name: string; secret: string }) {
  await tx.insert(tokens).values({
    accountId: input.accountId,
    name: input.name,
    secretSha256: tokenDigest(input.secret),
    scopes: ["*"],
    namePatterns: ["*"],
  });
}
