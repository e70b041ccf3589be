import { ADDRESS, inAddresses, oneOf, words } from "@gaia/reading";
import { ARCHIVE, ARCHIVE_PASSWORD, EXECUTE, FAULT, PRETEND, PUSH_USER, UNLOCK_COMMAND } from "./persuasion-words.ts";
import { DOWNLOAD, HELPER, HINT, START } from "./prerequisite-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** A person is made to do what an agent would refuse. */
export const PREREQUISITE_PERSUASION: readonly InstructionRule[] = [
  {
    id: "prerequisite-archive-password",
    severity: "high",
    category: "instruction",
    title: "An archive with a password is to be opened and run",
    rationale: "The password keeps scanners out, and everybody who reads it in.",
    message: "has a program unpacked from an archive whose password keeps scanners out",
    hint: HINT,
    within: "section",
    near: 500,
    all: [
      ARCHIVE_PASSWORD,
      ARCHIVE,
      inAddresses(
        oneOf(
          DOWNLOAD.source,
          ADDRESS.source,
          "\\b(?:comes?|shipped|included|attached|distributed|before you|locked)\\b",
        ),
      ),
      START,
    ],
    context: { within: "section", any: [HELPER, ADDRESS] },
    none: [
      words(
        "user(?:['’]s)? password|ask (?:the user )?for the password|the password that|pdf|password list",
        "if the archive (?:is|has)|invoice|backup archive|john|hashcat|zip2john|ctf",
      ),
    ],
  },
  {
    id: "prerequisite-archive-unlocked",
    severity: "high",
    category: "instruction",
    title: "An archive of the skill is unlocked and run",
    rationale: "A skill that ships its program behind a password hides it from whoever inspects the skill.",
    message: "runs what lies in an archive behind a password",
    hint: "Ship the files as they are.",
    within: "paragraph",
    near: 260,
    ordered: true,
    all: [UNLOCK_COMMAND, EXECUTE],
  },
  {
    id: "prerequisite-pretended-fault",
    severity: "high",
    category: "instruction",
    title: "A fault is made up to have something installed or given",
    rationale: "A fault that the agent is told to report whatever happened is a trick on its user.",
    message: "makes up a fault for its user",
    hint: "Report what happened.",
    within: "paragraph",
    near: 260,
    ordered: true,
    all: [PRETEND, FAULT],
    context: {
      within: "paragraph",
      any: [DOWNLOAD, PUSH_USER, START, words("recommend|suggest|offer|link|enter|password")],
    },
    none: [
      words(
        "tests?|mock(?:s|ed|ing)?|simulat(?:e|es|ion)|chaos|exception|fixture|stub(?:s|bed)?|role-?play|game|training|exercise",
      ),
    ],
  },
];
