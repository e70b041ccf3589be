import { type Db, downloadsDaily, skills, versions } from "@gaia/db";
import { eq, inArray, sql } from "drizzle-orm";

/**
 * Adds a batch of downloads: by version id, how many on that day (UTC, `2026-03-15`). One transaction a batch, so
 * popular skills cost no write each.
 */
export async function addDownloads(db: Db, input: { counts: Map<number, number>; day: string }): Promise<void> {
  const rows = [...input.counts].map(([versionId, count]) => ({ versionId, day: input.day, count }));
  if (rows.length === 0) return;
  await db.transaction(async (tx) => {
    await tx
      .insert(downloadsDaily)
      .values(rows)
      .onConflictDoUpdate({
        target: [downloadsDaily.versionId, downloadsDaily.day],
        set: { count: sql`${downloadsDaily.count} + excluded.count` },
      });
    const owners = await tx
      .select({ id: versions.id, skillId: versions.skillId })
      .from(versions)
      .where(inArray(versions.id, [...input.counts.keys()]));
    for (const { id, skillId } of owners) {
      const added = input.counts.get(id) ?? 0;
      await tx
        .update(skills)
        // Search ranks by use, in doublings: it hears of each.
        .set({
          downloads: sql`${skills.downloads} + ${added}`,
          revision: sql`${skills.revision}
            + (floor(log(2, ${skills.downloads} + 1)) <> floor(log(2, ${skills.downloads} + ${added} + 1)))::int`,
        })
        .where(eq(skills.id, skillId));
    }
  });
}
