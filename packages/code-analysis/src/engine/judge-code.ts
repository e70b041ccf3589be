import type { Severity } from "@gaia/policy";
import { type CpuBudget, type FoundEvidence, oneLine, evidenceOfCode } from "@gaia/findings";
import { type SkillUnderAnalysis, inPieces, isBadExample } from "@gaia/reading";
import { piecesOf } from "./pieces.ts";
import type { Reading } from "./reader.ts";
import type { CodeRule, Match } from "./rule.ts";

const MOST_MATCHES = 20;

/** Holds every rule against every reading; `unjudged` are those that the budget did not suffice for. */
export function judgeCode(
  readings: readonly Reading[],
  rules: readonly CodeRule[],
  about: SkillUnderAnalysis["about"],
  budget: CpuBudget,
  documents: Documents,
): { findings: FoundEvidence[]; unjudged: Reading[] } {
  const findings: FoundEvidence[] = [];
  const unjudged: Reading[] = [];
  const files = new Map(readings.flatMap(({ unit }) => (unit.from === "file" ? [[unit.path, unit.text]] : [])));
  const isShownAsBad = badExamples(documents);
  for (const reading of readings) {
    if (budget.leftMs() <= 0) {
      unjudged.push(reading);
      continue;
    }
    const { path } = reading.unit;
    const pieces = piecesOf(reading);
    for (const rule of rules) {
      const matches = [reading, ...pieces].flatMap((each) => rule.find({ reading: each, all: readings, about }));
      for (const match of worstFirst(oncePerLine(matches, rule), rule).slice(0, MOST_MATCHES)) {
        const placed = inPlace(match.severity ?? rule.severity, reading, match.line, files.get(path));
        const severity =
          placed === "high" && !documents.manifests.has(path) && isShownAsBad(reading, match.line) ? "medium" : placed;
        findings.push({
          rule: rule.id,
          scanner: "gaia-code",
          severity,
          ...(match.isFact === true
            ? {}
            : {
                evidence: evidenceOfCode({
                  rule: rule.id,
                  severity,
                  file: path,
                  isManifest: documents.manifests.has(path),
                }),
              }),
          confidence: rule.confidence,
          category: "code",
          file: path,
          line: match.line,
          message: oneLine(`${rule.title}: ${match.detail}`),
          hint: rule.hint,
          snippet: null,
        });
      }
    }
  }
  return { findings, unjudged };
}

/** The package's Markdown by its paths, and which files are manifests. */
export interface Documents {
  texts: ReadonlyMap<string, string>;
  manifests: ReadonlySet<string>;
}

/** Whether a line of a document is shown there as what is not to be done. */
function badExamples({ texts }: Documents): (reading: Reading, line: number) => boolean {
  const linesOf = new Map<string, string[]>();
  return ({ unit: { path } }, line) => {
    const text = texts.get(path);
    if (text === undefined) return false;
    const lines = linesOf.get(path) ?? text.split(/\r\n|\r|\n/);
    linesOf.set(path, lines);
    return isBadExample(lines, line);
  };
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

/** Many small ones must not push a grave one out. */
const worstFirst = (matches: readonly Match[], rule: CodeRule): Match[] =>
  matches.toSorted((a, b) => RANK[b.severity ?? rule.severity] - RANK[a.severity ?? rule.severity]);

/**
 * What stands in a document may be an example of what not to do: a person looks, nothing is blocked. A test that expects
 * a refusal says less.
 */
function inPlace(severity: Severity, reading: Reading, line: number, text: string | undefined): Severity {
  if (severity === "high" && isRefused(reading, line, text)) return "medium";
  return severity === "critical" && /\.(?:md|markdown|mdx|mdc)$/i.test(reading.unit.path) ? "high" : severity;
}

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)(?:test_[^/]{1,80}|[^/]{1,80}_test)\.py$|\.(?:spec|test)\.[cm]?[jt]sx?$/i;
const REFUSAL = inPieces(
  "i",
  String.raw`pytest\.raises|assertRaises|\.toThrow|\brejects\b|assert\.(?:throws|rejects)|mock\.patch|assert_not_called|(?:assert|`,
  String.raw`expect)[^\n]{0,120}\b(?:not |refus|reject|block|forbid|unsafe|False\b|false\b)`,
);
const LINES_AROUND = 3;

/** A test that hands something bad to what must not let it pass. A conftest runs by itself: it is no test. */
function isRefused({ unit }: Reading, line: number, text: string | undefined): boolean {
  if (text === undefined || unit.from !== "string" || !TEST_FILE.test(unit.path) || unit.path.endsWith("conftest.py"))
    return false;
  const lines = text.split("\n", line + LINES_AROUND);
  return lines.slice(Math.max(0, line - LINES_AROUND - 1)).some((each) => REFUSAL.test(each.slice(0, 1_000)));
}
