import { signatures, versions } from "@gaia/db";
import { and, eq, isNotNull, ne, notExists, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isSignerHeld } from "../kernel/signer-held.ts";
import { changeTier, readStanding, type Standing } from "../kernel/tier.ts";
import { holdUnaccepted } from "./settle-signer.ts";

/**
 * Takes the tier from versions that no valid signature carries any more, and holds those that only somebody else's is left of; also what
 * the sweep does after a crash.
 */
export async function demoteUnsigned(ctx: Ctx, versionId: number, actor: string): Promise<boolean> {
  await holdUnaccepted(ctx, versionId, actor);
  const standing = await readStanding(ctx.db, versionId, false);
  if (!standing || standing.version.tier === "experimental" || isSigned(standing)) return false;
  return changeTier(ctx, {
    asked: null,
    standing,
    to: "experimental",
    actor,
    reason: await whyUnsigned(ctx, versionId),
    ensure: (now) => now.version.tier !== "experimental" && !isSigned(now),
  });
}

async function whyUnsigned(ctx: Ctx, versionId: number): Promise<string> {
  const isAttested = and(eq(signatures.versionId, versionId), eq(signatures.status, "attested"));
  const [attested] = await ctx.db.select().from(signatures).where(isAttested).limit(1);
  const isRevoked = and(eq(signatures.versionId, versionId), eq(signatures.status, "revoked"));
  const [revoked] = await ctx.db.select().from(signatures).where(isRevoked).limit(1);
  return !revoked && attested
    ? `what it was taken to be signed with is an attestation (${attested.predicateType}), which signs no release; sign it to have ` +
        "its tier back"
    : "the key that signed it was revoked";
}

/** A signature whose signer nobody confirmed carries no tier either: it may have come just when the one that did was revoked. */
const isSigned = (standing: Standing): boolean => standing.signatureValid && !standing.signerHeld;

/** Versions above experimental without a valid signature that was accepted, or with a held one: left by a crash after a revocation. */
export async function findUnsignedAbove(ctx: Ctx, limit: number): Promise<number[]> {
  const isValid = and(
    eq(signatures.versionId, versions.id),
    eq(signatures.status, "valid"),
    isNotNull(signatures.acceptedAt),
  );
  const valid = ctx.db.select({ id: signatures.id }).from(signatures).where(isValid);
  const rows = await ctx.db
    .select({ id: versions.id })
    .from(versions)
    .where(and(ne(versions.tier, "experimental"), or(notExists(valid), isSignerHeld(ctx.db, versions.id))))
    .limit(limit);
  return rows.map((row) => row.id);
}
