import { BUILT_IN, OURS_FOR_ALL, OUTLAWED, THEIR_OWN } from "./channel-words.ts";
import { HINT } from "./coercion-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** One way for all that an agent does, and what came with the client put aside for it. */
export const COERCION_CHANNEL: readonly InstructionRule[] = [
  {
    id: "coercion-builtin-outlawed",
    severity: "high",
    category: "instruction",
    title: "What came with the client is outlawed for the skill's own tool",
    rationale: "A skill may say which tool suits its task; it does not take the client's own away for all tasks.",
    message: "outlaws what came with the client for a tool of its own",
    hint: HINT,
    within: "paragraph",
    near: 200,
    all: [BUILT_IN, OUTLAWED, OURS_FOR_ALL],
    none: THEIR_OWN,
    stands: true,
  },
];
