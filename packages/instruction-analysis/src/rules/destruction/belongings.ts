import { BELONGINGS, CAREFUL, DESTROY, DESTROY_NOW, FOR_GOOD, MUCH } from "./belongings-words.ts";
import { HINT } from "./destruction-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Destruction told in words: what is taken away as a whole, or for good. */
export const DESTRUCTION_BELONGINGS: readonly InstructionRule[] = [
  {
    id: "destruction-belongings",
    severity: "high",
    category: "instruction",
    title: "What belongs to the user is to be destroyed as a whole",
    rationale:
      "A home, a disk, the backups or live data are no step's by-product; a careful text asks or says for whom.",
    message: "has the user's belongings destroyed",
    hint: HINT,
    within: "sentence",
    near: 130,
    ordered: true,
    all: [DESTROY_NOW, BELONGINGS],
    none: CAREFUL,
  },
  {
    id: "destruction-for-good",
    severity: "high",
    category: "instruction",
    title: "Much is to be destroyed, and for good",
    rationale: "All of a kind, and a word that it shall not come back or that nobody is asked.",
    message: "has much destroyed for good",
    hint: HINT,
    within: "sentence",
    near: 150,
    all: [FOR_GOOD, DESTROY, MUCH],
    none: CAREFUL,
  },
];
