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
import { whyAllYanked } from "@gaia/policy";
import { InstallError, misused, notFound } from "../failures.ts";
import { isVersion } from "../home/home.ts";
import { type AllowedOfSkill, allowedTiers, toLeastTier } from "../allowed-versions.ts";
import { heldRowFor, refusedAsHeld } from "../terms/held.ts";

type Skill = components["schemas"]["Skill"];

/** The version that an install takes, with why newer ones were passed over. */
export function chooseFrom(
  skill: Skill,
  { range, minAge, ...allowed }: AllowedOfSkill & { range: Range; minAge: MinAge | null },
): Choice {
  return chooseVersion({
    versions: candidatesOf(skill),
    range,
    allowedTiers: allowedTiers(allowed),
    leastTier: toLeastTier(allowed.leastTier),
    allowHeld: allowed.allowHeld,
    minAge: minAge && { age: minAge, now: new Date() },
  });
}

/** A registry's list of versions as the resolver reads it. */
export const candidatesOf = (skill: Skill): Candidate[] =>
  skill.versions.map((row) => ({
    version: row.version,
    status: row.status,
    tier: row.security_tier,
    isSignerHeld: row.signer_change === "pending",
    heldFor: heldRowFor(row),
    publishedAt: row.published_at,
  }));

/** A choice that took a version. Exit 3 when none is in the range, exit 4 when none is allowed. */
export function ensureChosen(
  skill: Skill,
  { range, leastTier }: { range: Range; leastTier: AllowedOfSkill["leastTier"] },
  choice: Choice,
): Choice & { chosen: string } {
  const { chosen, passedOver } = choice;
  if (chosen !== null) return { ...choice, chosen };
  const asked = range.text === "*" ? skill.name : `${skill.name}@${range.text}`;
  if (passedOver.length === 0) {
    const known = skill.versions.slice(0, 5).map(({ version }) => version);
    throw notFound(`No version of ${skill.name} fits ${range.text}`, `it has ${known.join(", ") || "none"}`);
  }
  const { version, status_reason: reason } = skill;
  const yanked = whyAllYanked({ name: skill.name, versions: skill.versions, newest: { version, reason } });
  if (yanked !== null) throw new InstallError("refused", "unresolvable", yanked, { subject: skill.name });
  const below = passedOver.find(({ code }) => code === "below_tier");
  const isOnlyTier = passedOver.some(({ code }) => code === "tier");
  const held = isOnlyTier || below !== undefined ? undefined : heldAmong(skill, passedOver);
  if (held !== undefined) throw refusedAsHeld({ ...held, name: skill.name });
  const why = below === undefined ? "" : `: of ${below.version}, ${below.reason}`;
  throw new InstallError(
    "refused",
    below !== undefined ? "tier_too_low" : isOnlyTier ? "experimental_not_allowed" : "unresolvable",
    `No version of ${asked} may be installed${why}`,
    {
      subject: skill.name,
      ...tiersOf(skill, below?.version, leastTier),
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

function tiersOf(skill: Skill, version: string | undefined, asked: AllowedOfSkill["leastTier"]) {
  const has = skill.versions.find((row) => row.version === version)?.security_tier;
  return has === undefined || asked === null ? {} : { tiers: { has, asked } };
}

/** The newest of what was passed over for being held, where it is that which stands in the way. */
function heldAmong(skill: Skill, passedOver: Choice["passedOver"]): { version: string; reason: string } | undefined {
  const newest = passedOver.find(({ code }) => code === "held");
  const row = skill.versions.find(({ version }) => version === newest?.version);
  const reason = row === undefined ? null : heldRowFor(row);
  return row === undefined || reason === null ? undefined : { version: row.version, reason };
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
