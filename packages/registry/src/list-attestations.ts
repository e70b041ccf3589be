import { attestations } from "@gaia/db";
import type { Envelope } from "@gaia/trust";
import { asc, eq } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import { ensureVisible } from "./find-version.ts";

/** What the registry signed about a version, in order. @throws RegistryError `not_found`, `quarantined`, `purged` */
export async function listAttestations(ctx: Ctx, input: { name: string; version: string }) {
  const { version } = await ensureVisible(ctx, input);
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
      envelope: row.envelope as Envelope,
    })),
  };
}
