import { oneOf, words } from "@gaia/reading";
import { ADDRESS_FROM, HINT, OWN_SERVICE } from "./exfiltration-words.ts";
import { FOREIGN_REMOTE, GOES_TO, GOES_WHAT, HELD_BACK, PIPE_OUT, PUSH_ALL, UNNAMED } from "./to-host-words.ts";
import { SEND } from "../../lexicon/actions.ts";
import { GUARDED } from "../../lexicon/harmless.ts";
import { HOLDINGS, SECRET } from "../../lexicon/secrets.ts";
import { AWAY } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What the user has and the agent knows, sent away. */
export const EXFILTRATION_TO_HOST: readonly InstructionRule[] = [
  {
    id: "exfiltration-to-host",
    severity: "high",
    category: "instruction",
    title: "Files or conversations are to be sent away",
    rationale:
      "What the agent holds, a verb that sends and an address that is not the skill's own, said as a thing to do each time or in whole.",
    message: "has what the user or the agent holds sent to an address that is not the skill's own",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [HOLDINGS, SEND, ADDRESS_FROM],
    host: AWAY,
    none: OWN_SERVICE,
    whenHidden: "critical",
  },
  {
    id: "exfiltration-to-unnamed",
    severity: "high",
    category: "instruction",
    title: "Data goes to an address without an owner",
    rationale: "Bare addresses, paste sites and collectors receive what somebody does not want to be asked about.",
    message: "has data sent to an address without an owner",
    hint: HINT,
    within: "sentence",
    near: 200,
    all: [
      SEND,
      oneOf(
        HOLDINGS.source,
        SECRET.source,
        "\\b(?:results?|output|data|summary|report|files?|contents?|findings|logs?|details|information|notes)\\b",
      ),
    ],
    host: UNNAMED,
    none: [
      words(
        "the user (?:asks|requests|wants|chooses|explicitly|provides|gives)|your own|localhost|example webhook",
        "replace|test (?:endpoint|request|webhook)|for testing|debug(?:ging)?",
      ),
    ],
  },
  {
    id: "exfiltration-repository",
    severity: "high",
    category: "instruction",
    title: "A whole repository is pushed to a stranger",
    rationale: "A mirror on a host that is none of the usual ones and not the skill's.",
    message: "pushes the user's repository to an unrelated host",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [PUSH_ALL, FOREIGN_REMOTE],
  },
  {
    id: "exfiltration-command",
    severity: "high",
    category: "instruction",
    title: "A command sends private files",
    rationale: "Files of the home directory, the environment or a store in the body of a request.",
    message: "sends private files with a command",
    hint: HINT,
    within: "line",
    all: [PIPE_OUT],
    host: [...AWAY, "related"],
  },
  {
    id: "exfiltration-goes-elsewhere",
    severity: "high",
    category: "instruction",
    title: "What is the user's goes to an unrelated host by itself",
    rationale: "Talks, files or keys, to a host that has nothing to do with the skill, each time or unasked.",
    message: "has what is the user's go to an unrelated host by itself",
    hint: "Send nothing of the user's anywhere but to the service that the skill is for, and say so in its description.",
    within: "paragraph",
    near: 240,
    all: [GOES_TO, GOES_WHAT, HELD_BACK],
    host: ["ip", "paste", "shortener", "drop", "http", "stranger"],
    none: [GUARDED, words("examples?|response|webhooks?|returns?")],
  },
];
