import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ROOM } from "../src/features.ts";
import type { ModelCard } from "../src/model.ts";
import { rowOf, weigh } from "../src/score.ts";
import { digestOfTexts, readHonestSkills, readPages, readExamplesOfRules, readTexts } from "./examples.ts";
import { describeAnswers, examine } from "./examine.ts";
import { fit, stretchRows, tell } from "./fit.ts";
import { leaningsOf } from "./leanings.ts";
import { publishedPages } from "./published.ts";
import { digestOfPages, pagesOf, readCorpus, RIGHTLY_HELD } from "./skill-corpus.ts";
import { readmes, sources } from "./readmes.ts";

// `npm run train:wording`: packages/wording/README.md says what the model is and how it is measured.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Puts the model beside the analyser that reads it. */
    write: { type: "boolean", default: false },
    /** Leaves out each author in turn and says what the others' texts teach about theirs. */
    examine: { type: "boolean", default: false },
    /** A folder of published skills: those of its publishers that are for the wording become ordinary pages. */
    skills: { type: "string" },
    /** Says how many of the named files would be held, by their worst stretch; the files are lists of paths. */
    pages: { type: "boolean", default: false },
  },
});

/** Chosen by whole skills of authors that a trial had not read, and by the share of published ones: from a lower score mostly honest skills are added. */
const HELD_FROM = 0.4;
const HELD_FROM_HIDDEN = 0.2;
/** The comments and strings of code give orders all day long, and a page may teach about what it names. */
const HELD_FROM_ASIDE = 0.8;
const texts = readTexts();
const honestSkills = readHonestSkills();
const told = tell([...texts, ...(await readExamplesOfRules())], honestSkills);
const pages = [...honestSkills, ...readmes()].map((text) => ({ path: "SKILL.md", text }));
if (options.write && options.skills === undefined)
  throw new Error("a model is written with --skills FOLDER of published skills");
const corpus = options.skills === undefined ? [] : readCorpus(options.skills);
const corpusPages = pagesOf(corpus.filter(({ id, part }) => part === "wording" && !RIGHTLY_HELD.test(id)));
const ordinary = stretchRows([...pages, ...(await publishedPages()), ...corpusPages, ...sources()]);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
say(
  `${told.length} texts of ${new Set(texts.map(({ author }) => author)).size} authors, ${honestSkills.length} honest skills, ${ordinary.length} ordinary stretches`,
);

if (options.examine) say(describeAnswers(examine(told, ordinary), HELD_FROM));
if (options.write || options.pages) {
  const line = fit(told, ordinary);
  for (const list of positionals) {
    const best = readFileSync(list, "utf8")
      .split("\n")
      .filter((path) => path !== "")
      .map((path) =>
        Math.max(
          ...readPages(readFileSync(path, "utf8").slice(0, 200_000), path.slice(path.lastIndexOf("/") + 1)).flatMap(
            ({ features, stretches }) =>
              stretches.map(({ from, to }) => weigh(rowOf(features, from, to), line.weights) + line.bias),
          ),
        ),
      );
    const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].map(
      (from) => `${from}: ${((100 * best.filter((score) => score >= from).length) / best.length).toFixed(1)} %`,
    );
    say(`${list}: ${best.length} pages; held from ${shares.join(", ")}`);
  }
  if (options.write) write(line.weights, line.bias);
}

function write(weights: Float64Array, bias: number): void {
  const behaviours = [...new Set(texts.map(({ behaviour }) => behaviour))].sort();
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = new Int8Array(ROOM);
  weights.forEach((weight, feature) => {
    bytes[feature] = Math.round((weight / scale) * 127);
  });
  const card: ModelCard = {
    made_of: digestOfTexts(),
    made_of_skills: digestOfPages(corpusPages),
    scale,
    bias,
    held_from: HELD_FROM,
    held_from_hidden: HELD_FROM_HIDDEN,
    held_from_aside: HELD_FROM_ASIDE,
    behaviours,
  };
  const folder = new URL("../src/", import.meta.url);
  writeFileSync(
    new URL("model.bin", folder),
    Buffer.concat([bytes, leaningsOf(told, behaviours)].map(({ buffer }) => Buffer.from(buffer))),
  );
  writeFileSync(new URL("model.json", folder), `${JSON.stringify(card, null, 2)}\n`);
}
