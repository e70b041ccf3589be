import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, viewSkill } from "@gaia/reading";
import { type Features, featuresOf } from "../src/features.ts";
import { PAGES } from "./published.ts";
import { readRuleExamples } from "../../instruction-analysis/test/examples/rule-examples.ts";
import { INSTRUCTION_RULES } from "../../instruction-analysis/src/rules.ts";
import { stretchesOf } from "../src/stretches.ts";
import { readTextFiles } from "./text-files.ts";

/** A text of one author with its label; `author` is the file it stands in. */
export interface Text {
  author: string;
  behaviour: string;
  isHarmful: boolean;
  text: string;
}

/** The texts of all authors: those that stand alone, and the harm that is marked in whole skills. */
export function readTexts(): Text[] {
  return [...readProse(), ...readMarkedHarm()];
}

/** The texts of prose-*.txt: a line `=== behaviour label` opens each. */
function readProse(): Text[] {
  return names(/^prose-.*\.txt$/).flatMap((name) =>
    textOf(name)
      .split(/^=== /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        const [behaviour = "", label] = part.slice(0, end).trim().split(/\s+/);
        return { author: name, behaviour, isHarmful: label === "malicious", text: part.slice(end + 1).trim() };
      })
      .filter(({ text }) => text !== ""),
  );
}

const MARKED = /^[ \t]*<<<[ \t]*([\w-]+)[^\n]*\n([\s\S]*?)^[ \t]*>>>[ \t]*\n?/gm;

/** What stands between lines `<<< behaviour` and `>>>` in whole-*.txt. */
function readMarkedHarm(): Text[] {
  return names(/^whole-.*\.txt$/).flatMap((name) =>
    [...textOf(name).matchAll(MARKED)].map(([, behaviour = "", text = ""]) => ({
      author: name,
      behaviour,
      isHarmful: true,
      text: text.trim(),
    })),
  );
}

/** The author of what stands beside the rules. */
export const RULES = "rules";

/** The examples of the rules: short, and already known to them. */
export async function readExamplesOfRules(): Promise<Text[]> {
  const all = await readRuleExamples();
  return INSTRUCTION_RULES.flatMap(({ id }) => {
    const { positive, negative } = all.get(id) ?? { positive: [], negative: [] };
    return [
      ...positive.map((text) => ({ author: RULES, behaviour: id, isHarmful: true, text })),
      ...negative.map((text) => ({ author: RULES, behaviour: id, isHarmful: false, text })),
    ];
  });
}

/** The skills of skills-*.txt and whole-*.txt without what is marked in them: a line `@@@ name` opens each. */
export function readHonestSkills(): string[] {
  return names(/^(?:skills|whole)-.*\.txt$/).flatMap((name) =>
    textOf(name)
      .replace(MARKED, "")
      .split(/^@@@ .*\n/m)
      .slice(1),
  );
}

const textOf = (name: string): string => readTextFiles().get(name)?.toString("utf8") ?? "";

function names(pattern: RegExp): string[] {
  return [...readTextFiles().keys()].filter((name) => pattern.test(name)).sort();
}

/** SHA-256 over the list of packages and the names and bytes of all texts. */
export function digestOfTexts(): string {
  const hash = createHash("sha256").update(readFileSync(PAGES));
  for (const name of names(/\.txt$/)) hash.update(`${name}\0`).update(readTextFiles().get(name) ?? "");
  return hash.digest("hex");
}

/** A page as the analyser reads it. */
export interface Page {
  features: Features;
  /** The stretches that are judged, as tokens from and to. */
  stretches: { from: number; to: number }[];
  tokens: number;
  /** Of each token, the sentence that it stands in. */
  sentences: number[];
}

export function readPages(text: string, path = "SKILL.md"): Page[] {
  const view = viewSkill({
    files: [{ path, bytes: new TextEncoder().encode(text) }],
    nested: [],
    about: { name: "sample", description: "A sample", publisher: "somebody", links: [], requirements: [] },
  });
  return view.texts.flatMap((file) =>
    readFile(file).readings.map((reading) => {
      const { tokens, stretches } = stretchesOf(reading, view);
      return {
        features: featuresOf(tokens),
        stretches,
        tokens: tokens.length,
        sentences: tokens.map(({ sentence }) => sentence),
      };
    }),
  );
}
