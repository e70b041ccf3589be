import { appendAudit, inTransaction, isUniqueViolation, publishers, signatures, signingKeys, versions } from "@gaia/db";
import { readPublicKey, TrustError } from "@gaia/trust";
import { and, eq, ne } from "drizzle-orm";
import { ensureMemberOf } from "./actor.ts";
import type { Ctx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { changeTier, readStanding } from "./tier.ts";

type KeyRow = typeof signingKeys.$inferSelect;

/** `PublisherKey` of the API. */
const toPublisherKey = (key: KeyRow) => ({
  id: key.id,
  kind: key.kind,
  fingerprint: key.fingerprint,
  algorithm: key.algorithm,
  user_ids: key.userIds,
  registered_at: key.registeredAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  revoked_as: key.revokedAs,
  public_key: key.publicKey,
});

/** @throws RegistryError `not_found` */
export async function ensurePublisher(ctx: Ctx, handle: string) {
  const [publisher] = await ctx.db.select().from(publishers).where(eq(publishers.handle, handle));
  if (!publisher) throw new RegistryError("not_found", `There is no publisher ${handle} here.`);
  return publisher;
}

/** @throws RegistryError `not_found` */
export async function listKeys(ctx: Ctx, input: { handle: string }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const rows = await ctx.db
    .select()
    .from(signingKeys)
    .where(eq(signingKeys.publisherId, publisher.id))
    .orderBy(signingKeys.registeredAt);
  return { keys: rows.map(toPublisherKey) };
}

/**
 * Registers an OpenPGP public key with a publisher. The same key again changes nothing; one that was revoked here stays
 * revoked.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `invalid_key`, `conflict`
 */
export async function addKey(ctx: Ctx, input: { handle: string; publicKey: string }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const actor = ensureMemberOf(ctx, publisher);
  const key = await readKey(input.publicKey, ctx.now());
  const known = () => findKey(ctx, publisher.id, key.fingerprint);
  const before = await known();
  if (before) return { created: false, key: toPublisherKey(ensureNotRevoked(before)) };
  try {
    const row = await inTransaction(ctx.db, async (tx) => {
      const [inserted] = await tx
        .insert(signingKeys)
        .values({
          publisherId: publisher.id,
          kind: "openpgp",
          fingerprint: key.fingerprint,
          publicKey: key.armored,
          userIds: key.userIds,
          algorithm: key.algorithm,
          registeredAt: ctx.now(),
          expiresAt: key.expiresAt,
        })
        .returning();
      await appendAudit(tx, {
        actor: actor.handle,
        action: "key.add",
        target: `publisher:${publisher.handle}`,
        detail: { fingerprint: key.fingerprint },
        requestId: ctx.requestId,
      });
      if (!inserted) throw new Error("insert returned no row");
      return inserted;
    });
    return { created: true, key: toPublisherKey(row) };
  } catch (error) {
    const theirs = isUniqueViolation(error) ? await known() : null;
    if (!theirs) throw error;
    return { created: false, key: toPublisherKey(ensureNotRevoked(theirs)) };
  }
}

async function readKey(armored: string, now: Date) {
  try {
    const key = await readPublicKey(armored);
    if (key.revoked) throw new RegistryError("invalid_key", `The key ${key.fingerprint} carries its own revocation.`);
    if (key.expiresAt && key.expiresAt <= now) {
      throw new RegistryError("invalid_key", `The key ${key.fingerprint} expired on ${key.expiresAt.toISOString()}.`);
    }
    return key;
  } catch (error) {
    if (error instanceof TrustError) throw new RegistryError("invalid_key", error.message, { cause: error });
    throw error;
  }
}

async function findKey(ctx: Ctx, publisherId: number, fingerprint: string): Promise<KeyRow | null> {
  const [row] = await ctx.db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.publisherId, publisherId), eq(signingKeys.fingerprint, fingerprint)));
  return row ?? null;
}

function ensureNotRevoked(key: KeyRow): KeyRow {
  if (!key.revokedAt) return key;
  throw new RegistryError("conflict", `The key ${key.fingerprint} was revoked here; register another one.`);
}

/**
 * Revokes a key. `retired`: it signs nothing more, what it signed stays. `compromised`: every signature it made is
 * revoked too, and versions that have no other fall back to experimental.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict`
 */
export async function revokeKey(ctx: Ctx, input: { handle: string; id: string; as: "compromised" | "retired" }) {
  const publisher = await ensurePublisher(ctx, input.handle);
  const actor = ensureMemberOf(ctx, publisher);
  const affected = await inTransaction(ctx.db, async (tx) => {
    const [key] = await tx
      .select()
      .from(signingKeys)
      .where(and(eq(signingKeys.id, input.id), eq(signingKeys.publisherId, publisher.id)))
      .for("update");
    if (!key) throw new RegistryError("not_found", `Publisher ${publisher.handle} has no such key.`);
    // A retired key may still turn out to be compromised; nothing turns back.
    if (key.revokedAs === "compromised" || key.revokedAs === input.as) {
      throw new RegistryError("conflict", `The key was revoked already (${key.revokedAs}).`);
    }
    await tx
      .update(signingKeys)
      .set({ revokedAt: key.revokedAt ?? ctx.now(), revokedAs: input.as })
      .where(eq(signingKeys.id, key.id));
    await appendAudit(tx, {
      actor: actor.handle,
      action: "key.revoke",
      target: `publisher:${publisher.handle}`,
      detail: { fingerprint: key.fingerprint, as: input.as },
      requestId: ctx.requestId,
    });
    if (input.as === "retired") return [];
    return tx
      .update(signatures)
      .set({ status: "revoked" })
      .where(eq(signatures.signingKeyId, key.id))
      .returning({ versionId: signatures.versionId });
  });
  for (const { versionId } of affected) await demoteUnsigned(ctx, versionId, actor.handle);
  const [row] = await ctx.db.select().from(signingKeys).where(eq(signingKeys.id, input.id));
  if (!row) throw new Error("a key row vanished");
  return toPublisherKey(row);
}

/** Takes the tier from versions that no valid signature carries any more; also what the sweep does after a crash. */
export async function demoteUnsigned(ctx: Ctx, versionId: number, actor: string): Promise<boolean> {
  const standing = await readStanding(ctx.db, versionId, false);
  if (!standing || standing.version.tier === "experimental" || standing.signatureValid) return false;
  return changeTier(ctx, {
    standing,
    to: "experimental",
    actor,
    reason: "its signing key was revoked as compromised",
    ensure: (now) => now.version.tier !== "experimental" && !now.signatureValid,
  });
}

/** Versions above experimental without a valid signature: left by a crash inside `revokeKey`. */
export async function findUnsignedAbove(ctx: Ctx, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ id: versions.id })
    .from(versions)
    .innerJoin(signatures, and(eq(signatures.versionId, versions.id), eq(signatures.status, "revoked")))
    .where(ne(versions.tier, "experimental"))
    .limit(limit);
  return rows.map((row) => row.id);
}
