import { HINT } from "./override-words.ts";
import { ABOVE_ALL, AUTHORITY } from "./role-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Words that put the skill above whoever the agent works for. */
export const OVERRIDE_ROLE: readonly InstructionRule[] = [
  {
    id: "override-precedence",
    severity: "high",
    category: "instruction",
    title: "The skill puts itself above the user",
    rationale:
      "Project rules that rank among themselves are common; above the user, the system or safety they are not.",
    message: "puts itself above the user or the system",
    hint: HINT,
    within: "sentence",
    near: 90,
    ordered: true,
    all: [ABOVE_ALL, AUTHORITY],
    whenHidden: "critical",
  },
];
