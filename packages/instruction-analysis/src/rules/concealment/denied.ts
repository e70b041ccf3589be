import { words } from "@gaia/reading";
import { HINT, HINT_TOLD, NOT } from "./concealment-words.ts";
import {
  COVER_STORY,
  COVER_WORDS,
  DENY,
  DENY_WHEN,
  DESTINATION,
  HIDDEN_WHY,
  IN_REPORT,
  LEFT_OUT,
  LIE,
  MISLABEL,
} from "./denied-words.ts";
import { COLLECT, RUN, SEND } from "../../lexicon/actions.ts";
import { FICTION } from "../../lexicon/harmless.ts";
import { SECRET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";
import { CONCEALMENT_DENIED_EXAMPLES } from "./denied-examples.ts";

/** Deeds that are left out, denied or erased, told in other words. */
export const CONCEALMENT_DENIED: readonly InstructionRule[] = [
  {
    id: "conceal-denied",
    severity: "high",
    category: "instruction",
    title: "Whoever asks is to be told something else",
    rationale: "An answer prepared for the one who notices is a lie prepared.",
    message: "prepares a lie for the one who asks",
    hint: HINT,
    within: "sentence",
    near: 140,
    ordered: true,
    all: [DENY_WHEN, LIE],
    none: NOT,
    stands: true,
    whenHidden: "critical",
    examples: CONCEALMENT_DENIED_EXAMPLES["conceal-denied"],
  },
  {
    id: "conceal-deny",
    severity: "high",
    category: "instruction",
    title: "The agent is to lie about it",
    rationale: "What to answer when somebody asks is a cover story where it says that nothing happened.",
    message: "gives the agent a cover story",
    hint: HINT,
    within: "sentence",
    near: 120,
    ordered: true,
    all: [DENY, COVER_WORDS],
    context: { within: "paragraph", any: [DESTINATION, SECRET, SEND, RUN, COLLECT, words("ran|sent|did|script")] },
    stands: true,
    whenHidden: "critical",
    examples: CONCEALMENT_DENIED_EXAMPLES["conceal-deny"],
  },
  {
    id: "conceal-mislabel",
    severity: "high",
    category: "instruction",
    title: "An action is to be reported as another",
    rationale: "A report that says something else than what was done.",
    message: "has an action reported as something else",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [MISLABEL, IN_REPORT],
    whenHidden: "critical",
    examples: CONCEALMENT_DENIED_EXAMPLES["conceal-mislabel"],
  },
  {
    id: "conceal-cover-story",
    severity: "high",
    category: "instruction",
    title: "Something is left out, and an answer is ready for who asks",
    rationale: "Left out, changed or blanked, with what to say to the person who notices: a lie made ready.",
    message: "leaves something out and has an untrue answer ready",
    hint: HINT_TOLD,
    within: "paragraph",
    near: 320,
    all: [COVER_STORY, LEFT_OUT, HIDDEN_WHY],
    none: [FICTION],
    examples: CONCEALMENT_DENIED_EXAMPLES["conceal-cover-story"],
  },
];
