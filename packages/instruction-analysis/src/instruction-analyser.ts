import type { Severity } from "@gaia/policy";
import { ADDRESS, hostKinds, patternIndex, readFile, type Reading, type SkillView, type TextFile } from "@gaia/reading";
import {
  type Analyser,
  type FoundEvidence,
  lasting,
  NO_TIME_LEFT,
  type Problem,
  evidenceOfRule,
  weightOf,
} from "@gaia/findings";
import { encodedOrders } from "./encoded-orders.ts";
import { hiddenText } from "./hidden-text.ts";
import { judgeMatch, type JudgedMatch } from "./matching/judge-match.ts";
import { learnedFindings, weighWording, type Wording } from "@gaia/wording";
import { matchesOf } from "./matching/match-rules.ts";
import { INSTRUCTION_RULES, RULE_SIEVE } from "./rules.ts";

const NAME = "gaia-instructions";
/** Words that all files of a skill may hold before the rest is told to be unread. */
const MOST_CHARACTERS = 4_000_000;
const MOST_PER_RULE = 20;
/** Weights order what is equally severe. */
const HEAVIER_THAN_ANY = 1_000;
const RANK: Record<Severity, number> = { critical: 0, high: 1, medium: 2, low: 3 };

/** Reads what the files say, to people and to agents, in the open and hidden, and holds it against the rules. */
export const instructionAnalyser: Analyser<SkillView> = {
  name: NAME,
  async analyse(view, { budget }) {
    const findings: FoundEvidence[] = [];
    const problems: Problem[] = [];
    const kinds = hostKinds(view);
    let left = MOST_CHARACTERS;
    // The manifest is read whatever else there is.
    for (const file of view.texts.toSorted((a, b) => Number(b.isManifest) - Number(a.isManifest))) {
      if (file.text.length > left) {
        problems.push(lasting(`${file.path}: more text than is read of one skill`));
        continue;
      }
      if (budget.leftMs() <= 0) {
        problems.push(lasting(`${file.path}: ${NO_TIME_LEFT}`));
        continue;
      }
      left -= file.text.length;
      const { readings, unseen, isWhole } = readFile(file);
      if (!isWhole) problems.push(lasting(`${file.path}: not read to its end`));
      findings.push(
        ...hiddenText(file, unseen, readings[0]?.disguises ?? [], NAME).map((each) => asHidden(each, file)),
      );
      for (const reading of readings) {
        if (budget.leftMs() <= 0) problems.push(lasting(`${file.path}: not read to its end`));
        if (budget.leftMs() <= 0) break;
        const wording = weighWording(reading, view);
        findings.push(...findingsIn(reading, kinds, wording));
      }
      if (readings[1] !== undefined)
        findings.push(...encodedOrders(readings[1], NAME).map((each) => asHidden(each, file)));
    }
    return { findings: withHeaviestHint(findings), problems, facts: [] };
  },
};

/** Wordings that come up to nothing are one witness, so of all files the heaviest is told, and that only where none comes up to more. */
function withHeaviestHint(findings: readonly FoundEvidence[]): FoundEvidence[] {
  const worded = findings.filter(({ rule }) => rule.startsWith("instructions/worded-"));
  const weight = ({ evidence }: FoundEvidence): number => weightOf(evidence) ?? 0;
  const heaviest = worded.toSorted((a, b) => weight(b) - weight(a))[0];
  const hints = new Set(worded.filter((each) => each.severity === "low" && each !== heaviest));
  return findings.filter((each) => !hints.has(each));
}

/** What hides weighs as such, whatever it says. */
const asHidden = (finding: FoundEvidence, { path, isManifest }: TextFile): FoundEvidence => ({
  ...finding,
  evidence: evidenceOfRule({
    ...finding,
    file: path,
    isManifest,
    isHidden: true,
    isSure: false,
    isQuoted: false,
    wording: null,
  }),
});

function findingsIn(reading: Reading, kinds: ReturnType<typeof hostKinds>, wording: Wording): FoundEvidence[] {
  const index = patternIndex(reading.text, ADDRESS, RULE_SIEVE);
  const kindsOf = kinds(reading, index.hits(ADDRESS));
  const judged = INSTRUCTION_RULES.map((rule) =>
    matchesOf(rule, reading, index, kindsOf).map((match) => judgeMatch(rule, reading, match, wording, NAME)),
  );
  const spokenOf = judged.flat().flatMap((each) => (each.spokenOf === null ? [] : [each.spokenOf]));
  return [
    ...judged.flatMap(mostSevere).map(({ finding }) => finding),
    ...learnedFindings(reading, wording, spokenOf, NAME),
  ];
}

/** Of one rule in one text: a line once, and no more than a person reads. */
function mostSevere(judged: JudgedMatch[]): JudgedMatch[] {
  const rank = ({ finding }: JudgedMatch): number =>
    RANK[finding.severity] - (weightOf(finding.evidence) ?? 0) / HEAVIER_THAN_ANY;
  const perLine = new Map<number | null, JudgedMatch>();
  for (const each of judged) {
    const known = perLine.get(each.finding.line);
    if (known === undefined || rank(each) < rank(known)) perLine.set(each.finding.line, each);
  }
  return [...perLine.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_PER_RULE);
}
