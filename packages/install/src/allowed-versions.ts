import { type Tier, TIERS } from "@gaia/policy";

/** What of a skill may be taken at all, where it was asked for by name. */
export interface AllowedVersions {
  allowExperimental: boolean;
  /** Also what is held for review; implies experimental. */
  allowHeld: boolean;
}

/** The tiers that what was asked for may have. */
export const allowedTiers = ({ allowExperimental, allowHeld }: AllowedVersions): readonly Tier[] =>
  allowExperimental || allowHeld ? TIERS : DEPENDENCY_TIERS;

/** The tiers that what comes along may have. */
export const DEPENDENCY_TIERS: readonly Tier[] = TIERS.filter((tier) => tier !== "experimental");
