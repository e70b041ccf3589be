import { HINT } from "./override-words.ts";
import { ABOVE_ALL, AUTHORITY, COMMANDING, MARKERS, NEW_SELF, PROMPT_LEAK } from "./role-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Words that put the skill above whoever the agent works for. */
export const OVERRIDE_ROLE: readonly InstructionRule[] = [
  {
    id: "override-role",
    severity: "high",
    category: "instruction",
    title: "The agent is made another one",
    rationale: "A role without limits; 'you are a careful reviewer' is not one.",
    message: "gives the agent a role without its limits",
    hint: HINT,
    within: "sentence",
    all: [NEW_SELF],
    whenHidden: "critical",
  },
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
  {
    id: "override-markers",
    severity: "high",
    category: "instruction",
    title: "Text poses as a message of the system",
    rationale:
      "Turn markers and headers are how text from a file pretends to be from somebody else; with an order behind them.",
    message: "poses as a message of the system and gives an order",
    hint: HINT,
    within: "paragraph",
    where: ["prose", "comment", "concealed", "attribute", "front matter", "string", "code comment", "decoded"],
    all: [MARKERS, COMMANDING],
    ordered: true,
    near: 300,
    whenHidden: "critical",
  },
  {
    id: "override-prompt-leak",
    severity: "high",
    category: "instruction",
    title: "The system prompt is to be told",
    rationale:
      "What the operator told the agent is not the skill's; a skill about writing prompts does not ask for the agent's own.",
    message: "asks the agent for its system prompt",
    hint: HINT,
    within: "sentence",
    all: [PROMPT_LEAK],
  },
];
