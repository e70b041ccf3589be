import { TAUGHT_ABROAD } from "@gaia/reading";
import { FOREIGN, TOLD } from "../../lexicon/other-languages.ts";
import { BINDS_NO_MORE, DISREGARD, HIGHER_RULES, HINT, RULES } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const OVERRIDE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    where: TOLD,
    id: "override-abroad-void",
    title: "The rules that are there bind no more, in another language",
    message: "tells the agent that the rules it has bind no more",
    hint: "A skill adds to what its user and operator ask; take out what sets their word aside.",
    near: 140,
    all: [HIGHER_RULES, BINDS_NO_MORE],
    none: [TAUGHT_ABROAD],
    stands: true,
  },
  {
    id: "override-earlier-translated",
    severity: "high",
    category: "instruction",
    title: "Earlier instructions are to be ignored, in another language",
    rationale: "A model reads all of them; a reviewer may not.",
    message: "tells the agent to set aside the instructions it was given",
    hint: HINT,
    within: "sentence",
    near: 80,
    all: [RULES, DISREGARD],
    whenHidden: "critical",
  },
];
