import { oneOf, words } from "@gaia/reading";
import { WITHOUT_USER, WRITE } from "../../lexicon/actions.ts";
import { ASKED } from "../../lexicon/harmless.ts";
import { HINT, HINT_STAY, LASTING } from "./persistence-words.ts";
import {
  COMMAND_OF_START,
  DOWNLOAD_OR_HIDDEN,
  ELEVATED_START,
  FETCHED_OR_HIDDEN,
  ON_REQUEST,
  PAYLOAD,
  STARTUP,
} from "./startup-words.ts";
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
    id: "persistence-startup-quiet",
    severity: "high",
    category: "instruction",
    title: "Something is put where it starts by itself, without a word",
    rationale: "The same and concealed.",
    message: "puts something where it starts by itself without the user's word",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [STARTUP, WRITE, WITHOUT_USER],
  },
  {
    id: "persistence-command",
    severity: "high",
    category: "instruction",
    title: "A command that starts by itself fetches or hides",
    rationale: "A timer or profile line that downloads, decodes or runs from a hidden place.",
    message: "makes a fetched or hidden program start by itself",
    hint: HINT,
    within: "line",
    near: 300,
    all: [COMMAND_OF_START, DOWNLOAD_OR_HIDDEN],
    none: [
      words(
        "completion|starship init|direnv hook|zoxide init|brew shellenv|PATH=|nvm|alias \\w{1,20}=['\"](?:git|ls|cd|docker|kubectl)",
      ),
      oneOf("(?:cat|<)\\s{0,2}~?[\\w./-]{1,60}\\.pub\\)|AAAA\\w{0,6}\\.{3}|\\bid_\\w{2,12}\\.pub\\b|\\bssh-copy-id\\b"),
      oneOf(
        "\\beval\\s{1,2}[\"']?\\$\\((?!curl|wget)[\\w./~$-]{1,60}\\s(?:env|init|hook|shellenv|activate|" +
          "virtualenv-init)\\b[^|;&)\\n]{0,40}\\)",
      ),
    ],
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
  {
    id: "persistence-elevated-start",
    severity: "high",
    category: "instruction",
    title: "A script of a user's folder starts with the highest rights",
    rationale: "At log-on, as the system or from the folder of application data: where programs that hide live.",
    message: "starts a script with the highest rights or from a hidden folder at log-on",
    hint: HINT_STAY,
    within: "paragraph",
    all: [ELEVATED_START],
    none: [ASKED],
  },
];
