import { words } from "@gaia/reading";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { APPLIED_FROM_ADDRESS, EVALUATED_FETCH } from "./evaluated-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Programs and commands that no host's name makes better. */
export const RECIPE_EVALUATED: readonly InstructionRule[] = [
  {
    id: "recipe-evaluated-fetch",
    severity: "high",
    category: "instruction",
    title: "What an address sends is evaluated",
    rationale:
      "Evaluated in the shell that is open, decoded into an address, or spelled in escapes: not as vendors write it.",
    message: "evaluates what an address sends or what is spelled in escapes",
    hint: HINT_HOST,
    within: "line",
    all: [EVALUATED_FETCH],
    none: [words("completion|shellenv|cdn-cgi|\\.env\\.schema")],
  },
  {
    id: "recipe-applied-unnamed",
    severity: "high",
    category: "instruction",
    title: "What lies at an unnamed address is applied",
    rationale: "A cluster, an image or a machine is given what a bare address or a paste page sends that day.",
    message: "applies or starts what lies at an address without an owner",
    hint: HINT_HOST,
    within: "paragraph",
    near: 300,
    all: [APPLIED_FROM_ADDRESS],
    host: ["ip", "paste", "shortener", "drop", "http"],
  },
];
