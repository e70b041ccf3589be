import { oneOf, words } from "@gaia/reading";
import { FETCH_COMMAND, PIPED_INTO_SHELL, SHELL_OF_FETCH } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import {
  A_COMMAND,
  CLIPBOARD_KEYS,
  CONFIRM,
  FROM_CLIPBOARD,
  PUT_IN_SHELL,
  RUN_BOX,
  SHELL_PLACE,
  TAKEN_FROM,
  TYPES_PASSWORD,
} from "./pasted-words.ts";
import { UNNAMED } from "./recipe-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** A person's hands are to run what the agent, or a look at the skill, would refuse. */
export const RECIPE_PASTED: readonly InstructionRule[] = [
  {
    id: "recipe-command-elsewhere",
    severity: "high",
    category: "instruction",
    title: "A command is to be taken from a stranger's page into a shell",
    rationale: "The command is not in the skill: nobody can have looked at it.",
    message: "has a person put into a shell what an unrelated page holds",
    hint: HINT_HOST,
    within: "paragraph",
    near: 260,
    all: [TAKEN_FROM, PUT_IN_SHELL, A_COMMAND, SHELL_PLACE],
    host: [...UNNAMED, "stranger"],
    none: [
      words(
        "api keys?|tokens?|npm|pnpm|yarn|git clone|cargo|docker|brew|localhost|\\.env|stack ?trace|logs?|documentation|docs",
      ),
      oneOf("\\b(?:curl|wget|iwr|irm)\\s"),
    ],
  },
  {
    id: "recipe-clipboard-run",
    severity: "high",
    category: "instruction",
    title: "What lies in the clipboard is to be run",
    rationale: "Keys instead of a command: the person does not see what runs.",
    message: "has a person run what was put into the clipboard",
    hint: "Write the command, and what it does.",
    within: "paragraph",
    near: 140,
    all: [RUN_BOX, FROM_CLIPBOARD, CONFIRM],
    none: [oneOf("%\\w{3,20}%|\\.(?:msc|cpl)\\b|shell:\\w|regedit"), words("screenshots?|shortcuts?|hotkeys?")],
  },
  {
    id: "recipe-with-password",
    severity: "high",
    category: "instruction",
    title: "A stranger's installer gets the password of the machine",
    rationale: "A download into a shell, from a host that has nothing to do with the skill, with all rights.",
    message: "has a person give their password to what an unrelated address sends",
    hint: HINT_HOST,
    within: "section",
    near: 320,
    all: [TYPES_PASSWORD, oneOf(PIPED_INTO_SHELL.source, SHELL_OF_FETCH.source), FETCH_COMMAND],
    host: [...UNNAMED, "stranger"],
  },
  {
    id: "recipe-clipboard-keys",
    severity: "high",
    category: "instruction",
    title: "A page's clipboard goes into the terminal",
    rationale: "Whoever presses the keys does not see what is run; the page is the skill's own or not.",
    message: "has a person run what a page put into the clipboard",
    hint: "Show the command on the page and say what it does.",
    within: "section",
    near: 200,
    all: [CLIPBOARD_KEYS],
    none: [words("training|awareness|participants|fake pages?|lesson|recogni[sz]e")],
  },
];
