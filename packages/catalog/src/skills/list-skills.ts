import { heldListings, hiddenListings, listings, publishers, skills, versions } from "@gaia/db";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { hiddenButReadable } from "../kernel/readable.ts";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import { type CatalogFilter, hasFacets, listedWith, wantedOf } from "./catalog-filter.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { isOpenOrNamed } from "./hidden-listings.ts";
import { type ListedIn, shownVersion, sortColumn, sortName, SORTS, type SkillSort } from "./sorts.ts";
import { SUMMARY_COLUMNS, type SkillSummaryView, toSummary } from "./view-summary.ts";

/**
 * A page of the catalog: every skill with a listed version that is not held for review, unless `held` asks for the others too; of those
 * that are not public the ones that this actor may see. `prefix`: how their names begin.
 * @throws RegistryError `invalid_request` for a cursor that is not of this list and sort
 */
export async function listSkills(
  ctx: ReadCtx,
  input: CatalogFilter & { sort: SkillSort; limit: number; cursor: string | null; prefix?: string | null },
): Promise<{ items: SkillSummaryView[]; next_cursor: string | null }> {
  const sort = SORTS[input.sort];
  const list = `skills:${sortName(input.sort, input)}`;
  const after = readCursor(input.cursor, list, [sort.kind, "number"]);
  const direction = sort.down ? desc : asc;
  const wanted = wantedOf(input);
  const fits = await listedWith(ctx, wanted, input.limit + 1);
  const from = (table: ListedIn) =>
    ctx.db
      .select({
        skillId: table.skillId,
        versionId: shownVersion(table, input).as("version_id"),
        key: sql`${sortColumn(table, input.sort, input)}`.as("key"),
      })
      .from(table)
      .orderBy(direction(sortColumn(table, input.sort, input)), direction(table.skillId))
      .limit(input.limit + 1)
      .$dynamic();
  const begins = (table: ListedIn) => beginsWith(table, input.prefix ?? null);
  const shown = from(listings).where(and(fits, begins(listings), afterCursor(listings, input, after)));
  const mine = hiddenButReadable(ctx);
  const hidden = from(hiddenListings)
    .innerJoin(skills, eq(skills.id, hiddenListings.skillId))
    .where(
      and(
        mine ?? undefined,
        hasFacets(hiddenListings.facets, wanted),
        begins(hiddenListings),
        input.held ? undefined : isOpenOrNamed(""),
        afterCursor(hiddenListings, input, after),
      ),
    );
  const held = from(heldListings).where(
    and(hasFacets(heldListings.facets, wanted), begins(heldListings), afterCursor(heldListings, input, after)),
  );
  const [one, ...others] = [...(input.held ? [held] : []), ...(mine === null ? [] : [hidden])];
  const listed = (one === undefined ? shown : unionAll(shown, one, ...others)).as("listed");
  const rows = await ctx.db
    .select({ ...SUMMARY_COLUMNS, key: sql`${listed.key}`.mapWith(listings[sort.column]) })
    .from(listed)
    .innerJoin(skills, eq(skills.id, listed.skillId))
    .innerJoin(versions, eq(versions.id, listed.versionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .orderBy(direction(listed.key), direction(listed.skillId))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return {
    items: page.map(toSummary),
    next_cursor: last ? writeCursor(list, [last.key, last.id]) : null,
  };
}

/** The range lets the index by name be entered at its beginning; what begins so is decided letter by letter, whatever the collation. */
const beginsWith = (table: ListedIn, prefix: string | null): SQL | undefined =>
  prefix === null ? undefined : sql`(${table.name} >= ${prefix} AND starts_with(${table.name}, ${prefix}))`;

/** One comparison of rows, so that the index is entered at the cursor's place however deep that is. */
function afterCursor(
  table: ListedIn,
  input: CatalogFilter & { sort: SkillSort },
  after: (string | number | Date)[] | null,
): SQL | undefined {
  const [value, id] = after ?? [];
  if (value === undefined || typeof id !== "number") return undefined;
  const column = sortColumn(table, input.sort, input);
  const beyond = SORTS[input.sort].down ? sql`<` : sql`>`;
  // A number may be beyond what the column holds: it is a place all the same.
  const place = typeof value === "number" ? sql`${value}::bigint` : sql.param(value, column);
  return sql`(${column}, ${table.skillId}) ${beyond} (${place}, ${id}::bigint)`;
}
