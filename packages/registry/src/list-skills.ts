import { publishers, skills, versions } from "@gaia/db";
import { and, asc, desc, eq, gt, lt, or, type SQL } from "drizzle-orm";
import { type CatalogFilter, filterConditions } from "./catalog-filter.ts";
import type { Ctx } from "./context.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, type SummaryRow, toSummary } from "./view-summary.ts";

/** How a list may be sorted: by which column, which way, and what of a row the cursor holds. */
const SORTS = {
  updated: { column: skills.updatedAt, kind: "date", of: (row: SummaryRow) => row.updatedAt, down: true },
  created: { column: skills.createdAt, kind: "date", of: (row: SummaryRow) => row.createdAt, down: true },
  downloads: { column: skills.downloads, kind: "number", of: (row: SummaryRow) => row.downloads, down: true },
  name: { column: skills.name, kind: "text", of: (row: SummaryRow) => row.name, down: false },
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
  const direction = sort.down ? desc : asc;
  const rows = await ctx.db
    .select(SUMMARY_COLUMNS)
    .from(skills)
    .innerJoin(versions, eq(versions.id, skills.latestVersionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(
      and(...filterConditions(input), afterCursor(input.sort, readCursor(input.cursor, list, [sort.kind, "number"]))),
    )
    .orderBy(direction(sort.column), direction(skills.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map(toSummary),
    next_cursor: last ? writeCursor(list, [sort.of(last), last.id]) : null,
  };
}

function afterCursor(name: SkillSort, after: (string | number | Date)[] | null): SQL | undefined {
  const [value, id] = after ?? [];
  if (value === undefined || typeof id !== "number") return undefined;
  const { column, down } = SORTS[name];
  const beyond = down ? lt : gt;
  return or(beyond(column, value), and(eq(column, value), beyond(skills.id, id)));
}
