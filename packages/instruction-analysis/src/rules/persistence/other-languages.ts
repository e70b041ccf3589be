import { TAUGHT_ABROAD } from "@gaia/reading";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN } from "../../lexicon/other-languages.ts";
import { AGENT_HOME, FOR_EVER, STARTS_AGAIN, UNSEEN_OR_AGAIN, WRITTEN_INTO } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Harms that have their own files, switches and commands, in twelve languages besides English. */
export const PERSISTENCE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "persistence-abroad-unseen",
    isSure: true,
    title: "Something starts again and shall not be noticed, in another language",
    message: "sets up something that starts again and shall not be noticed",
    hint: "Say what starts when, and how it is taken out.",
    all: [STARTS_AGAIN, UNSEEN_OR_AGAIN],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
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
