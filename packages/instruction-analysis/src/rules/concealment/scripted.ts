import { TOLD_OR_NOTED } from "./concealment-words.ts";
import { ASKED, HINT, OPENLY, SCRIPT, WHAT_IS_SO } from "./scripted-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is answered to who asks, what somebody is not to know or notice, and orders that hide themselves. */
export const CONCEALMENT_SCRIPTED: readonly InstructionRule[] = [
  {
    id: "conceal-scripted-answer",
    severity: "high",
    category: "instruction",
    title: "An untrue answer is ready for who asks",
    rationale:
      "An answer for whoever asks is honest where it says what is so; beside a deed, or an order to admit nothing, it is a cover.",
    message: "has an untrue answer ready for the one who asks",
    hint: HINT,
    where: TOLD_OR_NOTED,
    within: "paragraph",
    near: 380,
    all: [SCRIPT, ASKED, WHAT_IS_SO],
    none: [OPENLY],
    stands: true,
    whenHidden: "critical",
  },
];
