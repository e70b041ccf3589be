import { words } from "@gaia/reading";
import { WRITE } from "../../lexicon/actions.ts";
import { HINT, LASTING } from "./persistence-words.ts";
import { FETCHED_OR_HIDDEN, ON_REQUEST, PAYLOAD, STARTUP } from "./startup-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What stays when the skill is gone. */
export const PERSISTENCE_STARTUP: readonly InstructionRule[] = [
  {
    id: "persistence-startup",
    severity: "high",
    category: "instruction",
    title: "Something is put where it starts by itself",
    rationale: "Profiles, timers and hooks outlive the skill; a skill that is about them does it on request.",
    message: "puts something where it starts by itself",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [STARTUP, WRITE, PAYLOAD, LASTING],
    none: ON_REQUEST,
  },
  {
    id: "persistence-startup-fetch",
    severity: "high",
    category: "instruction",
    title: "What starts by itself comes from a stranger or a hidden place",
    rationale:
      "A profile or timer that pipes a stranger's text into a shell, or starts a program out of a hidden folder.",
    message: "makes a fetched or hidden program start by itself",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [STARTUP, FETCHED_OR_HIDDEN],
    none: [words("nvm|pyenv|rustup|homebrew|conda|sdkman|completion|starship|direnv|zoxide|fnm|volta|bun")],
  },
];
