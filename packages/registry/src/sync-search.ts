import { publishers, skills, versions, describeError } from "@gaia/db";
import type { SearchDocument } from "@gaia/search";
import { and, asc, eq, gt, ne } from "drizzle-orm";
import type { Ctx, Registry } from "./context.ts";

const PAGE = 200;

/** Tells the search index about a skill. A failure is logged only: `revision` stays ahead and the sweep tells again. */
export async function syncSearch(ctx: Ctx, skillId: number): Promise<void> {
  try {
    await putSkill(ctx, skillId);
  } catch (error) {
    ctx.warn("search_not_told", { skill_id: skillId, error: describeError(error) });
  }
}

async function putSkill(ctx: Registry, skillId: number): Promise<void> {
  const [row] = await selectDocuments(ctx).where(eq(skills.id, skillId));
  if (!row) return;
  if (row.document === null) await ctx.search.remove([String(skillId)]);
  else await ctx.search.put([toDocument(row)]);
  // A change that came meanwhile has raised `revision` further and keeps the skill behind.
  await ctx.db.update(skills).set({ indexedRevision: row.revision }).where(eq(skills.id, skillId));
}

/** Skills whose changes the index has not heard of yet. */
export async function findUnindexed(ctx: Registry, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: skills.id })
    .from(skills)
    .where(ne(skills.revision, skills.indexedRevision))
    .orderBy(asc(skills.id))
    .limit(limit);
  return rows.map((row) => row.id);
}

/**
 * Makes the index anew from the rows: everything out, every listed skill in.
 * @returns how many skills it holds now
 */
export async function rebuildSearch(ctx: Registry, onProgress?: (done: number) => void): Promise<number> {
  await ctx.search.clear();
  let done = 0;
  for (let after = 0; ;) {
    const rows = await selectDocuments(ctx).where(gt(skills.id, after)).orderBy(asc(skills.id)).limit(PAGE);
    const last = rows.at(-1);
    if (!last) return done;
    const documents = rows.filter((row) => row.document !== null).map(toDocument);
    if (documents.length > 0) await ctx.search.put(documents);
    for (const row of rows) {
      await ctx.db.update(skills).set({ indexedRevision: row.revision }).where(eq(skills.id, row.id));
    }
    after = last.id;
    done += documents.length;
    onProgress?.(done);
  }
}

const selectDocuments = (ctx: Registry) =>
  ctx.db
    .select({
      id: skills.id,
      revision: skills.revision,
      name: skills.name,
      downloads: skills.downloads,
      publisher: publishers.handle,
      document: {
        version: versions.version,
        displayName: versions.displayName,
        description: versions.description,
        tags: versions.tags,
        tools: versions.toolNames,
      },
    })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(versions, and(eq(versions.id, skills.latestVersionId)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectDocuments>>[number];

const toDocument = (row: Row): SearchDocument => ({
  id: String(row.id),
  name: row.name,
  display_name: row.document?.displayName ?? "",
  description: row.document?.description ?? "",
  tags: row.document?.tags ?? [],
  publisher: row.publisher,
  tools: row.document?.tools ?? [],
  downloads: row.downloads,
});
