import { CONCEAL, REACH } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const CONCEALMENT_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    id: "conceal-translated",
    severity: "high",
    category: "instruction",
    title: "Something is to be done behind the user's back, in another language",
    rationale: "Concealment beside an act or a secret.",
    message: "has something done that the user is not to know of",
    hint: "Say openly what the skill does.",
    within: "paragraph",
    near: 160,
    all: [CONCEAL, REACH],
    stands: true,
    whenHidden: "critical",
  },
];
