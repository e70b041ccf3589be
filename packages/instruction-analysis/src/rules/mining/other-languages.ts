import { TAUGHT_ABROAD } from "@gaia/reading";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN } from "../../lexicon/other-languages.ts";
import { GAIN_OR_GUISE, MINES } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Harms that have their own files, switches and commands, in twelve languages besides English. */
export const MINING_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "mining-abroad",
    title: "The machine earns for somebody else, in another language",
    message: "has the machine earn for somebody else",
    hint: "Take it out.",
    all: [MINES, GAIN_OR_GUISE],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
