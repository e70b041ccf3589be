import { words } from "@gaia/reading";
import { AWAY } from "../../lexicon/targets.ts";
import { FOUND_THERE, HINT, OBEY, RANK, THEIR_WORD } from "./partiality-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Judgement and obedience that are for somebody other than the user. */
export const PARTIALITY: readonly InstructionRule[] = [
  {
    id: "partial-rank",
    severity: "high",
    category: "instruction",
    title: "What comes from outside is given the rank of a system's prompt",
    rationale: "Nothing that is fetched or found may speak with the voice of who runs the agent.",
    message: "gives words from outside the rank of the system or the user",
    hint: HINT,
    within: "sentence",
    near: 240,
    all: [RANK],
    none: [words("never|do not|don['’]t|must not|attackers?|detect(?:s|ion)?|untrusted|role[: ]")],
    whenHidden: "critical",
  },
  {
    id: "partial-obeys-found",
    severity: "high",
    category: "instruction",
    title: "The agent is to do what a stranger's page says",
    rationale: "Orders that come while the skill runs have been read by nobody.",
    message: "has the agent carry out what a stranger's server says",
    hint: "Put the instructions into the skill, where its version fixes them.",
    within: "sentence",
    near: 240,
    ordered: true,
    all: [OBEY, THEIR_WORD, FOUND_THERE],
    host: AWAY,
    none: [words("never|do not|don['’]t|must not|tests?|documentation|license|readme|the user (?:asks|gives)")],
    whenHidden: "critical",
  },
];
