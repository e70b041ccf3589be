import { compareTiers, type Tier } from "@gaia/policy";
import type { Resolution } from "@gaia/resolver";
import { isBelow } from "../allowed-versions.ts";
import { agreedTier, type LockEntry } from "../home/skill-lock.ts";

/** The lowest tier that a skill may have, by its name. */
export type LeastTiers = ReadonlyMap<string, Tier>;

/** What is asked for of a root; null: nothing, for every version has the lowest tier. */
export const leastTierOf = ({ leastTier }: { leastTier?: Tier | null | undefined }): Tier | null =>
  leastTier === undefined || leastTier === "experimental" ? null : leastTier;

export const leastTiersOf = (roots: readonly { name: string; leastTier?: Tier | null | undefined }[]): LeastTiers =>
  new Map(
    roots.flatMap((root) => {
      const tier = leastTierOf(root);
      return tier === null ? [] : [[root.name, tier] as const];
    }),
  );

/** The least tiers of some skills of a plan, and of what they need: each stands after what it needs. */
export function handedOn(asked: LeastTiers, install: Resolution["install"]): LeastTiers {
  const least = new Map(asked);
  for (const { name, requiredBy } of install.toReversed())
    for (const { name: by } of requiredBy) {
      const needed = by === null ? undefined : least.get(by);
      const own = least.get(name);
      if (needed !== undefined && (own === undefined || compareTiers(own, needed) < 0)) least.set(name, needed);
    }
  return least;
}

/** What stays keeps the tier that it was taken at, though its registry took that back since: `update` says so. */
export const keptTier = (offered: string, entry: LockEntry): string =>
  isBelow(offered, agreedTier(entry)) ? agreedTier(entry) : offered;
