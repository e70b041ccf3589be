import { advisories, advisoryPackages, type Db } from "@gaia/db";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { type Ecosystem, ECOSYSTEMS, packageName } from "./version-order.ts";
import { affectedTest } from "./affected-versions.ts";

/** A package, as anybody spells it, and a version; null asks for every advisory of the package. */
export interface VulnerabilityQuery {
  ecosystem: Ecosystem;
  name: string;
  version: string | null;
}

export interface FoundAdvisory {
  id: string;
  modified: Date;
  aliases: string[];
}

const NAMES_AT_ONCE = 100;
/** Packages have some hundreds of advisories at most; beyond this the table is not what OSV publishes. */
const MAX_ROWS = 20_000;

/** More is asked than one answer may cost. */
export class QueryTooLarge extends Error {}

/**
 * The advisories that hold for each query, in their order; withdrawn ones match nothing. One look at the table for a
 * hundred packages, and no record is read whole.
 * @throws QueryTooLarge
 */
export async function findVulnerabilities(ctx: { db: Db }, queries: VulnerabilityQuery[]): Promise<FoundAdvisory[][]> {
  const found: FoundAdvisory[][] = queries.map(() => []);
  for (const ecosystem of ECOSYSTEMS) {
    const wanted = new Map<string, number[]>();
    for (const [index, query] of queries.entries()) {
      if (query.ecosystem !== ecosystem) continue;
      const name = packageName(ecosystem, query.name);
      wanted.set(name, [...(wanted.get(name) ?? []), index]);
    }
    const names = [...wanted.keys()];
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      for (const row of await advisoriesOf(ctx, ecosystem, names.slice(at, at + NAMES_AT_ONCE))) {
        const isAffected = affectedTest(ecosystem, row.affected);
        for (const index of wanted.get(row.name) ?? []) {
          const version = queries[index]?.version ?? null;
          if (version === null || isAffected(version)) found[index]?.push(row);
        }
      }
      // Requests of others come in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return found;
}

async function advisoriesOf(ctx: { db: Db }, ecosystem: Ecosystem, names: string[]) {
  const rows = await ctx.db
    .select({
      id: advisories.id,
      modified: advisories.modified,
      aliases: advisories.aliases,
      name: advisoryPackages.name,
      affected: advisoryPackages.affected,
    })
    .from(advisoryPackages)
    .innerJoin(advisories, eq(advisories.id, advisoryPackages.advisoryId))
    .where(
      and(
        eq(advisoryPackages.ecosystem, ecosystem),
        inArray(advisoryPackages.name, names),
        isNull(advisories.withdrawn),
      ),
    )
    .orderBy(advisoryPackages.name, advisories.id)
    .limit(MAX_ROWS);
  if (rows.length === MAX_ROWS) throw new QueryTooLarge("These packages have too many advisories for one query.");
  return rows;
}

/** The records of these ids, whole, as they are served. */
export async function readRecords(ctx: { db: Db }, ids: string[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({ id: advisories.id, raw: advisories.raw })
    .from(advisories)
    .where(inArray(advisories.id, ids))
    .orderBy(advisories.id);
  return rows.map(({ raw }) => raw);
}

/** Whether any advisory of this ecosystem was imported: without one, no answer means anything. */
export async function hasAdvisories(ctx: { db: Db }, ecosystem: Ecosystem): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: advisoryPackages.advisoryId })
    .from(advisoryPackages)
    .where(eq(advisoryPackages.ecosystem, ecosystem))
    .limit(1);
  return row !== undefined;
}
