import { attestations } from "@gaia/db";
import { showStatementsTo, viewerOf } from "@gaia/policy";
import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { findVersion, subjectOf, versionNotFound } from "../kernel/find-version.ts";

/** What the registry signed about a version, in order; of withheld and purged ones too. @throws RegistryError `not_found` */
export async function listAttestations(ctx: Ctx, input: { name: string; version: string }) {
  const found = await findVersion(ctx, input);
  if (!found || showStatementsTo(found.version.status, viewerOf(ctx.actor, subjectOf(found))) !== 200)
    throw versionNotFound(input);
  const { version } = found;
  const rows = await ctx.db
    .select()
    .from(attestations)
    .where(eq(attestations.versionId, version.id))
    .orderBy(asc(attestations.sequence));
  return {
    attestations: rows.map((row) => ({
      sequence: row.sequence,
      decision: row.decision,
      created_at: row.createdAt.toISOString(),
      // The column was written by signStatement.
      envelope: row.envelope,
    })),
  };
}
