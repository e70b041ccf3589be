import type { Severity } from "@gaia/policy";

/** Something that lies in a package and says something by lying there. */
export interface ContentsRule {
  severity: Severity;
  title: string;
  /** Why it matters. */
  rationale: string;
  /** What an honest author does. */
  hint: string;
}

const SOURCE = "Ship source files; build on the machine that runs them, or depend on a published package.";
const UNPACK = "Put the files into the package themselves.";
const OWN_PLACE = "Leave the user's tools as they are; say in the description what the user may set up.";

/** All rules about what lies in a package. Severities are those of the plain case; a check may say another. */
export const CONTENTS_RULES = {
  "archive-encrypted": {
    severity: "high",
    title: "An archive with a password",
    rationale: "Nobody but whoever has the password can look inside: it is how malware is brought past every scanner.",
    hint: UNPACK,
  },
  "archive-unread": {
    severity: "high",
    title: "An archive that could not be read",
    rationale: "What nobody could look at is not clean.",
    hint: UNPACK,
  },
  "archive-read": {
    severity: "low",
    title: "An archive inside the package",
    rationale: "Its files were read like the others; a reader of the package does not see them.",
    hint: UNPACK,
  },
  "archive-disguised": {
    severity: "high",
    title: "An archive under another kind's name",
    rationale: "A file that is two things, or calls itself another, is made to be overlooked.",
    hint: "Name the file for what it is.",
  },
  "binary-compiled": {
    severity: "medium",
    title: "A compiled program or library",
    rationale: "Compiled code cannot be read; what it does is known to whoever built it.",
    hint: SOURCE,
  },
  "binary-disguised": {
    severity: "high",
    title: "A program under another kind's name",
    rationale: "A program that calls itself a picture or a text is made to be overlooked.",
    hint: SOURCE,
  },
  "binary-unknown": {
    severity: "low",
    title: "A file of no known kind",
    rationale: "It is neither text nor a format that is known here, so it was not read.",
    hint: "Use a common format, or say what the file is.",
  },
  "data-runs-code": {
    severity: "high",
    title: "Data that calls a program when it is loaded",
    rationale:
      "A pickle names functions that are called by loading it; those of models and tables are not the system's.",
    hint: "Use a format of data alone, as safetensors, JSON or Parquet.",
  },
  "text-disguised": {
    severity: "high",
    title: "Code under another kind's name",
    rationale: "Code that calls itself a picture or data is made to be overlooked, and something must run it.",
    hint: "Name the file for what it is.",
  },
  "image-trailing": {
    severity: "medium",
    title: "Something follows the end of a picture",
    rationale: "Pictures end where their format says; what follows is not shown to anybody.",
    hint: "Save the picture again without it.",
  },
  "image-script": {
    severity: "medium",
    title: "A picture that runs a script",
    rationale: "An SVG with a script is a program to whatever shows it.",
    hint: "Remove the script from the picture.",
  },
  "document-macros": {
    severity: "high",
    title: "A document with macros",
    rationale: "Macros are programs that run when the document is opened.",
    hint: "Save the document without macros.",
  },
  "document-launches": {
    severity: "high",
    title: "A document that starts something",
    rationale: "A PDF or shortcut that launches a program is a program in disguise.",
    hint: "Save the document without actions.",
  },
  "test-virus": {
    severity: "critical",
    title: "The virus scanners' test string",
    rationale: "Every scanner takes it for malware, as it is meant to.",
    hint: "Remove it; build it in the test that needs it.",
  },
  "packed-self-extracting": {
    severity: "high",
    title: "A script that carries its payload behind itself",
    rationale: "What is unpacked from a script's own tail was not read by anybody.",
    hint: UNPACK,
  },
  "packed-literal": {
    severity: "high",
    title: "A program that is one long literal",
    rationale: "Code that is encoded and decoded by itself has no other purpose than not to be read.",
    hint: "Ship the source.",
  },
  "packed-carried": {
    severity: "high",
    title: "A file that is nothing but encoded, beside code that decodes and runs",
    rationale: "A payload in a file of its own passes by whoever reads the code, and restores itself when it is run.",
    hint: "Ship the files themselves.",
  },
  "packed-obfuscated": {
    severity: "high",
    title: "Obfuscated code",
    rationale: "An obfuscator makes code that people cannot read; minifiers do not.",
    hint: "Ship the source.",
  },
  "packed-minified": {
    severity: "low",
    title: "Minified code",
    rationale: "It was analysed, and is hard to read for people.",
    hint: "Ship the source beside it.",
  },
  "configures-miner": {
    severity: "high",
    title: "Settings of a program that mines",
    rationale: "A pool, an algorithm and an account say whose money the machine is to make.",
    hint: "There is no honest use in a skill.",
  },
  "configures-editor": {
    severity: "high",
    title: "Opening the folder runs a task",
    rationale: "An editor starts it without being asked to.",
    hint: OWN_PLACE,
  },
  "configures-agent": {
    severity: "low",
    title: "A file that configures an agent",
    rationale: "Agents read it in the user's place: hooks run commands, permissions are granted in advance.",
    hint: OWN_PLACE,
  },
  "configures-packages": {
    severity: "medium",
    title: "A file that sends a package manager elsewhere",
    rationale: "Whoever answers as the index decides what is installed.",
    hint: "Leave the index to the user's own configuration.",
  },
  "configures-git": {
    severity: "high",
    title: "Git runs something of the package",
    rationale: "Hooks and some settings of git run commands during ordinary work.",
    hint: OWN_PLACE,
  },
  "configures-shell": {
    severity: "medium",
    title: "A start file of the shell",
    rationale: "It runs whenever a shell starts, or the folder is entered.",
    hint: OWN_PLACE,
  },
  "configures-python": {
    severity: "high",
    title: "A file that every start of Python runs",
    rationale: "Python runs it whatever program was meant to start.",
    hint: "Import what is needed where it is needed.",
  },
  "configures-scanner": {
    severity: "low",
    title: "A file that configures a scanner",
    rationale: "It has no effect here: nothing in a package configures its own inspection.",
    hint: "It may stay; it changes nothing here.",
  },
  "link-outside": {
    severity: "medium",
    title: "A file that holds nothing but a path outside of the package",
    rationale: "Some tools turn such a file into a link, and then read what it leads to.",
    hint: "Put the content into the package.",
  },
} as const satisfies Record<string, ContentsRule>;

export type ContentsRuleId = keyof typeof CONTENTS_RULES;

/** One thing found. */
export interface ContentsMatch {
  id: ContentsRuleId;
  file: string;
  line?: number;
  /** Ends the message. */
  detail: string;
  /** Where it weighs more or less here than the rule says. */
  severity?: Severity;
}
