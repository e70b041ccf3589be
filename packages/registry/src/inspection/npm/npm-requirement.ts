import type { Finding } from "@gaia/findings";

/** The name of the report, and the prefix of its rules. */
export const NPM_SCANNER = "osv-npm";

/** A package of npm's registry that a skill asks for. */
export interface NpmRequirement {
  name: string;
  range: string;
  exactVersion: string | null;
  /** Wanted by those who develop the skill only. */
  isDev: boolean;
  file: string | null;
  line: number | null;
}

/** One version of a package that an installation brings. */
export interface NpmPin {
  name: string;
  version: string;
  isDev: boolean;
  /** Where the skill asks for it; null for what a requirement needs in turn. */
  file: string | null;
  line: number | null;
}

/** What could not be audited, in the words that pip's requirements have (`requirements/…`). */
export function requirementFinding(
  place: { file: string | null; line: number | null },
  input: { rule: string; shown: string; why: string },
): Finding {
  return {
    rule: `requirements/${input.rule}`,
    scanner: NPM_SCANNER,
    severity: "medium",
    confidence: "high",
    category: "dependency",
    file: place.file,
    line: place.line,
    message: `The npm requirement ${input.shown} is not resolved: ${input.why}.`,
    hint: "Name packages of the registry of npm with their versions, as semver@^7.6.0.",
    snippet: null,
  };
}
