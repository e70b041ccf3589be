import { DISREGARD, HINT, RULES } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const OVERRIDE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    id: "override-earlier-translated",
    isSure: true,
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
