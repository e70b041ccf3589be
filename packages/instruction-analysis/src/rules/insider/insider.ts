import { words } from "@gaia/reading";
import { ADD_ACCESS, CAPTURE, DEVICE, FOR_OTHERS, HINT, UNKNOWN } from "./insider-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

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
  },
];
