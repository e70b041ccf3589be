import { TAUGHT_ABROAD } from "@gaia/reading";
import { BACKUPS_TOO, WIPES } from "./other-languages-words.ts";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN } from "../../lexicon/other-languages.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Harms that have their own files, switches and commands, in twelve languages besides English. */
export const DESTRUCTION_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "destruction-abroad-backups",
    title: "Data is wiped together with what could bring it back, in another language",
    message: "has data wiped together with its copies",
    hint: "Name what is deleted, ask before, and leave the copies.",
    all: [WIPES, BACKUPS_TOO],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
