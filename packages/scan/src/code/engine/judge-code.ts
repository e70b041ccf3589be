import { type Finding, oneLine, type Severity } from "../../finding.ts";
import type { SkillUnderAnalysis } from "../../view/skill-under-analysis.ts";
import type { Reading } from "./reader.ts";
import type { CodeRule } from "./rule.ts";

const MOST_MATCHES = 20;

/** Holds every rule against every reading. */
export function judgeCode(
  readings: readonly Reading[],
  rules: readonly CodeRule[],
  about: SkillUnderAnalysis["about"],
): Finding[] {
  const findings: Finding[] = [];
  for (const reading of readings) {
    for (const rule of rules) {
      const matches = rule.find({ reading, all: readings, about });
      for (const match of matches.slice(0, MOST_MATCHES)) {
        findings.push({
          rule: rule.id,
          scanner: "gaia-code",
          severity: inPlace(match.severity ?? rule.severity, reading),
          confidence: rule.confidence,
          category: "code",
          file: reading.unit.path,
          line: match.line,
          message: oneLine(`${rule.title}: ${match.detail}`),
          hint: rule.hint,
          snippet: null,
        });
      }
    }
  }
  return findings;
}

/** What stands in a document may be an example of what not to do: a person looks, nothing is blocked. */
function inPlace(severity: Severity, reading: Reading): Severity {
  return severity === "critical" && /\.(?:md|markdown|mdx|mdc)$/i.test(reading.unit.path) ? "high" : severity;
}
