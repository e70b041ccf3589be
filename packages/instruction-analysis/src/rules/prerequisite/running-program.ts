import { inAddresses, words } from "@gaia/reading";
import { GUARDED, SIGNED_OR_SUMMED } from "../../lexicon/harmless.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import { HINT, PROGRAM_LINK, UNKNOWN, VERIFIED } from "./prerequisite-words.ts";
import {
  A_HELPER,
  A_PROGRAM,
  GOT_FROM,
  NEEDED,
  NO_PROGRAM,
  PLACED,
  POWER_ASKED,
  PROGRAM_GOT,
  REFUSES_UNTIL,
  SET_GOING,
  STARTED_BY_NAME,
} from "./running-program-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Means that are harmful in any words: each concept with its whole family. */
export const PREREQUISITE_RUNNING_PROGRAM: readonly InstructionRule[] = [
  {
    id: "prerequisite-powers-asked",
    severity: "high",
    category: "instruction",
    title: "A stranger's program is needed and wants every power",
    rationale: "Needed, from an unrelated host, and given the disk, the browser, the root or the trust of the machine.",
    message: "needs a program of an unrelated host that wants every power",
    hint: HINT_HOST,
    within: "section",
    near: 360,
    all: [POWER_ASKED, A_HELPER, PROGRAM_GOT],
    host: ["ip", "paste", "shortener", "drop", "http", "stranger"],
    none: [GUARDED],
  },
  {
    id: "prerequisite-refuses-until",
    severity: "high",
    category: "instruction",
    title: "Nothing is done until a program is installed",
    rationale: "The agent is made to push a program of somebody's: it answers nothing else until the person gives in.",
    message: "has the agent refuse everything until a program is installed",
    hint: HINT_HOST,
    within: "section",
    near: 420,
    all: [REFUSES_UNTIL, GOT_FROM],
    host: UNKNOWN,
    none: [
      ...SIGNED_OR_SUMMED,
      words("api keys?|account|log ?in|sign ?up|pip install|npm (?:i|install)|brew install|apt"),
    ],
  },
  {
    id: "prerequisite-stranger-running",
    // Honest manuals send readers to a codec's or a tool's own page in the same words: recorded.
    severity: "medium",
    category: "instruction",
    title: "A stranger's program must run first",
    rationale:
      "Needed, to be fetched, to be set going, and its host has nothing to do with the skill: four signs, in any words.",
    message: "has a program of an unrelated host run before anything works",
    hint: HINT,
    within: "section",
    near: 300,
    all: [SET_GOING, NEEDED, PLACED, A_PROGRAM],
    host: ["ip", "paste", "shortener", "drop", "stranger"],
    none: [...VERIFIED, NO_PROGRAM],
  },
  {
    id: "prerequisite-stranger-executable",
    severity: "high",
    category: "instruction",
    title: "A stranger's file is to be opened as a program",
    rationale: "A link to a program or an archive of an unrelated host, and the hand that starts it.",
    message: "has a program file of an unrelated host started",
    hint: HINT,
    within: "section",
    near: 260,
    all: [inAddresses(PROGRAM_LINK), STARTED_BY_NAME],
    host: ["ip", "paste", "shortener", "drop", "http", "stranger"],
    none: VERIFIED,
  },
];
