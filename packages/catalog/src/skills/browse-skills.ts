import { listings } from "@gaia/db";
import { desc } from "drizzle-orm";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { isWanted, listedWith, type Wanted, wantedOf } from "./catalog-filter.ts";
import { addFacets, countFacets, countListed } from "./facets.ts";
import { countHeld } from "./held-listings.ts";
import { readHidden } from "./hidden-listings.ts";
import { listSkills } from "./list-skills.ts";
import { MOST_CANDIDATES, type SearchAnswer, type SearchInput } from "./search-answer.ts";

/** A search without words: the whole catalog, or what a filter leaves of it. */
export async function browseSkills(ctx: ReadCtx, input: SearchInput): Promise<SearchAnswer> {
  const wanted = wantedOf(input);
  const sort = input.sort === "relevance" ? "downloads" : input.sort;
  const cursor = sort === "downloads" ? await toListCursor(ctx, input.cursor, wanted) : input.cursor;
  const [page, counted, hidden, held] = await Promise.all([
    listSkills(ctx, { ...input, sort, cursor }),
    countListed(ctx, wanted),
    readHidden(ctx, { tier: input.tier, held: input.held, limit: MOST_CANDIDATES }),
    input.held ? countHeld(ctx, { wanted, limit: MOST_CANDIDATES }) : { total: 0, rows: [] },
  ]);
  const mine = hidden.filter(({ facets }) => isWanted(facets, wanted));
  const total = counted.total + mine.length + held.total;
  const more = [...hidden, ...held.rows];
  const facets = more.length === 0 ? counted.facets : addFacets(counted.facets, countFacets(more, wanted));
  return { total, facets, hits: page.items.map((item) => ({ ...item, score: 0 })), next_cursor: page.next_cursor };
}

/** Cursors of earlier releases counted rows: such a one becomes the row at that place. */
async function toListCursor(ctx: ReadCtx, cursor: string | null, wanted: readonly Wanted[]): Promise<string | null> {
  if (!isCounting(cursor)) return cursor;
  const [offset] = readCursor(cursor, "search", ["number"]) ?? [];
  if (typeof offset !== "number" || offset < 1 || offset > MOST_CANDIDATES) return null;
  const fits = await listedWith(ctx, wanted, offset);
  const rows = await ctx.db
    .select({ downloads: listings.downloads, id: listings.skillId })
    .from(listings)
    .where(fits)
    .orderBy(desc(listings.downloads), desc(listings.skillId))
    .limit(offset);
  const last = rows.at(-1);
  return last ? writeCursor("skills:downloads", [last.downloads, last.id]) : null;
}

function isCounting(cursor: string | null): boolean {
  try {
    return readCursor(cursor, "search", ["number"]) !== null;
  } catch {
    return false;
  }
}
