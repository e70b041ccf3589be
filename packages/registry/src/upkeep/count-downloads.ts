import { type Db, downloadsByClient, downloadsDaily, inTransaction, skills, versions } from "@gaia/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";

/** How often a version was taken by a client's protocol, once for each principal. */
interface TakenBy {
  versionId: number;
  client: string;
  count: number;
}

/**
 * Adds a batch of downloads: by version id, how many on that day (UTC, `2026-03-15`), and by which clients. One transaction a batch, so
 * popular skills cost no write each.
 */
export async function addDownloads(
  db: Db,
  input: { counts: Map<number, number>; byClient: readonly TakenBy[]; day: string },
): Promise<void> {
  const ids = [...new Set([...input.counts.keys(), ...input.byClient.map(({ versionId }) => versionId)])];
  if (ids.length === 0) return;
  await inTransaction(db, async (tx) => {
    // A staged version that was taken may have been rejected meanwhile: its row is gone, and the others' counts do not go with it.
    const there = await tx
      .select({ id: versions.id, skillId: versions.skillId })
      .from(versions)
      .where(inArray(versions.id, ids))
      .orderBy(asc(versions.id))
      .for("key share");
    const isThere = new Set(there.map(({ id }) => id));
    // In one order in every process: two that flush at once wait for each other instead of locking each other out.
    const rows = [...input.counts]
      .filter(([versionId]) => isThere.has(versionId))
      .map(([versionId, count]) => ({ versionId, day: input.day, count }))
      .toSorted((a, b) => a.versionId - b.versionId);
    const clients = input.byClient
      .filter(({ versionId }) => isThere.has(versionId))
      .map((taken) => ({ ...taken, day: input.day }))
      .toSorted((a, b) => a.versionId - b.versionId || (a.client < b.client ? -1 : 1));
    if (clients.length > 0) {
      await tx
        .insert(downloadsByClient)
        .values(clients)
        .onConflictDoUpdate({
          target: [downloadsByClient.versionId, downloadsByClient.day, downloadsByClient.client],
          set: { count: sql`${downloadsByClient.count} + excluded.count` },
        });
    }
    if (rows.length === 0) return;
    await tx
      .insert(downloadsDaily)
      .values(rows)
      .onConflictDoUpdate({
        target: [downloadsDaily.versionId, downloadsDaily.day],
        set: { count: sql`${downloadsDaily.count} + excluded.count` },
      });
    for (const { id, skillId } of there.toSorted((a, b) => a.skillId - b.skillId)) {
      const added = input.counts.get(id);
      if (added === undefined) continue;
      await tx
        .update(skills)
        .set({ downloads: sql`${skills.downloads} + ${added}` })
        .where(eq(skills.id, skillId));
      // Search ranks by use, in doublings: it hears of each. A statement of its own: one that names the column notifies, changed or not.
      await tx
        .update(skills)
        .set({ revision: sql`${skills.revision} + 1` })
        .where(and(eq(skills.id, skillId), hasDoubled(added)));
    }
  });
}

const hasDoubled = (added: number) =>
  sql`floor(log(2, ${skills.downloads} - ${added} + 1)) <> floor(log(2, ${skills.downloads} + 1))`;
