import { TAUGHT_ABROAD } from "@gaia/reading";
import { TAKEN, TWO_STORES } from "./other-languages-words.ts";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, TOLD } from "../../lexicon/other-languages.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is private is gathered and sent off, in twelve languages besides English. */
export const CREDENTIALS_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    where: TOLD,
    id: "credentials-abroad-stores",
    title: "Two stores of secrets are gathered, in another language",
    message: "has several stores of secrets gathered",
    hint: "Read the one setting that the skill needs, and name it.",
    all: [TWO_STORES, TAKEN],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
