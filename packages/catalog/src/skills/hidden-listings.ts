import { folded, hiddenListings, publishers, skills, versions } from "@gaia/db";
import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { hiddenButReadable } from "../kernel/readable.ts";
import type { Tier } from "@gaia/policy";
import { shownVersion, sortColumn } from "./sorts.ts";
import type { ReadCtx } from "../kernel/context.ts";

/** A listed skill that is not public, as rankings and counts need it. */
interface HiddenRow {
  id: number;
  versionId: number;
  name: string;
  downloads: number;
  rising: number;
  /** Tokens of context that the version to show takes. */
  context: number;
  createdAt: Date;
  updatedAt: Date;
  facets: string[];
  publisher: string;
  isDeprecated: boolean;
  /** What few may see stands where its text puts it. */
  lift: 0;
}

/** More words than these narrow nothing down. */
const MOST_WORDS = 16;

/**
 * The listed skills that are not public and that whoever acts may see, the most used first; with `query` those of which every word of it
 * is in a name, the description, a tag or a tool. They are in no search index, so this looks at each: they are few. What is held for
 * review is among them where `held` asks for it, or where it has the query's name. `tier`: the version of these tiers is shown.
 */
export async function readHidden(
  ctx: ReadCtx,
  { tier, held, query = "", limit }: { tier: readonly Tier[]; held: boolean; query?: string; limit: number },
): Promise<HiddenRow[]> {
  const mine = hiddenButReadable(ctx);
  if (mine === null) return [];
  return ctx.db
    .select({
      id: skills.id,
      versionId: shownVersion(hiddenListings, { tier }).mapWith(Number),
      name: skills.name,
      downloads: skills.downloads,
      rising: skills.rising,
      context: sql`${sortColumn(hiddenListings, "context", { tier })}`.mapWith(Number),
      createdAt: skills.createdAt,
      updatedAt: skills.updatedAt,
      facets: hiddenListings.facets,
      publisher: publishers.handle,
      isDeprecated: isNotNull(versions.deprecatedAt).mapWith(Boolean),
      lift: sql<0>`0`,
    })
    .from(hiddenListings)
    .innerJoin(skills, eq(skills.id, hiddenListings.skillId))
    .innerJoin(versions, eq(versions.id, hiddenListings.versionId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(mine, says(query), held ? undefined : isOpenOrNamed(query)))
    .orderBy(desc(skills.downloads), desc(skills.id))
    .limit(limit);
}

/** The condition of rows of `hidden_listings` that are not held, or have the name that was asked for. */
export const isOpenOrNamed = (query: string): SQL => sql`(NOT ${hiddenListings.held} OR ${skills.name} = ${query})`;

function says(query: string): SQL | undefined {
  const words = query
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const text =
    folded(sql`concat_ws(' ', ${skills.name}, ${versions.displayName}, ${versions.description}, ${publishers.handle},
    array_to_string(${versions.tags}, ' '), array_to_string(${versions.toolNames}, ' '))`);
  const asked = sql`jsonb_array_elements_text(${JSON.stringify(words)}::text::jsonb)`;
  return sql`NOT EXISTS (SELECT 1 FROM ${asked} AS word WHERE strpos(${text}, ${folded(sql`word`)}) = 0)`;
}
