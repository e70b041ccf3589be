import { words } from "@gaia/reading";
import {
  AWAY,
  DOWNLOAD,
  HELPER,
  HINT,
  INSTALL_FROM,
  MUST,
  PROGRAM_LINK,
  REQUIRES,
  START,
  VERIFIED,
} from "./prerequisite-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Something that has to be installed first, and is the point of it all. */
export const PREREQUISITE_STRANGERS_PROGRAM: readonly InstructionRule[] = [
  {
    id: "prerequisite-unnamed-program",
    severity: "high",
    category: "instruction",
    title: "A program from an unnamed host is to be started",
    rationale: "A requirement of a skill comes from somebody with a name.",
    message: "has a program from an address without an owner started",
    hint: HINT,
    within: "section",
    near: 350,
    all: [PROGRAM_LINK, START, DOWNLOAD],
    host: ["ip", "paste", "shortener", "drop"],
    none: VERIFIED,
  },
  {
    id: "prerequisite-stranger-program",
    severity: "high",
    category: "instruction",
    title: "A stranger's program is called a requirement",
    rationale: "A required helper whose host has nothing to do with the skill or with any tool that everybody has.",
    message: "says that it needs a program from an unrelated host",
    hint: HINT,
    within: "section",
    near: 350,
    all: [PROGRAM_LINK, MUST, START, HELPER],
    host: AWAY,
    none: VERIFIED,
  },
  {
    id: "prerequisite-stranger-named",
    severity: "high",
    category: "instruction",
    title: "A helper from a stranger is required",
    rationale:
      "No file is named, only a page of a host that has nothing to do with the helper's own name or with the skill.",
    message: "requires a program from a host that has nothing to do with it",
    hint: HINT,
    within: "paragraph",
    near: 170,
    all: [INSTALL_FROM, REQUIRES, HELPER],
    host: ["ip", "paste", "shortener", "drop", "stranger"],
    none: [
      ...VERIFIED,
      words(
        "api keys?|accounts?|sign up|register|docs|documentation|licen[cs]e|subscription|dashboard|npm|pip|cargo",
        "maven|gradle|go install|package manager",
      ),
    ],
  },
];
