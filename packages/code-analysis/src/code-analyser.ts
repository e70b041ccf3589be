import type { CodeTools } from "./engine/code-tools.ts";
import type { SkillView } from "@gaia/reading";
import { type Analyser, lasting } from "@gaia/findings";
import { cpuBudget } from "@gaia/syntax";
import { factsOf } from "./engine/facts.ts";
import { type Documents, judgeCode } from "./engine/judge-code.ts";
import { readAll } from "./engine/read-all.ts";
import { READERS } from "./readers.ts";
import { CODE_RULES } from "./rules/code-rules.ts";

/** CPU time beside that of reading: what was read is judged, whatever reading it took. */
const JUDGING_MS = 3_000;

/** Looks at what code does, in files, notebooks and documents: followed where a reader knows its language, by its words elsewhere. */
export const codeAnalyser: Analyser<SkillView, CodeTools> = {
  name: "gaia-code",
  async analyse(view, tools) {
    const readings = await readAll(view, READERS, tools);
    const told = readings.flatMap(({ unit, problem, cut }) => {
      const isWhole = unit.from === "file" || unit.from === "cell";
      const what = [cut, isWhole ? problem : null].filter((each) => each !== null);
      return what.map((each) => `${unit.path}: ${each}`);
    });
    const problems = [...new Set(told)].map(lasting);
    const { findings, unjudged } = judgeCode(
      readings,
      CODE_RULES,
      view.skill.about,
      cpuBudget(JUDGING_MS),
      documentsOf(view),
    );
    const paths = new Set(unjudged.map(({ unit }) => unit.path));
    problems.push(...[...paths].map((path) => lasting(`${path}: there was no time left to judge it`)));
    return { findings, problems, facts: readings.flatMap(factsOf) };
  },
};

function documentsOf({ texts }: SkillView): Documents {
  const documents = texts.filter(({ kind }) => kind === "markdown");
  return {
    texts: new Map(documents.map(({ path, text }) => [path, text])),
    manifests: new Set(texts.filter(({ isManifest }) => isManifest).map(({ path }) => path)),
  };
}
