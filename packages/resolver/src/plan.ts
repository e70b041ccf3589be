import type { Candidate, LeastTier, Requirement } from "./choose-version.ts";
import type { MinAge } from "./min-age.ts";

/** Where the resolver learns of skills. Every answer is asked for once. */
export interface SkillSource {
  /** A skill's versions, in any order; null: there is no such skill, or it may not be seen. */
  versionsOf(name: string): Promise<readonly Candidate[] | null>;
  /** The other skills that one version needs. */
  requirementsOf(name: string, version: string): Promise<readonly Requirement[]>;
}

/** What somebody asks for by name. */
interface Root extends Requirement {
  /** The lowest tier that it may have, and whatever comes in for its sake; absent: none is asked for. */
  leastTier?: LeastTier | undefined;
}

export interface Asked {
  roots: readonly Root[];
  /** Tiers that a skill which was asked for by name may have. */
  allowedTiers: readonly string[];
  /** Those of what comes in for another skill's sake. */
  dependencyTiers: readonly string[];
  /** Takes what is held for review where it was asked for by name: it never comes in for another skill's sake. */
  allowHeld?: boolean | undefined;
  minAge?: { age: MinAge; now: Date } | null | undefined;
  /** Less than the usual bounds, where somebody else waits. */
  limits?: { steps: number; skills: number } | undefined;
  /**
   * Versions to keep where they fit, by name: a yanked one is taken only from here, or where it is named exactly. A least tier holds for
   * them too.
   */
  locked?: ReadonlyMap<string, string> | undefined;
}

/** One version that is to be installed. */
export interface Resolved {
  name: string;
  version: string;
  /** Who needs it and in which range: another skill of the plan, or null for whoever asked. */
  requiredBy: { name: string | null; range: string }[];
  /** Versions in all those ranges that are newer and may not be taken, newest first. */
  passedOver: { version: string; reason: string }[];
}

export interface Resolution {
  /** In install order: each after what it needs. */
  install: Resolved[];
  /** What is optional and was left out, and why. */
  leftOut: { name: string; range: string; requiredBy: string | null; why: string }[];
}
