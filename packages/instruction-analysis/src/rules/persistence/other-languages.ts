import { TAUGHT_ABROAD } from "@gaia/reading";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN } from "../../lexicon/other-languages.ts";
import { AGENT_HOME, FOR_EVER, WRITTEN_INTO } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Harms that have their own files, switches and commands, in twelve languages besides English. */
export const PERSISTENCE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "persistence-abroad-agents",
    title: "What other agents obey is rewritten, in another language",
    message: "writes itself into what agents obey everywhere and for good",
    hint: "Leave the files of agents to their user.",
    all: [AGENT_HOME, WRITTEN_INTO, FOR_EVER],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
