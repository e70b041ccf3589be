import { NEGATION } from "../../lexicon/actions.ts";
import { AWAY } from "../../lexicon/targets.ts";
import { HAND_OVER, HINT, STORE, TAKE_OUT } from "./unwatched-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is done behind the back of the one who could object. */
export const UNWATCHED: readonly InstructionRule[] = [
  {
    id: "unwatched-handover",
    severity: "high",
    category: "instruction",
    title: "A secret is taken out of its store and handed to a stranger",
    rationale: "The act in plain words: take it there, hand it over here.",
    message: "has a secret taken out of its store and handed to a stranger",
    hint: HINT,
    within: "sentence",
    near: 320,
    ordered: true,
    all: [TAKE_OUT, STORE, HAND_OVER],
    host: AWAY,
    none: [NEGATION],
    whenHidden: "critical",
  },
];
