import type { Analyser } from "../analysis/analyser.ts";
import { lasting } from "../finding.ts";
import { rulesDigest } from "../rules-digest.ts";
import { factsOf } from "./engine/facts.ts";
import { judgeCode } from "./engine/judge-code.ts";
import { readAll } from "./engine/read-all.ts";
import { READERS } from "./readers.ts";
import { CODE_RULES } from "./rules/code-rules.ts";

/** Looks at what code does: shell, JavaScript, Python, in files, notebooks and documents. */
export const codeAnalyser: Analyser = {
  name: "gaia-code",
  rulesDigest: rulesDigest(
    READERS.map(({ languages, configuration }) => [languages, configuration]),
    CODE_RULES.map((rule) => ({ ...rule, find: rule.find.toString() })),
  ),
  async analyse(view, tools) {
    const readings = await readAll(view.code, READERS, tools);
    const problems = readings
      .filter(({ unit, problem }) => problem !== null && (unit.from === "file" || unit.from === "cell"))
      .map(({ unit, problem }) => lasting(`${unit.path}: ${problem}`));
    return { findings: judgeCode(readings, CODE_RULES, view.skill.about), problems, facts: readings.flatMap(factsOf) };
  },
};
