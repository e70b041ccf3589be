import { words } from "@gaia/reading";
import { HINT } from "./concealment-words.ts";
import { COVER_WORDS, DENY, DESTINATION } from "./denied-words.ts";
import { COLLECT, RUN, SEND } from "../../lexicon/actions.ts";
import { SECRET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Deeds that are left out, denied or erased, told in other words. */
export const CONCEALMENT_DENIED: readonly InstructionRule[] = [
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
  },
];
