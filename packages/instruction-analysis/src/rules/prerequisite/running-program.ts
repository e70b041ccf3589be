import { inAddresses } from "@gaia/reading";
import { HINT, PROGRAM_LINK, VERIFIED } from "./prerequisite-words.ts";
import { STARTED_BY_NAME } from "./running-program-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Means that are harmful in any words: each concept with its whole family. */
export const PREREQUISITE_RUNNING_PROGRAM: readonly InstructionRule[] = [
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
