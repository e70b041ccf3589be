import type { Severity } from "../finding.ts";

/** What is worth saying of a file by its bytes and its name. */
export interface ContentRule {
  severity: Severity;
  /** Completes "<file> …". */
  message: string;
  hint: string;
  /** Why it has its severity, and what benign packages have that it must not hit. */
  rationale: string;
}

/** One line each; `contents/<key>` is the finding's rule. Their examples are in contents-analyser.test.ts. */
export const CONTENT_RULES = {
  "encrypted-archive": {
    severity: "high",
    message: "is an archive that opens with a password only: nobody can look inside before it is opened",
    hint: "Ship the files themselves.",
    rationale: "A password in the text beside it is how payloads are carried past scanners. No honest skill needs one.",
  },
  "unreadable-archive": {
    severity: "high",
    message: "is an archive that cannot be opened here, so nobody has looked inside",
    hint: "Ship the files themselves, or a plain zip or tar.gz.",
    rationale:
      "Unread is not clean. Documents that happen to be zips (docx, xlsx, …) are told apart by what they are called and hold.",
  },
  "deep-archive": {
    severity: "high",
    message: "lies too deep, or unpacks to too much, to be looked at",
    hint: "Ship the files themselves.",
    rationale: "Archives within archives within archives hide or exhaust; no honest skill has them.",
  },
  "nested-archive": {
    severity: "low",
    message: "is an archive; what it holds was looked at too",
    hint: "Ship the files themselves: people review what they can see.",
    rationale: "Templates and samples come packed often enough; what is inside is scanned as if it lay outside.",
  },
  "office-macro": {
    severity: "high",
    message: "is a document with macros, which run when it is opened",
    hint: "Save it without macros.",
    rationale: "Macros are programs that no rule here reads.",
  },
  "disguised-program": {
    severity: "critical",
    message: "is a compiled program under the name of something else",
    hint: "Call it what it is, or leave it out.",
    rationale: "An executable named as a picture or a text has no honest reason.",
  },
  "disguised-script": {
    severity: "high",
    message: "is a script under the name of a picture, a font or a document",
    hint: "Call it what it is.",
    rationale:
      "Text in place of a picture may be a pointer of version control; a first line that starts an interpreter is not.",
  },
  "used-program": {
    severity: "high",
    message: "is a compiled program that the skill's own text or code names: nobody can read what it would run",
    hint: "Ship the source, or have users install the program from where its vendor publishes it.",
    rationale: "A person has to trust where it comes from; the scan cannot.",
  },
  "compiled-program": {
    severity: "medium",
    message: "is a compiled program, which no rule here reads",
    hint: "Ship the source.",
    rationale: "A bundled library may be honest; it is recorded for whoever reviews.",
  },
  "bytecode-without-source": {
    severity: "high",
    message: "is Python bytecode without the source it was made from",
    hint: "Leave bytecode out; Python makes it anew.",
    rationale: "Python runs it in place of a source that reviewers read.",
  },
  bytecode: {
    severity: "low",
    message: "is Python bytecode",
    hint: "Leave bytecode out; Python makes it anew.",
    rationale: "Left behind by running the code; its source is here, of the size it was made from.",
  },
  "hidden-payload": {
    severity: "high",
    message: "is a picture or document with a program or an archive behind its end",
    hint: "Ship a clean file.",
    rationale: "A file that is two things at once is read as one and run as the other.",
  },
  "self-extracting": {
    severity: "high",
    message: "is a script that unpacks a payload from itself",
    hint: "Ship the files themselves.",
    rationale: "Packing hides what runs from everybody who reads; packing is the finding.",
  },
  "packed-script": {
    severity: "high",
    message: "is mostly one encoded text that is decoded and run",
    hint: "Ship readable source.",
    rationale:
      "Data in code is decoded and used; here the same file also turns text into a program. Bundles with a small embedded asset are below the share.",
  },
  "runs-on-open": {
    severity: "high",
    message: "has an editor, a shell or a system run a command as soon as the folder is opened or read",
    hint: "Leave it out; let people start what they want to run.",
    rationale:
      "Nobody asked for it and nobody sees it: tasks on folder open, git hooks, path files of Python, autorun.",
  },
  "other-index": {
    severity: "high",
    message: "sets another package index for whoever installs from this folder",
    hint: "Leave the setting to the user's machine.",
    rationale: "It decides where every dependency comes from. Public defaults written out are not hit.",
  },
  "host-configuration": {
    severity: "low",
    message: "configures an editor, an agent or a shell for whoever opens the folder",
    hint: "Say in the text what it is for.",
    rationale: "Common in plugins; its text is scanned like any other.",
  },
  "scanner-configuration": {
    severity: "low",
    message: "configures a scanner; here it has no effect",
    hint: "It may stay.",
    rationale: "Projects carry them for their own checks.",
  },
  "shell-shortcut": {
    severity: "high",
    message: "is a shortcut that starts a program when it is opened or seen",
    hint: "Leave it out.",
    rationale: "A skill is read, not clicked.",
  },
  eicar: {
    severity: "critical",
    message: "is the EICAR test file, which every virus scanner must report",
    hint: "Leave it out.",
    rationale: "It is there to be found.",
  },
  "active-picture": {
    severity: "medium",
    message: "is a picture with a script in it",
    hint: "Take the script out.",
    rationale: "SVG runs scripts where a page shows it by itself; the registry serves it inert.",
  },
} as const satisfies Record<string, ContentRule>;

export type ContentRuleId = keyof typeof CONTENT_RULES;
