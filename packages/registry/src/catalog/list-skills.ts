import { listings, publishers, skills, versions } from "@gaia/db";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type CatalogFilter, facetsOf, listedWith } from "./catalog-filter.ts";
import type { Ctx } from "../kernel/context.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, toSummary } from "./view-summary.ts";

/** How a list may be sorted: by which column, which way, and what of a row the cursor holds. */
const SORTS = {
  updated: { column: listings.updatedAt, kind: "date", down: true },
  created: { column: listings.createdAt, kind: "date", down: true },
  downloads: { column: listings.downloads, kind: "number", down: true },
  name: { column: listings.name, kind: "text", down: false },
} as const;

export type SkillSort = keyof typeof SORTS;

/**
 * A page of the catalog: every skill with a listed version.
 * @throws RegistryError `invalid_request` for a cursor that is not of this list and sort
 */
export async function listSkills(
  ctx: Ctx,
  input: CatalogFilter & { sort: SkillSort; limit: number; cursor: string | null },
): Promise<{ items: SkillSummaryView[]; next_cursor: string | null }> {
  const sort = SORTS[input.sort];
  const list = `skills:${input.sort}`;
  const after = afterCursor(input.sort, readCursor(input.cursor, list, [sort.kind, "number"]));
  const direction = sort.down ? desc : asc;
  const wanted = await listedWith(ctx, facetsOf(input), input.limit + 1);
  const listed = ctx.db
    .select({ skillId: listings.skillId, versionId: listings.versionId, key: sql`${sort.column}`.as("key") })
    .from(listings)
    .where(and(wanted, after))
    .orderBy(direction(sort.column), direction(listings.skillId))
    .limit(input.limit + 1)
    .as("listed");
  const rows = await ctx.db
    .select({ ...SUMMARY_COLUMNS, key: sql`${listed.key}`.mapWith(sort.column) })
    .from(listed)
    .innerJoin(skills, eq(skills.id, listed.skillId))
    .innerJoin(versions, eq(versions.id, listed.versionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .orderBy(direction(listed.key), direction(listed.skillId));
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map(toSummary),
    next_cursor: last ? writeCursor(list, [last.key, last.id]) : null,
  };
}

/** One comparison of rows, so that the index is entered at the cursor's place however deep that is. */
function afterCursor(name: SkillSort, after: (string | number | Date)[] | null): SQL | undefined {
  const [value, id] = after ?? [];
  if (value === undefined || typeof id !== "number") return undefined;
  const { column, down } = SORTS[name];
  const beyond = down ? sql`<` : sql`>`;
  return sql`(${column}, ${listings.skillId}) ${beyond} (${sql.param(value, column)}, ${id}::bigint)`;
}
