import { compareTiers, type Tier, TIERS } from "@gaia/policy";
import type { LeastTier } from "@gaia/resolver";
import { InstallError } from "./failures.ts";

/** What of a skill may be taken at all, where it was asked for by name. */
export interface AllowedVersions {
  allowExperimental: boolean;
  /** Also what is held for review; implies experimental. */
  allowHeld: boolean;
}

/** What of one skill may be taken. */
export interface AllowedOfSkill extends AllowedVersions {
  /** The lowest tier that is asked for of it, whatever else is allowed; null: none. */
  leastTier: Tier | null;
}

/** The tiers that what was asked for may have. */
export function allowedTiers({ allowExperimental, allowHeld, leastTier }: AllowedOfSkill): readonly Tier[] {
  const allowed = allowExperimental || allowHeld ? TIERS : DEPENDENCY_TIERS;
  return leastTier === null ? allowed : allowed.filter((tier) => !isBelow(tier, leastTier));
}

/** Whether a registry's word for a tier names a lower one. Of one that this version does not know nobody can say that it is enough. */
export function isBelow(word: string, least: Tier): boolean {
  const tier = TIERS.find((one) => one === word);
  return tier === undefined || compareTiers(tier, least) < 0;
}

/** As the resolver reads it. */
export const toLeastTier = (least: Tier | null): LeastTier | undefined =>
  least === null ? undefined : { tier: least, orHigher: TIERS.filter((tier) => !isBelow(tier, least)) };

/** What is below the tier that is asked for is refused, in words that name both. */
export const refusedAsBelow = (
  { name, version, security_tier: tier }: { name: string; version: string; security_tier: string },
  least: Tier,
): InstallError =>
  new InstallError("refused", "tier_too_low", `${name} ${version} is ${tier}, and ${least} is asked for`, {
    subject: name,
    tiers: { has: tier, asked: least },
  });

/** The tiers that what comes along may have. */
export const DEPENDENCY_TIERS: readonly Tier[] = TIERS.filter((tier) => tier !== "experimental");
