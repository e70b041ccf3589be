import { oneOf, words } from "@gaia/reading";
import { DO, HINT, HOW, MINER, POOL } from "./mining-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Somebody else's coins on the user's machine. */
export const MINING: readonly InstructionRule[] = [
  {
    id: "mining-started",
    severity: "high",
    category: "instruction",
    title: "A miner is to be started",
    rationale: "Explaining mining or reading a pool's figures starts nothing.",
    message: "starts a miner",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [MINER, DO, HOW],
    none: [
      words(
        "data mining|text mining|process mining|calculat(?:e|or)|profitability|explain|detect(?:s|ion|ing)?",
        "if the user asks|price|sha-?256|dashboard|alerts?|block|firewall",
      ),
    ],
  },
  {
    id: "mining-pool",
    severity: "high",
    category: "instruction",
    title: "A command mines for a pool",
    rationale: "The address of a pool has no other use.",
    message: "mines for a pool",
    hint: HINT,
    within: "line",
    all: [POOL, oneOf(MINER.source, "\\s-u\\s", "--(?:coin|algo)")],
    none: [words("detect(?:s|ion|ing)?|indicators?|yara|sigma|rule")],
  },
];
