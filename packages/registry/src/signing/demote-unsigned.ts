import { signatures, versions } from "@gaia/db";
import { and, eq, ne, notExists } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { changeTier, readStanding } from "../kernel/tier.ts";

/** Takes the tier from versions that no valid signature carries any more; also what the sweep does after a crash. */
export async function demoteUnsigned(ctx: Ctx, versionId: number, actor: string): Promise<boolean> {
  const standing = await readStanding(ctx.db, versionId, false);
  if (!standing || standing.version.tier === "experimental" || standing.signatureValid) return false;
  return changeTier(ctx, {
    standing,
    to: "experimental",
    actor,
    reason: "the key that signed it was revoked",
    ensure: (now) => now.version.tier !== "experimental" && !now.signatureValid,
  });
}

/** Versions above experimental without a valid signature: left by a crash after a revocation. */
export async function findUnsignedAbove(ctx: Ctx, limit: number): Promise<number[]> {
  const isValid = and(eq(signatures.versionId, versions.id), eq(signatures.status, "valid"));
  const valid = ctx.db.select({ id: signatures.id }).from(signatures).where(isValid);
  const rows = await ctx.db
    .select({ id: versions.id })
    .from(versions)
    .where(and(ne(versions.tier, "experimental"), notExists(valid)))
    .limit(limit);
  return rows.map((row) => row.id);
}
