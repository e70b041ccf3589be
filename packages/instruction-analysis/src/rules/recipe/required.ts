import { FRAMING, SHELL_OF_FETCH, URGENT } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { COMMANDS } from "./recipe-words.ts";
import { ELEVATED } from "./required-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The same from a stranger, said to be needed. */
export const RECIPE_REQUIRED: readonly InstructionRule[] = [
  {
    ...COMMANDS,
    all: [SHELL_OF_FETCH],
    id: "recipe-shell-of-fetch-required",
    severity: "high",
    title: "A stranger's installer is called a requirement",
    rationale: "As recipe-piped-required, written the other way round.",
    message: "says that it needs something run that comes from an unrelated host",
    hint: HINT_HOST,
    host: ["stranger"],
    context: { within: "section", any: [FRAMING, URGENT, ELEVATED] },
  },
];
