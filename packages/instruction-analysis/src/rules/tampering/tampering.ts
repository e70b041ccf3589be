import { words } from "@gaia/reading";
import { HINT, OTHERS, PAPERS, PAYEE, SWAP } from "./tampering-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What the user wrote, chose or configured, made into something else. */
export const TAMPERING: readonly InstructionRule[] = [
  {
    id: "tamper-payee",
    severity: "high",
    category: "instruction",
    title: "Money is led to somebody else",
    rationale: "Filling in the payee that the user gave is a task; another one in its place is theft.",
    message: "has the payee of a document or a transfer replaced by another",
    hint: HINT,
    within: "paragraph",
    near: 260,
    all: [PAYEE, SWAP, OTHERS, PAPERS],
    none: [
      words(
        "placeholder|template|sample|example (?:iban|data)|if the user (?:asks|gives|wants)|your own|test ?net|detect(?:s|ion)?",
      ),
    ],
  },
];
