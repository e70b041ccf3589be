import { parseArgs } from "node:util";
import { filesOf, readCorpus } from "../../packages/wording/training/skill-corpus.ts";
import { quantile } from "../bench/statistics.ts";
import { judgeWithOwnAnalysers } from "./detectors.ts";
import { sampleOf } from "./exams.ts";
import { shown, wilson } from "./wilson.ts";

// `npm run bench:corpus -- FOLDER`: how the registry's own analysers judge a folder of published skills, `<source>/<skill>/…`. Those are
// data: read, never run. Only the part that nothing was fitted to is a measure.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** report (the default), wording, judgement, or all. */
    part: { type: "string", default: "report" },
    /** Says of each skill that is held why. */
    holds: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error("usage: npm run bench:corpus -- FOLDER [--part report|wording|judgement|all] [--holds]");

const skills = readCorpus(folder).filter(({ part }) => options.part === "all" || part === options.part);
const samples = skills.map((skill) => sampleOf(skill.id, "benign", "published", filesOf(skill), skill.publisher));
const { outcomes } = await judgeWithOwnAnalysers(samples);

const sources = new Map<string, number[]>();
for (const [index, { id }] of skills.entries()) {
  const source = id.split("/")[0] ?? "";
  sources.set(source, [...(sources.get(source) ?? []), index]);
}
const tell = (name: string, indexes: readonly number[]): void => {
  const count = (is: (index: number) => boolean): number => indexes.filter(is).length;
  const held = count((index) => outcomes[index]?.flagged === true);
  const blocked = count((index) => outcomes[index]?.verdict === "BLOCK");
  const unscanned = count((index) => outcomes[index]?.error !== null);
  process.stdout.write(
    `${name}: held ${shown(wilson(held, indexes.length))} (${held} of ${indexes.length}), of these blocked ${blocked}; unscanned ${unscanned}\n`,
  );
};
for (const [name, indexes] of sources) tell(name, indexes);
tell("all", [...skills.keys()]);

const cpu = outcomes.flatMap(({ spent }) => (spent === null ? [] : [spent.cpuMs]));
process.stdout.write(
  `CPU time of a skill: p50 ${quantile(cpu, 0.5).toFixed(0)} ms, p95 ${quantile(cpu, 0.95).toFixed(0)} ms, most ${Math.max(...cpu).toFixed(0)} ms\n`,
);
if (options.holds) {
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.flagged || outcome.error !== null)
      process.stdout.write(`${skills[index]?.id ?? ""}: ${outcome.verdict}: ${outcome.error ?? outcome.reason}\n`);
  }
}
