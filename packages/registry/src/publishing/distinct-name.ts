import { RegistryError } from "@gaia/catalog";
import { heldListings, listings, publishers, skills } from "@gaia/db";
import { nearnessOf, type Nearness, readName, refusalOf } from "@gaia/policy";
import { and, eq, gte, ne, not, or, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";
import { isBareName } from "./free-name.ts";

/** From so many downloads on a name is worth imitating. */
const POPULAR_DOWNLOADS = 1_000;

/** As `readName`, for the database: one pass over the listed names, once for each new one. */
const asRead = (name: PgColumn) =>
  sql`replace(replace(translate(replace(${name}, '-', ''), '01i3457', 'olleast'), 'vv', 'w'), 'rn', 'm')`;

/**
 * Refuses the first publish of a name that a hurried reader takes for a listed skill of another publisher, or that is one slip or one
 * lure away from a popular one. An admin may take it, and give it away by a transfer.
 * @throws RegistryError `name_confusable`
 */
export async function ensureNameIsDistinct(ctx: Ctx, input: { name: string; publisher: string }): Promise<void> {
  const { name, publisher } = input;
  if (refusalOf("useReservedName", ctx.actor, { publisher, skill: name }) === null) return;
  const there = await ctx.db
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.name, name), not(isBareName())));
  if (there.length > 0) return;
  const among = (table: typeof listings | typeof heldListings) =>
    ctx.db
      .select({ known: table.name, owner: publishers.handle, downloads: table.downloads })
      .from(table)
      .innerJoin(skills, eq(skills.id, table.skillId))
      .innerJoin(publishers, eq(publishers.id, skills.publisherId))
      .where(
        and(
          ne(publishers.handle, publisher),
          or(sql`${asRead(table.name)} = ${readName(name)}`, gte(table.downloads, POPULAR_DOWNLOADS)),
        ),
      );
  // A name that many know is worth imitating while a re-scan holds it, too.
  const candidates = await unionAll(among(listings), among(heldListings));
  for (const { known, owner, downloads } of candidates) {
    const nearness = nearnessOf(name, known);
    if (nearness === null || (nearness !== "reads the same" && downloads < POPULAR_DOWNLOADS)) continue;
    throw new RegistryError("name_confusable", reasonOf(nearness, { name, known, owner }));
  }
}

const HOW: Record<Nearness, string> = {
  "reads the same": "reads like",
  swapped: "is two swapped letters from",
  "one letter": "is one letter from",
  affix: "adds what makes it look more genuine to",
};

const reasonOf = (nearness: Nearness, { name, known, owner }: { name: string; known: string; owner: string }): string =>
  `${name} ${HOW[nearness]} ${known} of ${owner}${nearness === "reads the same" ? "" : ", which many install"}: choose another name, ` +
  "or ask an admin of the registry, who may publish it and transfer it to you.";
