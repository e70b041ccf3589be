import { ADDRESS, inAddresses, oneOf, words } from "@gaia/reading";
import { FRAMING, RUN, TERMINAL, URGENT } from "../../lexicon/actions.ts";
import { SIGNED_OR_SUMMED } from "../../lexicon/harmless.ts";
import { HINT_HOST } from "../../lexicon/hints.ts";
import {
  ANYBODY,
  ARCHIVE,
  ARCHIVE_PASSWORD,
  ENCODED_RUN,
  EXECUTE,
  FAULT,
  PAST_A_WARNING,
  PERSON_AT_KEYS,
  PRETEND,
  PUSH_USER,
  STARTED_OR_NEEDED,
  UNLOCK_COMMAND,
} from "./persuasion-words.ts";
import { AWAY, DOWNLOAD, HELPER, HINT, MUST, START, VERIFIED } from "./prerequisite-words.ts";
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
  {
    id: "prerequisite-paste-encoded",
    severity: "high",
    category: "instruction",
    title: "A person is to paste an encoded command",
    rationale: "A person is asked to do what an agent would look at, in a form that nobody can read.",
    message: "has a person paste a command that is written so that nobody reads it",
    hint: "Write the command as it is, or let the skill's own script do it.",
    within: "section",
    near: 500,
    all: [
      ENCODED_RUN,
      oneOf(PERSON_AT_KEYS.source, PUSH_USER.source, TERMINAL.source),
      oneOf(RUN.source, FRAMING.source, "\\b(?:press|hit)\\s{1,3}(?:enter|return)"),
    ],
    none: [
      words(
        "integrity|sha(?:256|384|512)-?|jwt|token|image|data:|public key|ssh-(?:rsa|ed25519)|certificate",
        "fingerprint|kubectl|secret\\.yaml|hash",
      ),
    ],
  },
  {
    id: "prerequisite-user-pushed",
    severity: "high",
    category: "instruction",
    title: "The agent is to talk its user into running something",
    rationale: "From an unrelated host: the agent is made the one who persuades.",
    message: "has the agent persuade its user to run or open something from an unrelated host",
    hint: HINT,
    within: "paragraph",
    near: 320,
    all: [PUSH_USER, oneOf(MUST.source, URGENT.source, TERMINAL.source, DOWNLOAD.source)],
    host: AWAY,
    none: [
      ...VERIFIED,
      words(
        "docs?|documentation|api key|sign up|account|dashboard|console|settings|authorize|log ?in|oauth|token",
        "browser preview|never|don['’]t|review|learn more|support|status",
      ),
    ],
  },
  {
    id: "prerequisite-past-warning",
    severity: "high",
    category: "instruction",
    title: "A program is run past the system's warning",
    rationale: "Fetched from somebody, started, and the guard that speaks against it ignored or switched off.",
    message: "has a fetched program run past the warning of the system",
    hint: HINT_HOST,
    within: "section",
    near: 420,
    all: [PAST_A_WARNING, STARTED_OR_NEEDED],
    host: ANYBODY,
    none: SIGNED_OR_SUMMED,
  },
];
