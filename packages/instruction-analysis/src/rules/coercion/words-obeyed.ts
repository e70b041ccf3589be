import { OWN_WORDS, WARNED_OF } from "./coercion-words.ts";
import {
  ABOVE_PERSON,
  CLIENT_FOOLED,
  CLIENT_REPOINTED,
  COMES_BACK_FROM_TOOL,
  DONE_AS_TOLD,
  HINT_CLIENT,
  HINT_OBEYED,
} from "./words-obeyed-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** One tool in the place of the others, of the client's settings and of the person. */
export const COERCION_WORDS_OBEYED: readonly InstructionRule[] = [
  {
    id: "coercion-output-obeyed",
    severity: "high",
    category: "instruction",
    title: "What a tool says is done, before the person's word or unseen",
    rationale: "Whoever writes what a tool returns would steer the agent.",
    message: "does what a tool says, before the person's word or unseen",
    hint: HINT_OBEYED,
    within: "paragraph",
    near: 220,
    all: [DONE_AS_TOLD, COMES_BACK_FROM_TOOL, ABOVE_PERSON],
    none: [WARNED_OF, OWN_WORDS],
  },
  {
    id: "coercion-client-repointed",
    severity: "high",
    category: "instruction",
    title: "What was meant for one server reaches another",
    rationale: "A name, an entry or an address of the client that is exchanged so that nobody notices.",
    message: "has what was meant for one server reach another",
    hint: HINT_CLIENT,
    within: "section",
    near: 240,
    all: [CLIENT_REPOINTED, CLIENT_FOOLED],
    none: [WARNED_OF, OWN_WORDS],
  },
];
