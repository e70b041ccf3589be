import type { SemVer } from "semver";
import { type MinAge, whyTooYoung } from "./min-age.ts";
import { parseVersion, type Range, satisfies } from "./range.ts";

/** One version of a skill, as the registry lists it. `status` and `tier` are the registry's words. */
export interface Candidate {
  version: string;
  status: string;
  tier: string;
  /** Its signer changed, and its owner has not confirmed that. */
  isSignerHeld?: boolean;
  /** Why it is held for review; null or absent: it is not. */
  heldFor?: string | null | undefined;
  /** RFC 3339; needed where an age is asked for. */
  publishedAt?: string | null | undefined;
  /** The other skills that it needs, where the list of versions says so already. */
  requires?: readonly Requirement[] | undefined;
}

/** The lowest tier that somebody asks for: its word, and the tiers that are no lower. */
export interface LeastTier {
  tier: string;
  orHigher: readonly string[];
}

/** What a skill, or whoever asks, needs of another one. `optional`: it may be left out. */
export interface Requirement {
  name: string;
  range: string;
  optional?: boolean | undefined;
}

export interface Choice {
  /** Null when nothing fits. */
  chosen: string | null;
  /** What to tell whoever asked for the chosen one; null when there is nothing to tell. */
  note: string | null;
  /** Versions in the range that are newer than the chosen one (all of them when none was chosen), newest first. */
  passedOver: { version: string; code: PassedOverCode; reason: string }[];
}

interface Asked {
  versions: readonly Candidate[];
  range: Range;
  allowedTiers: readonly string[];
  /** Takes nothing below it, whatever else is allowed; absent: nobody asks for one. */
  leastTier?: LeastTier | undefined;
  /** Takes what is held for review, too. */
  allowHeld?: boolean | undefined;
  minAge?: { age: MinAge; now: Date } | null | undefined;
}

export type PassedOverCode =
  | "prerelease"
  | "yanked"
  | "held"
  | "tier"
  | "below_tier"
  | "status"
  | "signer"
  | "too_young";

/**
 * The version a plain install takes: the highest stable one in the range that is published, at a tier the user allows; and why each
 * newer one in the range was passed over. What is below the least tier is never taken, and what is held for review only where that is
 * allowed, however it is named. A prerelease is taken only when the range names one; a yanked version, one whose signer is held, or one
 * younger than `minAge` only when the range is exactly that version. Never throws on what a registry lists.
 */
export function chooseVersion(input: Asked): Choice {
  const { range } = input;
  const passedOver: Choice["passedOver"] = [];
  for (const { candidate, parsed } of newestFirst(input.versions)) {
    if (!isInRange(parsed, range)) continue;
    const { version } = candidate;
    const refusal = refusalOf(candidate, parsed, input);
    if (refusal === null) {
      return { chosen: version, note: noteOn(candidate, input), passedOver };
    }
    passedOver.push({ version, ...refusal });
  }
  return { chosen: null, note: null, passedOver };
}

/** Why a version may not be taken, though it is in the range; null: it may. */
export function refusalOf(
  { status, tier, version, isSignerHeld, heldFor, publishedAt }: Candidate,
  parsed: SemVer,
  { range, allowedTiers, leastTier, allowHeld, minAge }: Omit<Asked, "versions">,
): { code: PassedOverCode; reason: string } | null {
  if (status === "yanked" && range.exact !== version) return { code: "yanked", reason: "it was yanked" };
  if (status !== "published" && status !== "yanked") return { code: "status", reason: `it is ${status}` };
  if (!satisfies(parsed.raw, range))
    return { code: "prerelease", reason: "it is a prerelease, and the range asks for none" };
  // Before what an option would allow: none would be enough.
  if (leastTier !== undefined && !leastTier.orHigher.includes(tier))
    return { code: "below_tier", reason: `its tier is ${tier}, and ${leastTier.tier} is asked for` };
  if (heldFor != null && allowHeld !== true) return { code: "held", reason: heldReason(heldFor) };
  if (!allowedTiers.includes(tier)) return { code: "tier", reason: `its tier is ${tier}, which is not allowed` };
  if (isSignerHeld && range.exact !== version)
    return { code: "signer", reason: "its signer changed, which its owner has not confirmed" };
  const young = minAge && range.exact !== version ? whyTooYoung(publishedAt ?? null, minAge.age, minAge.now) : null;
  return young === null ? null : { code: "too_young", reason: young };
}

/** That a version is held for review, as a reason to pass it over. */
export const heldReason = (heldFor: string): string => `it is held for review: ${heldFor.replace(/[.]$/, "")}`;

/** What was taken only because it was named exactly. */
function noteOn({ status, version, isSignerHeld, publishedAt }: Candidate, { minAge }: Asked): string | null {
  const young = minAge ? whyTooYoung(publishedAt ?? null, minAge.age, minAge.now) : null;
  const whys = [
    ...(status === "yanked" ? ["was yanked"] : []),
    ...(isSignerHeld ? ["waits for its owner to confirm who signed it"] : []),
    ...(young === null ? [] : [`is young (${young})`]),
  ];
  return whys.length === 0 ? null : `${version} ${whys.join(" and ")}; it is taken because it was named exactly.`;
}

/** Whether a version is in a range, or would be if it asked for that prerelease. */
export function isAcceptable(version: string, range: Range): boolean {
  const parsed = parseVersion(version);
  return parsed !== null && isInRange(parsed, range);
}

/** In the range, taking a prerelease that the range does not ask for as if it were asked for. */
function isInRange(parsed: SemVer, range: Range): boolean {
  const core = `${parsed.major}.${parsed.minor}.${parsed.patch}`;
  return satisfies(parsed.raw, { ...range, prereleasesOf: [...range.prereleasesOf, core] });
}

/** What is a version, newest first. */
export function newestFirst(versions: readonly Candidate[]): { candidate: Candidate; parsed: SemVer }[] {
  return versions
    .flatMap((candidate) => {
      const parsed = parseVersion(candidate.version);
      return parsed === null ? [] : [{ candidate, parsed }];
    })
    .sort((a, b) => b.parsed.compare(a.parsed) || b.parsed.compareBuild(a.parsed));
}
