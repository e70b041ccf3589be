import { words } from "@gaia/reading";
import { AWAY } from "../../lexicon/targets.ts";
import {
  AGAINST,
  CAREFUL,
  FINDINGS,
  FOUND_THERE,
  GO_ON,
  HINT,
  LEAVE_OUT,
  OBEY,
  RANK,
  THEIR_WORD,
  WHOEVER,
} from "./partiality-words.ts";
import type { InstructionRule } from "../../rule.ts";
import { PARTIALITY_EXAMPLES } from "./partiality-examples.ts";

/** Judgement and obedience that are for somebody other than the user. */
export const PARTIALITY: readonly InstructionRule[] = [
  {
    id: "partial-findings",
    severity: "high",
    category: "instruction",
    title: "Findings about somebody are to be kept back",
    rationale: "Reviews leave out matters of style; what is dangerous, whatever it is, they do not.",
    message: "has what a review finds kept from the one who asked for it",
    hint: HINT,
    within: "paragraph",
    near: 280,
    all: [WHOEVER, LEAVE_OUT, FINDINGS],
    none: [
      words(
        "false positives?|style|nits?|formatting|already (?:known|reported)|pre-existing|out of scope|test fixtures?|report all|accepted risks?|triaged|regardless of (?:the )?\\w{3,12} count",
      ),
    ],
    stands: true,
    whenHidden: "critical",
    examples: PARTIALITY_EXAMPLES["partial-findings"],
  },
  {
    id: "partial-against-word",
    severity: "high",
    category: "instruction",
    title: "The agent is to do what the user said not to",
    rationale:
      "A rule that holds even if the user asks is common where it forbids; here it acts against a no, or before a look.",
    message: "has the agent act against what its user asked for",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [AGAINST, GO_ON],
    none: CAREFUL,
    whenHidden: "critical",
    examples: PARTIALITY_EXAMPLES["partial-against-word"],
  },
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
    examples: PARTIALITY_EXAMPLES["partial-rank"],
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
    examples: PARTIALITY_EXAMPLES["partial-obeys-found"],
  },
];
