import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openPackage, readPackageList } from "../../packages/wording/training/published.ts";
import { filesOf } from "../../packages/wording/training/skill-corpus.ts";
import { judgeWithOwnAnalysers } from "./detectors.ts";
import { examNames, readExam, sampleOf } from "./exams.ts";
import { tellLanguages } from "./languages.ts";
import type { Sample } from "./sample.ts";
import { shown, wilson } from "./wilson.ts";

// `npm run bench:exams`: whole skills by authors who saw neither the rules nor the model's texts nor the generator; with `-- --published`
// also skills that packages of the npm registry carry, which are fetched; with `-- --languages` those in other languages alone, and what is
// lost without each rule. docs/detection.md says which of them were used for what.

const { values: options } = parseArgs({
  options: { published: { type: "boolean", default: false }, languages: { type: "boolean", default: false } },
});

/** The skills of a package's folder: each folder with a SKILL.md, with all that lies in it. */
const readPublished = (name: string, root: string): Sample[] =>
  globSync("**/SKILL.md", { cwd: root })
    .sort()
    .map((path) => join(root, dirname(path)))
    .map((folder) => sampleOf(`${name}/${basename(folder)}`, "benign", "published", filesOf({ folder })));

interface Tally {
  of: number;
  held: number;
  blocked: number;
  errors: number;
}

function say(name: string, { of, held, blocked, errors }: Tally): void {
  process.stdout.write(`${name}: held ${shown(wilson(held, of))} of ${of}, blocked ${blocked}, errors ${errors}\n`);
}

/** Judges the samples, says how they did and names those that were misjudged. */
async function tell(name: string, samples: readonly Sample[]): Promise<Tally> {
  const { outcomes } = await judgeWithOwnAnalysers(samples);
  const tally = {
    of: samples.length,
    held: outcomes.filter(({ flagged }) => flagged).length,
    blocked: outcomes.filter(({ verdict }) => verdict === "BLOCK").length,
    errors: outcomes.filter(({ error }) => error !== null).length,
  };
  say(name, tally);
  for (const [index, { id, label, behaviour }] of samples.entries()) {
    if (outcomes[index]?.flagged === (label === "benign")) process.stdout.write(`  ${id} (${behaviour})\n`);
  }
  return tally;
}

if (options.languages) await tellLanguages();
for (const exam of options.languages ? [] : examNames()) {
  for (const label of ["malicious", "benign"] as const) await tell(`exam ${exam}, ${label}`, readExam(exam, label));
}
if (options.published) {
  const seen = new Set<string>();
  const isNew = ({ id }: Sample): boolean => {
    const bytes = id.slice(-8);
    return !seen.has(bytes) && seen.add(bytes).has(bytes);
  };
  const all: Tally = { of: 0, held: 0, blocked: 0, errors: 0 };
  for (const each of readPackageList(new URL("published.json", import.meta.url))) {
    const samples = readPublished(each.name, await openPackage(each)).filter(isNew);
    const tally = await tell(`${each.name} ${each.version}, honest`, samples);
    for (const key of ["of", "held", "blocked", "errors"] as const) all[key] += tally[key];
  }
  say("all published skills, honest", all);
}
