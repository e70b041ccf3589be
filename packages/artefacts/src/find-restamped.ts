import type { ReadCtx } from "@gaia/catalog";
import { attestations } from "@gaia/db";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { VersionFacts } from "./version-facts.ts";

/**
 * By the id of a version the content digest of what GAIA's client is given of its tier, as the registry's newest statement of that tier
 * decided. Without one are experimental versions, those whose tier was given before that was decided, and those that cannot say it.
 */
export async function findRestamped(
  ctx: ReadCtx,
  found: readonly Pick<VersionFacts, "versionId" | "tier">[],
): Promise<ReadonlyMap<number, string>> {
  const raised = new Map(found.flatMap(({ versionId, tier }) => (tier === "experimental" ? [] : [[versionId, tier]])));
  if (raised.size === 0) return new Map();
  const { versionId, envelope, sequence, decision } = attestations;
  const rows = await ctx.db
    .selectDistinctOn([versionId], { versionId, envelope })
    .from(attestations)
    .where(and(inArray(versionId, [...raised.keys()]), eq(decision, "tier")))
    .orderBy(versionId, desc(sequence));
  return new Map(
    rows.flatMap((row) => {
      const { tier, restamped_digest: digest } = predicateIn(row.envelope.payload);
      return digest !== undefined && tier === raised.get(row.versionId) ? [[row.versionId, digest] as const] : [];
    }),
  );
}

/** Of a statement that the registry wrote. */
function predicateIn(payload: string): { tier?: string; restamped_digest?: string } {
  const said = JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as { predicate: object };
  return said.predicate;
}
