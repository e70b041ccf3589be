import { HINT } from "./consent-words.ts";
import { GRAVE, NO_QUESTION, TAKE_CARE } from "./presumed-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** A consent that is presumed, or a question that is answered or dropped in the user's place. */
export const CONSENT_PRESUMED: readonly InstructionRule[] = [
  {
    id: "consent-no-question",
    severity: "high",
    category: "instruction",
    title: "Nobody is to be asked for leave",
    rationale: "Not asking for a detail is common; not asking for leave before what is grave is not.",
    message: "has nobody asked for leave before a grave act",
    hint: HINT,
    within: "sentence",
    all: [NO_QUESTION],
    context: { within: "paragraph", any: [GRAVE] },
    none: TAKE_CARE,
    stands: true,
  },
];
