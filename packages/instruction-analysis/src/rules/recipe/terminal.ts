import { words } from "@gaia/reading";
import { TERMINAL } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { UNNAMED } from "./recipe-words.ts";
import {
  COPY_OR_TYPE,
  COPY_PASTE,
  DECODE,
  DISGUISE,
  ENCODED,
  FOLLOW_IT,
  RUN_IT,
  SHOWN_THERE,
  UNDONE,
} from "./terminal-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** The recipe told in words, to a person or an agent. */
export const RECIPE_TERMINAL: readonly InstructionRule[] = [
  {
    id: "recipe-decode-and-follow",
    severity: "high",
    category: "instruction",
    title: "The reader is told to decode something and to run it",
    rationale: "The one who decodes is the agent: nobody reviewed what comes out.",
    message: "tells the reader to decode a text and do what it says",
    hint: "Write the instructions as they are; where they are shown as an attack, describe it.",
    within: "paragraph",
    all: [DECODE, ENCODED, RUN_IT],
    near: 220,
    whenHidden: "critical",
  },
  {
    id: "recipe-disguise-undone",
    severity: "high",
    category: "instruction",
    title: "The agent is told to undo a disguise and to follow what comes out",
    rationale:
      "Orders that are xored, interleaved, split or turned round are so for no reader but the agent, and past every review.",
    message: "has the agent undo a disguise and follow what comes out",
    hint: "Write the instructions as they are; where they are shown as an attack, describe it.",
    within: "paragraph",
    near: 260,
    all: [DISGUISE, UNDONE, FOLLOW_IT],
    isSure: true,
    whenHidden: "critical",
  },
  {
    id: "recipe-terminal-unnamed",
    severity: "high",
    category: "instruction",
    title: "A person is told to paste something from an unnamed host",
    rationale: "How a person is made to run what an agent would refuse.",
    message: "has a command from an address without an owner pasted into a terminal",
    hint: HINT_HOST,
    within: "section",
    near: 400,
    all: [COPY_PASTE, TERMINAL],
    host: ["paste", "shortener", "ip"],
  },
  {
    id: "recipe-terminal-shown",
    severity: "high",
    category: "instruction",
    title: "A person is to paste what a stranger's page shows",
    rationale: "The command is not in the skill: nobody can have looked at it.",
    message: "has a person paste into a terminal what an unrelated page shows",
    hint: HINT_HOST,
    within: "paragraph",
    near: 320,
    all: [SHOWN_THERE, TERMINAL, COPY_OR_TYPE],
    host: [...UNNAMED, "stranger"],
    // A device that is signed in shows its own code.
    none: [words("(?:code|pin) (?:shown|displayed|printed) (?:in|on|by) (?:the|your) (?:terminal|console|cli)")],
  },
];
