import { hiddenButReadable, type ReadCtx, readable } from "@gaia/catalog";
import { skills, versions } from "@gaia/db";
import type { Protocol } from "@gaia/policy";
import { and, desc, eq, inArray, lt, or, type SQL } from "drizzle-orm";
import { findFacts, type VersionFacts } from "./version-facts.ts";
import { whyNot } from "./why-not.ts";

const BATCH = 500;

/** A skill with the highest version that a client of a protocol may have. */
export interface ServedSkill {
  downloads: number;
  newest: VersionFacts;
}

/**
 * Every skill that is public, or that is not and whoever acts may see, of which a client of this protocol may have a version: the most
 * downloaded first, in batches, for protocols whose clients search in a list of all skills. One that is downloaded meanwhile may be missed
 * or come twice.
 */
export async function* servedSkills(
  ctx: ReadCtx,
  { protocol, among }: { protocol: Protocol; among: "public" | "hidden" },
): AsyncGenerator<ServedSkill[]> {
  const isAmong = among === "public" ? readable({ actor: null }) : hiddenButReadable(ctx);
  if (isAmong === null) return;
  const { id, downloads } = skills;
  let last: { id: number; downloads: number } | undefined;
  for (;;) {
    const isAfter = last && or(lt(downloads, last.downloads), and(eq(downloads, last.downloads), lt(id, last.id)));
    const batch = await ctx.db
      .select({ id, downloads })
      .from(skills)
      .where(and(isAmong, isAfter))
      .orderBy(desc(downloads), desc(id))
      .limit(BATCH);
    last = batch.at(-1);
    if (last === undefined) return;
    yield await newestOf(ctx, { protocol, isAmong }, batch);
  }
}

async function newestOf(
  ctx: ReadCtx,
  { protocol, isAmong }: { protocol: Protocol; isAmong: SQL },
  batch: readonly { id: number; downloads: number }[],
): Promise<ServedSkill[]> {
  const ids = batch.map(({ id }) => id);
  // What is not published is served by no protocol (`whyNotServed`, its row of states), and may be most of what there is.
  const where = and(inArray(versions.skillId, ids), eq(versions.status, "published"), isAmong);
  const found = await findFacts(ctx.db, { where });
  const newest = new Map<number, VersionFacts>();
  for (const facts of found) {
    if (newest.has(facts.skillId)) continue;
    if (whyNot(ctx, protocol, facts) === null) newest.set(facts.skillId, facts);
  }
  return batch.flatMap(({ id, downloads }) => {
    const facts = newest.get(id);
    return facts === undefined ? [] : [{ downloads, newest: facts }];
  });
}
