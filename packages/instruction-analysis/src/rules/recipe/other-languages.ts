import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, STRANGE } from "../../lexicon/other-languages.ts";
import { FETCHED_AND_RUN, ONE_LINE, REASSURED, TO_TERMINAL } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Programs that somebody is to start unread, in twelve languages besides English. */
export const RECIPE_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "recipe-abroad-unread",
    isSure: true,
    title: "A stranger's script is to be run unread, in another language",
    message: "has a stranger's script run that nobody need read",
    hint: "Name the vendor's own address and the sum of the file.",
    host: STRANGE,
    all: [FETCHED_AND_RUN, oneOfAll(TO_TERMINAL.source, REASSURED.source, ONE_LINE)],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
