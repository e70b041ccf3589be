import { type Finding, oneLine, type Severity } from "../../finding.ts";
import type { SkillUnderAnalysis } from "../../view/skill-under-analysis.ts";
import type { Reading } from "./reader.ts";
import type { CodeRule, Match } from "./rule.ts";

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
      for (const match of oncePerLine(matches, rule).slice(0, MOST_MATCHES)) {
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

const RANK: Record<Severity, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** A rule says one thing of a line: the worst. */
function oncePerLine(matches: readonly Match[], rule: CodeRule): Match[] {
  const worst = new Map<number, Match>();
  for (const match of matches) {
    const known = worst.get(match.line);
    const rank = ({ severity }: Match) => RANK[severity ?? rule.severity];
    if (known === undefined || rank(match) > rank(known)) worst.set(match.line, match);
  }
  return [...worst.values()];
}

/** What stands in a document may be an example of what not to do: a person looks, nothing is blocked. */
function inPlace(severity: Severity, reading: Reading): Severity {
  return severity === "critical" && /\.(?:md|markdown|mdx|mdc)$/i.test(reading.unit.path) ? "high" : severity;
}
