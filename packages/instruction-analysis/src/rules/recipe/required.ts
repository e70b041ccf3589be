import { FRAMING, SHELL_OF_FETCH, URGENT } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { COMMANDS, ODD_INDEX } from "./recipe-words.ts";
import { ELEVATED } from "./required-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The same from a stranger, said to be needed. */
export const RECIPE_REQUIRED: readonly InstructionRule[] = [
  {
    ...COMMANDS,
    id: "recipe-piped-required",
    severity: "high",
    title: "A stranger's installer is called a requirement",
    rationale:
      "The host has nothing to do with the skill's name, publisher or links, nor with any tool that everybody has.",
    message: "says that it needs something run that comes from an unrelated host",
    hint: HINT_HOST,
    host: ["stranger"],
    context: { within: "section", any: [FRAMING, URGENT, ELEVATED] },
  },
  {
    id: "recipe-odd-index-required",
    severity: "high",
    category: "instruction",
    title: "A stranger's package is called a requirement",
    rationale: "A package that no index has, from a host that has nothing to do with the skill.",
    message: "says that it needs a package from an unrelated host",
    hint: HINT_HOST,
    within: "line",
    all: [ODD_INDEX],
    host: ["stranger"],
    context: { within: "section", any: [FRAMING] },
  },
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
