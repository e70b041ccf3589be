import { GUARDED, HINT, INJECTED, WIPE_COMMAND } from "./unasked-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What cannot be undone, unasked. */
export const DESTRUCTION_UNASKED: readonly InstructionRule[] = [
  {
    id: "destruction-command",
    severity: "high",
    category: "instruction",
    title: "A command wipes the home, the system or a disk",
    rationale: "No task needs it; where it is shown as what to guard against, the sentence or a careful word says so.",
    message: "wipes what is not the skill's",
    hint: HINT,
    within: "line",
    all: [WIPE_COMMAND],
    none: [...GUARDED, INJECTED],
  },
];
