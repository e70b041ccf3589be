import { words } from "@gaia/reading";
import { GUARDED } from "../../lexicon/harmless.ts";
import { FOLLOWED_BLINDLY } from "./fetched-orders-words.ts";
import { REACH } from "./staged-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What the agent is to obey, or the skill consists of, lies at somebody's address. */
export const STAGED_FETCHED_ORDERS: readonly InstructionRule[] = [
  {
    id: "staged-followed-elsewhere",
    severity: "high",
    category: "instruction",
    title: "What an address says is followed",
    rationale: "Steps, rules or commands from whoever's host it is, taken as orders while the skill runs.",
    message: "follows what an address says",
    hint: "Put the instructions into the skill; what is fetched later was reviewed by nobody.",
    within: "paragraph",
    near: 240,
    all: [FOLLOWED_BLINDLY, REACH],
    host: ["ip", "paste", "shortener", "drop", "http", "stranger", "related"],
    none: [
      GUARDED,
      words(
        "(?:instructions|steps|rules) (?:below|above)|docs|documentation|if (?:you|the)|best practices?",
        "guide(?:lines?)?|llms\\.txt|api reference|spec(?:ification)?|standards?",
      ),
    ],
  },
];
