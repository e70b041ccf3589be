import type { ScanReport, Skill, Version } from "./registry-api.ts";
import type { Tab } from "./skill-address.ts";

/** A version, the skill it belongs to (null when none of its versions can be seen) and its report (null when there is none). */
export interface Subject {
  version: Version;
  skill: Skill | null;
  scan: ScanReport | null;
  /** The version before it that an install took; null: there is none, or the tab does not need it. */
  previous: Version | null;
  tab: Tab;
}
