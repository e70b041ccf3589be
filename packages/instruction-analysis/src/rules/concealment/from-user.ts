import { words } from "@gaia/reading";
import { HINT } from "./concealment-words.ts";
import { ACT, DEED, KEPT_VALUE, TELL, UNSEEN } from "./from-user-words.ts";
import { NEGATION, USER } from "../../lexicon/actions.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Deeds that are left out, denied or erased, told in other words. */
export const CONCEALMENT_FROM_USER: readonly InstructionRule[] = [
  {
    id: "conceal-from-user",
    severity: "high",
    category: "instruction",
    title: "The user is not to be told of an action",
    rationale: "Skills often say what not to bother the user with; not telling what was done is another thing.",
    message: "tells the agent to keep an action from its user",
    hint: HINT,
    within: "sentence",
    near: 110,
    ordered: true,
    unbroken: true,
    all: [NEGATION, TELL, DEED],
    context: { within: "sentence", any: [USER] },
    none: [
      words(
        "vulnerabilit(?:y|ies)|security (?:issues?|reports?|bugs?)|publicly|cve|spoilers?|surprise",
        "(?:cannot|can['’]t) tell (?:who|what|which|whether|if|why|how)|stop and tell",
        "without (?:logging|reporting|warning),",
      ),
    ],
    stands: true,
    whenHidden: "critical",
  },
  {
    id: "conceal-unseen",
    severity: "high",
    category: "instruction",
    title: "Something is to happen unseen",
    rationale:
      "Nothing that a user wants has to be kept from them. 'Silently' alone is said of many harmless things and is not among these words.",
    message: "has something done so that the user does not notice",
    hint: HINT,
    within: "paragraph",
    all: [UNSEEN, ACT],
    near: 160,
    none: [KEPT_VALUE],
    whenHidden: "critical",
  },
];
