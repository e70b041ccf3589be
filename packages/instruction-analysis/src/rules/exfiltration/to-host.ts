import { words } from "@gaia/reading";
import { ADDRESS_FROM, HINT, OWN_SERVICE } from "./exfiltration-words.ts";
import { GOES_TO, GOES_WHAT, HELD_BACK, PIPE_OUT } from "./to-host-words.ts";
import { SEND } from "../../lexicon/actions.ts";
import { GUARDED } from "../../lexicon/harmless.ts";
import { HOLDINGS } from "../../lexicon/secrets.ts";
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
