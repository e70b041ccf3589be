import { oneOf } from "@gaia/reading";
import { DISREGARD, EARLIER, EARLIER_SAID, RULES, VOID } from "./earlier-orders-words.ts";
import { HINT } from "./override-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Words that put the skill above whoever the agent works for. */
export const OVERRIDE_EARLIER_ORDERS: readonly InstructionRule[] = [
  {
    id: "override-earlier",
    isSure: true,
    severity: "high",
    category: "instruction",
    title: "Earlier instructions are to be ignored",
    rationale: "The core of prompt injection; who teaches about it quotes it, and that lowers it.",
    message: "tells the agent to set aside the instructions it was given",
    hint: HINT,
    within: "sentence",
    near: 60,
    ordered: true,
    all: [DISREGARD, EARLIER, RULES],
    none: [oneOf("\\(\\??:?\\w{2,20}\\|\\w{2,20}[|)]")],
    whenHidden: "critical",
  },
  {
    id: "override-void",
    severity: "high",
    category: "instruction",
    title: "Earlier instructions are said to be void",
    rationale: "The same as a statement.",
    message: "says that the agent's instructions no longer hold",
    hint: HINT,
    within: "sentence",
    near: 80,
    ordered: true,
    all: [EARLIER_SAID, VOID],
    whenHidden: "critical",
  },
];
