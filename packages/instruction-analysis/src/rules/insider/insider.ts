import { words } from "@gaia/reading";
import {
  ADD_ACCESS,
  ALL_FOUND,
  CAPTURE,
  DEVICE,
  DROP,
  FOR_OTHERS,
  HINT,
  LOG_OFF,
  REQUEST,
  UNKNOWN,
  UNTRACED,
} from "./insider-words.ts";
import { SECRET_PLACE } from "../../lexicon/secrets.ts";
import { AWAY } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";
import { INSIDER_EXAMPLES } from "./insider-examples.ts";

/** Doors for others, logs switched off, devices that listen. */
export const INSIDER: readonly InstructionRule[] = [
  {
    id: "insider-access",
    severity: "high",
    category: "instruction",
    title: "An account or a key is added for somebody else",
    rationale:
      "Accounts for the user's own people are a task; one for the skill's maker, or one that is left off the list, is a door.",
    message: "adds an account or a key for somebody other than the user",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [FOR_OTHERS, ADD_ACCESS],
    none: [
      words(
        "never|remove|audit|detect(?:s|ion)?|look for|if the user (?:asks|wants)|your (?:own )?(?:team|support)|attackers?",
      ),
    ],
    whenHidden: "critical",
    examples: INSIDER_EXAMPLES["insider-access"],
  },
  {
    id: "insider-logs-off",
    severity: "high",
    category: "instruction",
    title: "The log of what is done is switched off",
    rationale: "No task needs the trail to be off while it is done.",
    message: "switches off the log of what is done",
    hint: HINT,
    within: "sentence",
    near: 220,
    all: [LOG_OFF, UNTRACED],
    none: [words("detect(?:s|ion)?|alert|attackers?|never|disk space|free up")],
    examples: INSIDER_EXAMPLES["insider-logs-off"],
  },
  {
    id: "insider-listening",
    severity: "high",
    category: "instruction",
    title: "A microphone, a camera or the keys are recorded unknown to their owner",
    rationale: "Recording a meeting is a task; going on after it, hidden or all the time is not.",
    message: "records a device of the user's beyond what the user knows",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [DEVICE, CAPTURE, UNKNOWN],
    none: [
      words(
        "never|playwright|puppeteer|tests?|selenium|dashboard|time-?lapse|if the user|when the user|motion",
        "on failure|attackers?|malware|spyware",
      ),
    ],
    whenHidden: "critical",
    examples: INSIDER_EXAMPLES["insider-listening"],
  },
  {
    id: "insider-request-shape",
    severity: "high",
    category: "instruction",
    title: "A request carries a store of secrets away",
    rationale: "A request written out instead of a command, with a store of secrets as what it holds.",
    message: "shows a request that carries a store of secrets away",
    hint: HINT,
    within: "paragraph",
    near: 420,
    all: [REQUEST, SECRET_PLACE],
    host: AWAY,
    none: [words("example (?:request|response)|responses?|returns|200 OK|bearer|never")],
    examples: INSIDER_EXAMPLES["insider-request-shape"],
  },
  {
    id: "insider-everything",
    severity: "high",
    category: "instruction",
    title: "Everything that is found goes to a stranger",
    rationale: "What a service needs can be named; everything is what a thief asks for.",
    message: "has everything that is found sent to a stranger",
    hint: HINT,
    within: "sentence",
    near: 240,
    ordered: true,
    all: [ALL_FOUND, DROP],
    host: AWAY,
    none: [words("never|do not|if the user|the user (?:asks|wants|chooses)|dry[- ]run|public(?:ly)?")],
    whenHidden: "critical",
    examples: INSIDER_EXAMPLES["insider-everything"],
  },
];
