import { digestOfFiles } from "../digest-of-files.ts";
import type { PackageFile } from "@gaia/archive";
import type { Tier } from "@gaia/policy";
import { agreedTier, type LockEntry } from "../home/skill-lock.ts";
import { needsConsent } from "../terms/needed-consent.ts";
import { type Check, isAttested } from "../release/verify-installed.ts";
import { type EnabledLocal, pinsWord } from "./enabled-locals.ts";

/** What counts of what a lock says of a skill. */
export interface BelievedEntry {
  /** Whether anybody but a repository says what its tier is. */
  isVouched: boolean;
  tier: Tier;
  /** The permissions that this person agreed to. */
  granted: string[];
  /** Whether what the lock pins its packages to counts: nothing signs that. */
  countsPins: boolean;
}

interface Said {
  scope: "user" | "project";
  entry: LockEntry;
  /** Of `verifyInstalled`, of the same files. */
  checks: readonly Check[];
  files: readonly PackageFile[];
  /** This person's word on it, for that project; null: none. */
  enabled: EnabledLocal | null;
}

/**
 * The home's lock is this person's own record. A project's is its repository's word: its tier counts where a registry that this home pinned
 * vouches for the release, and what it says was agreed to counts where this person installed or enabled the skill, as far as they saw it
 * then: files that nobody vouches for have to be the same, permissions are those it asked for, and pins are those of that lock. Pure.
 */
export function believedEntry({ scope, entry, checks, files, enabled }: Said): BelievedEntry {
  if (scope === "user") return { isVouched: true, tier: agreedTier(entry), granted: entry.granted, countsPins: true };
  const isVouched = isAttested(checks);
  const tier = isVouched ? agreedTier(entry) : "experimental";
  const seen = enabled !== null && (isVouched || enabled.digest === digestOfFiles(files)) ? enabled : null;
  const isSeen = (permission: string) => seen?.permissions.includes(permission) === true;
  return {
    isVouched,
    tier,
    granted: entry.granted.filter((one) => isSeen(one) || !needsConsent(tier, one)),
    countsPins: seen?.pins === pinsWord(entry),
  };
}
