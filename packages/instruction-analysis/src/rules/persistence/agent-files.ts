import { words } from "@gaia/reading";
import { WRITE } from "../../lexicon/actions.ts";
import { AGENT_FILES, BLIND_TRUST, ORDER_TO_AGENT } from "./agent-files-words.ts";
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
];
