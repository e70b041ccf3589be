import { TIERS } from "@gaia/policy";
import {
  type Candidate,
  chooseVersion,
  type Choice,
  compareVersions,
  type MinAge,
  parseMinAge,
  parseRange,
  type Range,
  ResolverError,
} from "@gaia/resolver";
import type { components } from "@gaia/client";
import { InstallError, misused, notFound } from "../failures.ts";
import { isVersion } from "../home/home.ts";

type Skill = components["schemas"]["Skill"];

/** The version that an install takes, with why newer ones were passed over. */
export function chooseFrom(
  skill: Skill,
  { range, allowExperimental, minAge }: { range: Range; allowExperimental: boolean; minAge: MinAge | null },
): Choice {
  const allowedTiers = allowExperimental ? TIERS : TIERS.filter((tier) => tier !== "experimental");
  const now = new Date();
  return chooseVersion({ versions: candidatesOf(skill), range, allowedTiers, minAge: minAge && { age: minAge, now } });
}

/** A registry's list of versions as the resolver reads it. */
export const candidatesOf = (skill: Skill): Candidate[] =>
  skill.versions.map(({ version, status, security_tier, signer_change, published_at }) => ({
    version,
    status,
    tier: security_tier,
    isSignerHeld: signer_change === "pending",
    publishedAt: published_at,
  }));

/** A choice that took a version. Exit 3 when none is in the range, exit 4 when none is allowed. */
export function ensureChosen(skill: Skill, range: Range, choice: Choice): Choice & { chosen: string } {
  const { chosen, passedOver } = choice;
  if (chosen !== null) return { ...choice, chosen };
  const asked = range.text === "*" ? skill.name : `${skill.name}@${range.text}`;
  if (passedOver.length === 0) {
    const known = skill.versions.slice(0, 5).map(({ version }) => version);
    throw notFound(`No version of ${skill.name} fits ${range.text}`, `it has ${known.join(", ") || "none"}`);
  }
  const isOnlyTier = passedOver.some(({ code }) => code === "tier");
  throw new InstallError(
    "refused",
    isOnlyTier ? "experimental_not_allowed" : "unresolvable",
    `No version of ${asked} may be installed`,
    {
      subject: skill.name,
      errors: passedOver.slice(0, 10).map(({ version, code, reason }) => ({
        code,
        severity: "error",
        file: null,
        line: null,
        column: null,
        message: `${version}: ${reason}`,
        hint: null,
      })),
    },
  );
}

/** Reads a range. Throws a usage error for any other text. */
export function ensureRange(text: string): Range {
  try {
    return parseRange(text);
  } catch (error) {
    if (error instanceof ResolverError) throw misused(error.message, "for example 1.2.3, ^1.2, >=1.0, ~=1.4");
    throw error;
  }
}

/** Reads an age. Throws a usage error for any other text. */
export function ensureMinAge(text: string): MinAge {
  try {
    return parseMinAge(text);
  } catch (error) {
    if (error instanceof ResolverError) throw misused(error.message);
    throw error;
  }
}

/** Whether a version is a newer one than another; of what is no version nobody can say so. */
export const isNewer = (version: string, than: string): boolean =>
  isVersion(version) && isVersion(than) && compareVersions(version, than) > 0;
