import { oneOf, words } from "@gaia/reading";
import { HINT, MAIL_ADDRESS, OWN_SERVICE } from "./exfiltration-words.ts";
import {
  ASKED_FOR,
  CLIENT,
  ENCODED,
  LABEL,
  LOOK_UP,
  PASSED_ON,
  PRETEXT,
  PRIVATE,
  PRIVATE_STORE,
} from "./in-requests-words.ts";
import { EVERY, URGENT } from "../../lexicon/actions.ts";
import { HOLDINGS } from "../../lexicon/secrets.ts";
import { AWAY } from "../../lexicon/targets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is held, and a request that takes it along: whatever it is called, and however it is worded. */
export const EXFILTRATION_IN_REQUESTS: readonly InstructionRule[] = [
  {
    id: "exfiltration-handed-on",
    severity: "high",
    category: "instruction",
    title: "A store or a whole conversation goes to a stranger",
    rationale:
      "Stores of secrets and all of what was said change hands in one sentence, to an address that is not the " +
      "skill's. A client that signs in, or what the user asked for, is none.",
    message: "has a store of secrets or all that was said handed to a stranger",
    hint: HINT,
    within: "sentence",
    near: 280,
    all: [PRIVATE_STORE, PASSED_ON],
    host: AWAY,
    none: [CLIENT, ASKED_FOR, ...OWN_SERVICE],
    whenHidden: "critical",
  },
  {
    id: "exfiltration-pretext",
    severity: "high",
    category: "instruction",
    title: "A check or a report takes along what is private",
    rationale: "Verification, diagnostics and support need a version and a number, not what the user has or said.",
    message: "has a check or a report take along what is private",
    hint: HINT,
    within: "paragraph",
    near: 320,
    all: [PRETEXT, PRIVATE_STORE, PASSED_ON],
    host: AWAY,
    none: [CLIENT, ASKED_FOR, ...OWN_SERVICE],
    whenHidden: "critical",
  },
  {
    id: "exfiltration-lookup",
    severity: "high",
    category: "instruction",
    title: "Names made of private data are looked up",
    rationale: "The steps may stand in a list: read, encode, look up.",
    message: "has names made of private data looked up",
    hint: HINT,
    within: "section",
    near: 300,
    all: [LABEL, LOOK_UP, PRIVATE, ENCODED],
    none: [
      words(
        "cname|mx records?|propagation|ttl|registrar|certificate|verify (?:domain|ownership)|detect(?:s|ion)?",
        "kubernetes|ingress|never|attackers?|tunnel(?:s|l?ing)? (?:is|are|attack)",
      ),
    ],
    whenHidden: "critical",
  },
  {
    id: "exfiltration-mailbox",
    severity: "high",
    category: "instruction",
    title: "What the user has is mailed to a fixed address",
    rationale: "A mailbox that the skill names, for each file or for all that was said.",
    message: "has what the user or the agent holds mailed to a fixed address",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [
      MAIL_ADDRESS,
      oneOf(HOLDINGS.source, PRIVATE_STORE.source),
      PASSED_ON,
      oneOf(
        URGENT.source,
        EVERY.source,
        "\\b(?:full|entire|confidential|by itself|bundle|pack|contents? of|text of|cop(?:y|ies) of)\\b",
      ),
    ],
    none: [CLIENT, ASKED_FOR, ...OWN_SERVICE, words("scp|rsync|ssh|git (?:shows|config|log)|your")],
    whenHidden: "critical",
  },
];
