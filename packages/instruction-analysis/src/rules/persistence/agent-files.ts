import { oneOf, words } from "@gaia/reading";
import { WITHOUT_USER, WRITE } from "../../lexicon/actions.ts";
import { GUARDED } from "../../lexicon/harmless.ts";
import { AGENT_FILES, BLIND_TRUST, GIVEN_AWAY, KEPT_FOR_LATER, ORDER_TO_AGENT } from "./agent-files-words.ts";
import { HINT, LASTING } from "./persistence-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What stays in the files that an agent obeys. */
export const PERSISTENCE_AGENT_FILES: readonly InstructionRule[] = [
  {
    id: "persistence-agent-power",
    severity: "high",
    category: "instruction",
    title: "Trust is written into the agent's own files",
    rationale:
      "A line that has the agent obey somebody, ask no more, or check nothing, in a file that it always reads.",
    message: "writes trust in somebody into files that the agent obeys",
    hint: HINT,
    within: "sentence",
    near: 260,
    all: [AGENT_FILES, WRITE, BLIND_TRUST],
    none: [
      words(
        "never (?:write|edit|modify|add|touch)|do not (?:write|edit|modify|add|touch)|if the user|when the user|ask (?:the user|first)",
      ),
    ],
  },
  {
    id: "persistence-agent-files",
    severity: "high",
    category: "instruction",
    title: "The skill writes itself into the agent's own files",
    rationale:
      "What stands in memory and instruction files is obeyed in every session, with the skill gone. Keeping " +
      "such a file for a project is a purpose of its own: it takes an order for all sessions or a line of the " +
      "skill's.",
    message: "writes orders into files that the agent obeys in every session",
    hint: HINT,
    within: "sentence",
    near: 220,
    all: [AGENT_FILES, WRITE, ORDER_TO_AGENT, LASTING],
    none: [
      words(
        "what (?:was|is|were|you) (?:learn(?:ed|t)|decided|agreed|corrected)|lessons? learned",
        "when (?:the user )?(?:asks|asked|requested)|if (?:the user|they) (?:asks?|wants?|requests?)",
        "ask (?:the user|first|before)|on request",
        "with (?:the user['’]s|their|your) (?:consent|permission|approval)|project conventions?|build commands?",
        "coding (?:style|standards|conventions)|best practices?|style guide|you (?:can|may|could)|optional(?:ly)?",
        "propose|suggest(?:ion)?s?|document(?:s|ing|ed)?|glossary|lessons learned|architecture|team|concise|short",
        "keep (?:it|them|each)|progressive",
      ),
    ],
  },
  {
    id: "persistence-agent-files-quiet",
    severity: "high",
    category: "instruction",
    title: "The agent's own files are changed without a word",
    rationale: "Memory, instruction and configuration files changed and the user not told, or told to stay.",
    message: "changes files that the agent obeys without the user's word",
    hint: HINT,
    within: "paragraph",
    near: 260,
    all: [
      AGENT_FILES,
      WRITE,
      oneOf(
        WITHOUT_USER.source,
        "\\bdo\\s(?:not|never)\\s(?:remove|delete|mention|show|edit)\\b|\\bre-?add\\s(?:it|them|this)\\b",
        "\\bif\\s(?:it|they|the\\s\\w{3,12})\\s(?:is|are|was|gets)\\s(?:removed|deleted|missing)",
      ),
    ],
    none: [
      words(
        "never (?:edit|modify|change|write|overwrite|update|touch|delete)",
        "do not (?:edit|modify|change|write to|overwrite|update|touch|add)",
        "don['’]t (?:edit|modify|change|write|overwrite|update|touch|add)",
        "without (?:the user['’]s|their|explicit|asking)[^.]{0,20}(?:never|not)|ask (?:the user|first|before)",
        "must not",
      ),
    ],
  },
  {
    id: "persistence-word-given-away",
    severity: "high",
    category: "instruction",
    title: "Later sessions are told of a word the user never gave",
    rationale: "An approval, a trust or a taste written where the agent looks it up as the user's own.",
    message: "writes an approval or a trust for later sessions that the user never gave",
    hint: "Write into the agent's memory only what the user said, and show it.",
    within: "paragraph",
    near: 260,
    all: [GIVEN_AWAY, KEPT_FOR_LATER],
    none: [GUARDED],
  },
];
