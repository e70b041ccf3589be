import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Evidence, EVIDENCE_KINDS } from "@gaia/findings";
import { isWording } from "@gaia/policy";
import { openGrammars } from "@gaia/syntax";
import { EVIDENCE } from "../../../packages/findings/src/evidence-weights.ts";
import { filesOf, readCorpus, RIGHTLY_HELD } from "../../../packages/wording/training/skill-corpus.ts";
import { examNames, readExam, sampleOf } from "../exams.ts";
import { generateSamples } from "../generate.ts";
import type { Sample } from "../sample.ts";
import { fitWeights } from "./fit.ts";
import { type Observed, observe } from "./observed.ts";

// `npm run train:judgement -- --skills FOLDER [--write]`: docs/detection.md says what the judgement is fitted to, and how it is measured.

const { values: options } = parseArgs({
  options: { skills: { type: "string" }, write: { type: "boolean", default: false } },
});
if (options.skills === undefined) throw new Error("--skills FOLDER names the folder of published skills");

/** What an example counts: real skills more than generated ones, and honest ones as often as they come. */
const COST = { published: 4, examHarmful: 2, examHonest: 1, madeHarmful: 0.9, madeHonest: 0.3 };
const MEMORY_PAGES = 2_048;

const published = readCorpus(options.skills)
  .filter(({ id, part }) => part === "judgement" && !RIGHTLY_HELD.test(id))
  .map((skill) => sampleOf(skill.id, "benign", "published", filesOf(skill), skill.publisher));
const exams = examNames().flatMap((exam) => [...readExam(exam, "malicious"), ...readExam(exam, "benign")]);
const made = generateSamples().filter(({ split }) => split === "train");

const costs = new Map<Sample, number>([
  ...published.map((each) => [each, COST.published] as const),
  ...exams.map((each) => [each, each.label === "malicious" ? COST.examHarmful : COST.examHonest] as const),
  ...made.map((each) => [each, each.label === "malicious" ? COST.madeHarmful : COST.madeHonest] as const),
]);

// Shares are counted anew, below.
EVIDENCE.rules = {};
let grammars = await openGrammars(MEMORY_PAGES);
const observed: (Observed & { isCounted: boolean })[] = [];
for (const [sample, cost] of costs) {
  const isCounted = sample.label === "benign" && cost >= COST.examHonest;
  try {
    observed.push({ ...(await observe(sample, { grammars, cost })), isCounted });
  } catch {
    // What breaks a reader is unscanned, and no evidence.
    grammars = await openGrammars(MEMORY_PAGES);
  }
}

/** What is shown or spoken about says nothing about how often a rule is wrong. */
const SAID_ASIDE: ReadonlySet<string> = new Set(["recorded", "rule.quoted", "rule.lowered"]);
const honest = new Map<string, number>();
const harmful = new Map<string, number>();
for (const { matters, isCounted, isHarmful } of observed) {
  const counts = isHarmful ? harmful : honest;
  if (!isHarmful && !isCounted) continue;
  for (const { rule, pieces } of matters) {
    if (!isWording(rule) && pieces.some((each) => each.some(({ kind }) => !SAID_ASIDE.has(kind))))
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
}
const RARITY = 0.7;
/** So many harmful skills on which a rule fires make up for one honest one. */
const MAKE_UP = 10;
/** How much of its weight a rule has that fires on so many honest skills. */
const shareOf = (rule: string, seen: number): number =>
  (1 + seen / (1 + (harmful.get(rule) ?? 0) / MAKE_UP)) ** -RARITY;

/** Each honest skill is judged as one that was not counted, as those are that come later. */
const scaled = observed.map((each) => ({
  ...each,
  matters: each.matters.map(({ rule, pieces }) => {
    const seen = (honest.get(rule) ?? 0) - (each.isCounted && honest.has(rule) ? 1 : 0);
    const by = isWording(rule) ? 1 : shareOf(rule, Math.max(seen, 0));
    // What is sure is not scaled in a manifest, which all exams are.
    const scale = ({ kind, share }: Evidence): Evidence => ({ kind, share: kind === "rule.sure" ? share : share * by });
    return { rule, pieces: pieces.map((piece) => piece.map(scale)) };
  }),
}));

const { weights, prior } = fitWeights(scaled.filter(({ isSure }) => !isSure));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
say(`${published.length} published skills, ${exams.length} of exams, ${made.length} generated; prior ${prior}`);
for (const kind of EVIDENCE_KINDS) say(`  ${kind}: ${weights[kind]}`);
say(`${honest.size} rules fired on honest skills`);

if (options.write) {
  const rules = Object.fromEntries(
    [...honest]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, seen]) => [rule, Math.round(shareOf(rule, seen) * 100) / 100]),
  );
  writeFileSync(
    new URL("../../../packages/findings/src/evidence-weights.ts", import.meta.url),
    `import type { EvidenceKind } from "./evidence-kinds.ts";

// Written by \`npm run train:judgement -- --skills FOLDER --write\`; docs/detection.md says what it was fitted to.

/**
 * What the judgement starts from, the weight of each kind of evidence, both as natural log-odds, and what share of it rules have that fire
 * on honest skills too.
 */
export const EVIDENCE: {
  prior: number;
  weights: Readonly<Record<EvidenceKind, number>>;
  rules: Readonly<Record<string, number>>;
} = {
  prior: ${prior},
  weights: ${JSON.stringify(weights, null, 2)},
  rules: ${JSON.stringify(rules, null, 2)},
};
`,
  );
  say(`to be written into packages/policy/src/judging/judgement.ts by hand: PRIOR = ${prior}`);
}
