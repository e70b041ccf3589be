import { listingCounts, listings, publishers } from "@gaia/db";
import { and, asc, inArray, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../kernel/cursor.ts";
import type { ReadCtx } from "../kernel/context.ts";
import { countFacet } from "./catalog-filter.ts";

interface Asked {
  limit: number;
  cursor: string | null;
}

/** The publishers of listed public skills by handle, with how many each has. @throws RegistryError `invalid_request` */
export async function listPublishers(ctx: ReadCtx, input: Asked) {
  const { page, next_cursor } = await listFacet(ctx, "publisher", input);
  const known = await ctx.db
    .select({ handle: publishers.handle, kind: publishers.kind, createdAt: publishers.createdAt })
    .from(publishers)
    .where(
      inArray(
        publishers.handle,
        page.map(({ value }) => value),
      ),
    );
  const byHandle = new Map(known.map((publisher) => [publisher.handle, publisher]));
  const items = page.flatMap(({ value, skills }) => {
    const publisher = byHandle.get(value);
    if (publisher === undefined) return [];
    return [{ handle: value, kind: publisher.kind, created_at: publisher.createdAt.toISOString(), skills }];
  });
  return { items, next_cursor };
}

/** So many names has a page of them. */
const NAMES_A_PAGE = 10_000;

/** A page of the names of all listed public skills, from 1, and how many pages there are: for who wants all of them. */
export async function listNames(ctx: ReadCtx, { page }: { page: number }) {
  const [rows, counts] = await Promise.all([
    ctx.db
      .select({ name: listings.name, updatedAt: listings.updatedAt })
      .from(listings)
      .orderBy(asc(listings.name), asc(listings.skillId))
      .limit(NAMES_A_PAGE)
      .offset((page - 1) * NAMES_A_PAGE),
    countFacet(ctx, ["all"]),
  ]);
  const items = rows.map(({ name, updatedAt }) => ({ name, updated_at: updatedAt.toISOString() }));
  return { items, pages: Math.ceil((counts.get("all") ?? 0) / NAMES_A_PAGE) };
}

/** The tags of listed public skills in the order of their code points, with how many have each. @throws RegistryError `invalid_request` */
export async function listTags(ctx: ReadCtx, input: Asked) {
  const { page, next_cursor } = await listFacet(ctx, "tag", input);
  return { items: page.map(({ value, skills }) => ({ tag: value, skills })), next_cursor };
}

/** A page of the values of a facet, from the counts that are kept. The column orders byte by byte; its index is entered at the cursor. */
async function listFacet(ctx: ReadCtx, kind: "publisher" | "tag", { limit, cursor }: Asked) {
  const list = `facet:${kind}`;
  const [after] = readCursor(cursor, list, ["text"]) ?? [];
  const { facet } = listingCounts;
  const skills = sql<number>`sum(${listingCounts.skills})::bigint`;
  const begins: SQL[] = [sql`${facet} >= ${`${kind}:`}`, sql`${facet} < ${`${kind};`}`];
  if (typeof after === "string") begins.push(sql`${facet} > ${`${kind}:${after}`}`);
  const rows = await ctx.db
    .select({ facet, skills })
    .from(listingCounts)
    .where(and(...begins))
    .groupBy(facet)
    .having(sql`sum(${listingCounts.skills}) > 0`)
    .orderBy(asc(facet))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map((row) => ({ value: row.facet.slice(kind.length + 1), skills: row.skills }));
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, next_cursor: last === undefined ? null : writeCursor(list, [last.value]) };
}
