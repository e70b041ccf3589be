import { signatures, versions } from "@gaia/db";
import { and, eq, isNotNull, ne, notExists, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { isHeld } from "../kernel/held.ts";
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
    standing,
    to: "experimental",
    actor,
    reason: "the key that signed it was revoked",
    ensure: (now) => now.version.tier !== "experimental" && !isSigned(now),
  });
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
    .where(and(ne(versions.tier, "experimental"), or(notExists(valid), isHeld(ctx.db, versions.id))))
    .limit(limit);
  return rows.map((row) => row.id);
}
