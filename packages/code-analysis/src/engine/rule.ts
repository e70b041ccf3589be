import type { Severity } from "@gaia/policy";
import type { SkillUnderAnalysis } from "@gaia/reading";
import type { Reading } from "./reader.ts";

/** Where a rule holds. */
export interface Match {
  line: number;
  /** Ends the message: `~/.ssh/id_rsa (line 3) goes to https://collector.example/`. One line, no secrets. */
  detail: string;
  /** Where it weighs more or less here than the rule says. */
  severity?: Severity;
  /** It is so, whatever else speaks for or against harm: the table of verdicts decides about it alone. */
  isFact?: boolean;
}

/** What a rule looks at. */
export interface CodeUnderRules {
  reading: Reading;
  /** All readings of the skill, for what is written here and run there. */
  all: readonly Reading[];
  about: SkillUnderAnalysis["about"];
}

/** A behaviour, whatever the language. */
export interface CodeRule {
  /** `code/<behaviour>-<what>`. */
  id: `code/${string}`;
  /** critical: nothing benign does it, and it blocks. high: evidence, as heavy as its kind. medium and low: recorded, and weigh nothing. */
  severity: Severity;
  confidence: "low" | "medium" | "high";
  /** Begins the message. */
  title: string;
  /** Why it matters. */
  rationale: string;
  /** What an honest author does. */
  hint: string;
  find(code: CodeUnderRules): Match[];
}
