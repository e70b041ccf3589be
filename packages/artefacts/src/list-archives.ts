import type { ReadCtx } from "@gaia/catalog";
import { artifacts } from "@gaia/db";
import { and, eq, inArray } from "drizzle-orm";

/** The canonical archives of these versions, by the id of a version; a purge takes them. */
export async function listArchives(
  ctx: ReadCtx,
  { versionIds, kind }: { versionIds: readonly number[]; kind: "zip" | "tgz" },
): Promise<ReadonlyMap<number, { sha256: string; sizeBytes: number }>> {
  const rows = await ctx.db
    .select({ versionId: artifacts.versionId, sha256: artifacts.sha256, sizeBytes: artifacts.sizeBytes })
    .from(artifacts)
    .where(and(inArray(artifacts.versionId, [...versionIds]), eq(artifacts.kind, kind)));
  return new Map(rows.map(({ versionId, ...archive }) => [versionId, archive]));
}
