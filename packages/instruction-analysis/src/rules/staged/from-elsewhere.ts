import { words } from "@gaia/reading";
import { FETCH } from "../../lexicon/actions.ts";
import { ARRIVES, AWAY, HINT, MADE_RUNNABLE, OBEY, OWN_DOCS, RETURNED, RUN_COMMANDS } from "./from-elsewhere-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Instructions that are fetched when the skill runs. */
export const STAGED_FROM_ELSEWHERE: readonly InstructionRule[] = [
  {
    id: "staged-from-host",
    severity: "high",
    category: "instruction",
    title: "Instructions come from an address when the skill runs",
    rationale:
      "What was reviewed is only the door; whoever holds the address says what the agent does. Documents of " +
      "the skill's own service are no such thing.",
    message: "has the agent fetch instructions and follow them",
    hint: HINT,
    within: "paragraph",
    near: 260,
    all: [OBEY, FETCH],
    host: AWAY,
    none: OWN_DOCS,
  },
  {
    id: "staged-program-made-runnable",
    severity: "high",
    category: "instruction",
    title: "The working part comes later, from a stranger, and is made a program",
    rationale: "What is inspected is a stub; what runs was seen by nobody.",
    message: "fetches its working part from an unrelated host and makes it a program",
    hint: HINT,
    within: "section",
    near: 320,
    all: [MADE_RUNNABLE, ARRIVES],
    host: AWAY,
    none: [
      words(
        "sha-?256(?:sum)?|checksum|release page|homebrew|apt-get|pinned|cosign|gpg --verify|certificate",
        "vendor['’]s|kubectl|terraform|helm|mkcert|minikube|kind|bazelisk|yq|jq|hadolint",
      ),
    ],
  },
  {
    id: "staged-returned-commands",
    severity: "high",
    category: "instruction",
    title: "What an address returns is to be run",
    rationale: "A remote control: nobody can review what comes tomorrow.",
    message: "has the agent run what an unrelated address returns",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [RUN_COMMANDS, RETURNED],
    host: AWAY,
    none: OWN_DOCS,
  },
];
