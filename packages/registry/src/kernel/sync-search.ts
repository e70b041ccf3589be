import { publishers, skills, versions, describeError, inTransaction } from "@gaia/db";
import type { SearchDocument, SearchError } from "@gaia/search";
import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Ctx, Registry } from "./context.ts";

const PAGE = 500;

/** Tells the search index about a skill. A failure is logged only: `revision` stays ahead and the sweep tells again. */
export async function syncSearch(ctx: Ctx, skillId: number): Promise<void> {
  try {
    await putSkill(ctx, skillId);
  } catch (error) {
    ctx.warn("search_not_told", { skill_id: skillId, error: describeError(error) });
  }
}

async function putSkill(ctx: Registry, skillId: number): Promise<void> {
  await putRows(ctx, await selectDocuments(ctx).where(eq(skills.id, skillId)));
}

/** Tells the index of these skills as they were read, in one go. @returns how many of them are listed */
async function putRows(ctx: Registry, rows: Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const listed = rows.filter((row) => row.document !== null);
  const gone = rows.filter((row) => row.document === null).map(({ id }) => String(id));
  if (gone.length > 0) await ctx.search.remove(gone);
  if (listed.length > 0) await ctx.search.put(listed.map(toDocument));
  // A change that came meanwhile has raised `revision` further and keeps the skill behind.
  const told = JSON.stringify(rows.map(({ id, revision }) => ({ id, revision })));
  await ctx.db
    .update(skills)
    .set({ indexedRevision: sql`said.revision` })
    .from(sql`jsonb_to_recordset(${told}::text::jsonb) AS said (id bigint, revision integer)`)
    .where(sql`${skills.id} = said.id`);
  return listed.length;
}

/**
 * Tells the index of skills whose changes it has not heard of: after a failure, and all of them after an upgrade that made the index anew.
 * Goes on for `mostMs` at most; the next sweep continues.
 * @returns how many it was told of
 */
export async function catchUpSearch(ctx: Ctx, mostMs: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  for (let after = 0; ;) {
    const rows = await selectDocuments(ctx)
      .where(and(gt(skills.id, after), ne(skills.revision, skills.indexedRevision)))
      .orderBy(asc(skills.id))
      .limit(PAGE);
    const last = rows.at(-1);
    if (!last) return done;
    try {
      await putRows(ctx, rows);
    } catch (error) {
      ctx.warn("search_not_told", { skills: rows.length, error: describeError(error) });
      if (isUnavailableIndex(error)) return done;
      // One that the index refuses does not keep the others from it.
      for (const { id } of rows) await syncSearch(ctx, id);
    }
    after = last.id;
    done += rows.length;
    if (performance.now() - started > mostMs) return done;
  }
}

/**
 * Makes the index anew from the rows, and before it the catalog's own listings: everything out, every listed skill in.
 * @returns how many skills it holds now
 */
export async function rebuildSearch(ctx: Registry, onProgress?: (done: number) => void): Promise<number> {
  await inTransaction(ctx.db, async (tx) => {
    // Of very many it takes longer than a statement may.
    await tx.execute(sql`SET LOCAL statement_timeout = 0`);
    await tx.execute(sql`SELECT rebuild_listings()`);
  });
  await ctx.search.clear();
  let done = 0;
  for (let after = 0; ;) {
    const rows = await selectDocuments(ctx).where(gt(skills.id, after)).orderBy(asc(skills.id)).limit(PAGE);
    const last = rows.at(-1);
    if (!last) return done;
    done += await putRows(ctx, rows);
    after = last.id;
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
    // What is not public is in no index: what it found, counted, ranked or corrected would tell of it.
    .leftJoin(versions, and(eq(versions.id, skills.latestVersionId), eq(skills.visibility, "public")))
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

/** Known by its name: this room has the index's types, and no adapter of it. */
const isUnavailableIndex = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === ("SearchError" satisfies SearchError["name"]) &&
  "code" in error &&
  error.code === "unavailable";
