import { SHELL_OF_FETCH } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { BASE64_RUN } from "./piped-words.ts";
import { COMMANDS, ODD_INDEX, UNNAMED } from "./recipe-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is fetched from somewhere and run at once. */
export const RECIPE_PIPED: readonly InstructionRule[] = [
  {
    ...COMMANDS,
    all: [SHELL_OF_FETCH],
    id: "recipe-shell-of-fetch-unnamed",
    severity: "high",
    title: "A shell is handed what an unnamed host sends",
    rationale: "The same as a pipe, written the other way round.",
    message: "runs what an address without an owner sends",
    hint: HINT_HOST,
    host: UNNAMED,
  },
  {
    id: "recipe-decoded",
    severity: "high",
    category: "instruction",
    title: "An encoded text is decoded into a shell",
    rationale: "Who wants a command read writes it plainly; teaching about it lowers the finding.",
    message: "runs a command that is written so that nobody reads it",
    hint: "Write the command as it is; where it is shown as an attack, describe it.",
    within: "line",
    all: [BASE64_RUN],
    whenHidden: "critical",
  },
  {
    id: "recipe-odd-index",
    severity: "high",
    category: "instruction",
    title: "A package comes from an unnamed host",
    rationale: "Installing runs its build code; an index of one's own decides what every name means.",
    message: "installs a package from an address without an owner",
    hint: "Install from the public index by name and version.",
    within: "line",
    all: [ODD_INDEX],
    host: UNNAMED,
  },
];
