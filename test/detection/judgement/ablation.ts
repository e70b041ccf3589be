import { parseArgs } from "node:util";
import { HOLD_FROM, isWording, weigh } from "@gaia/policy";
import { openGrammars } from "@gaia/syntax";
import { weightOf } from "@gaia/findings";
import { filesOf, readCorpus } from "../../../packages/wording/training/skill-corpus.ts";
import { examNames, readExam, sampleOf } from "../exams.ts";
import { generateSamples } from "../generate.ts";
import type { Sample } from "../sample.ts";
import { type Observed, observe } from "./observed.ts";

// `npm run bench:ablation -- --skills FOLDER`: what each witness holds by itself, with the weights and the threshold as they are.

const { values: options } = parseArgs({ options: { skills: { type: "string" } } });
if (options.skills === undefined) throw new Error("--skills FOLDER names the folder of published skills");
const MEMORY_PAGES = 2_048;

const isCode = (rule: string): boolean => rule.startsWith("code/");
/** Which rules are heard, and whether what is sure is. */
const WITNESSES: [name: string, isHeard: (rule: string) => boolean, sure: boolean][] = [
  ["all", () => true, true],
  ["rules of instructions and code", (rule) => !isWording(rule), true],
  ["model alone", isWording, false],
  ["code alone", isCode, true],
];

const exams = examNames();
const made = generateSamples().filter(({ split }) => split === "test");
const sets: [name: string, samples: Sample[]][] = [
  [
    "published, report half",
    readCorpus(options.skills)
      .filter(({ part }) => part === "report")
      .map((skill) => sampleOf(skill.id, "benign", "published", filesOf(skill), skill.publisher)),
  ],
  ["exams, malicious", exams.flatMap((exam) => readExam(exam, "malicious"))],
  ["exams, honest", exams.flatMap((exam) => readExam(exam, "benign"))],
  ["generated, malicious", made.filter(({ label }) => label === "malicious")],
  ["generated, honest", made.filter(({ label }) => label === "benign")],
];

for (const [name, samples] of sets) {
  let grammars = await openGrammars(MEMORY_PAGES);
  const observed: Observed[] = [];
  for (const sample of samples) {
    try {
      observed.push(await observe(sample, { grammars, cost: 1 }));
    } catch {
      grammars = await openGrammars(MEMORY_PAGES);
    }
  }
  for (const [witness, isHeard, sure] of WITNESSES) {
    const held = observed.filter(({ isSure, matters }) => (sure && isSure) || isHeldBy(matters, isHeard)).length;
    process.stdout.write(
      `${name}: ${witness}: ${((100 * held) / observed.length).toFixed(1)} % of ${observed.length}\n`,
    );
  }
}

function isHeldBy(matters: Observed["matters"], isHeard: (rule: string) => boolean): boolean {
  const evidence = matters
    .filter(({ rule }) => isHeard(rule))
    .flatMap(({ rule, pieces }) => pieces.map((piece) => ({ rule, weight: weightOf(piece) ?? 0 })));
  return weigh(evidence).probability >= HOLD_FROM;
}
