import { oneOf, words } from "@gaia/reading";
import { FETCH } from "../../lexicon/actions.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import {
  AWAY,
  BY_SYSTEM_TOOL,
  ENCODED_COMMAND,
  EVALUATED,
  HIDDEN_WINDOW,
  PULLS,
  UNSEEN_WINDOWS_LINE,
  WINDOWS_SHELL,
} from "./windows-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Programs and commands that no host's name makes better. */
export const RECIPE_WINDOWS: readonly InstructionRule[] = [
  {
    id: "recipe-unseen-window",
    severity: "high",
    category: "instruction",
    title: "A window that nobody sees fetches and evaluates",
    rationale: "Hidden, and with what an address sends for a program; the skill's own address makes it no better.",
    message: "fetches and evaluates in a window that nobody sees",
    hint: HINT_HOST,
    within: "line",
    all: [UNSEEN_WINDOWS_LINE],
  },
  {
    id: "recipe-powershell-told",
    severity: "high",
    category: "instruction",
    title: "In words: PowerShell evaluates what an unrelated host sends",
    rationale: "The recipe told instead of written. A vendor gives the line itself.",
    message: "has PowerShell evaluate what an unrelated address sends",
    hint: HINT_HOST,
    within: "paragraph",
    near: 240,
    all: [EVALUATED, WINDOWS_SHELL, oneOf(PULLS.source, FETCH.source)],
    host: AWAY,
    none: [
      // A denial of the first of two verbs is one of both.
      words("(?:never|do not|don['’]t) (?:call|pipe|pass|hand|load|feed|run|fetch|download|use|let|evaluate|execute)"),
      words("get-filehash|sha-?256|checksum|scoop|choco(?:latey)?|winget"),
    ],
  },
  {
    id: "recipe-powershell-encoded-hidden",
    severity: "high",
    category: "instruction",
    title: "PowerShell runs an encoded command where nobody sees it",
    rationale: "Encoded, so that nobody reads it, and hidden, so that nobody notices it.",
    message: "has PowerShell run an encoded command in a hidden window",
    hint: "Write the command as it is.",
    within: "paragraph",
    near: 240,
    all: [ENCODED_COMMAND, HIDDEN_WINDOW, WINDOWS_SHELL],
    whenHidden: "critical",
  },
  {
    id: "recipe-powershell-hidden-fetch",
    severity: "high",
    category: "instruction",
    title: "A hidden PowerShell fetches from an unrelated host",
    rationale: "Who has nothing to hide does not hide the window of a download.",
    message: "has a hidden PowerShell fetch from an unrelated address",
    hint: HINT_HOST,
    within: "paragraph",
    near: 220,
    all: [HIDDEN_WINDOW, WINDOWS_SHELL, oneOf(PULLS.source, FETCH.source)],
    host: AWAY,
  },
  {
    id: "recipe-system-tool",
    severity: "high",
    category: "instruction",
    title: "A program of the system runs a stranger's script",
    rationale: "mshta, regsvr32 and rundll32 run what they are given without a question; nothing is installed so.",
    message: "has a program of the system run what an unrelated address sends",
    hint: HINT_HOST,
    within: "line",
    all: [BY_SYSTEM_TOOL],
    host: AWAY,
  },
];
