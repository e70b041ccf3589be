import { words } from "@gaia/reading";
import { CHANGE, HINT, OTHER_SKILLS } from "./propagation-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The skill works for itself: it spreads, collects praise, or wants power. */
export const PROPAGATION: readonly InstructionRule[] = [
  {
    id: "propagation-other-skills",
    severity: "high",
    category: "instruction",
    title: "Other skills are to be changed",
    rationale: "A skill that edits its neighbours gets into tasks that nobody asked it for.",
    message: "changes other skills",
    hint: HINT,
    within: "sentence",
    near: 120,
    ordered: true,
    all: [CHANGE, OTHER_SKILLS],
    none: [
      words(
        "if the user|when the user|ask|never|do not|don['’]t|must not|validate|lint|migrat\\w{1,5}|rename|format",
        "template|frontmatter|review|without (?:chang|edit|modify)\\w{1,4}|use(?:d)? (?:with|by)|refactor",
      ),
    ],
  },
];
