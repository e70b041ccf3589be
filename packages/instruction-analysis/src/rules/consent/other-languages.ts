import { TAUGHT_ABROAD } from "@gaia/reading";
import { GRAVE_ACT, NEVER_UNASKED, UNASKED } from "./other-languages-words.ts";
import { FOREIGN, TOLD } from "../../lexicon/other-languages.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const CONSENT_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    where: TOLD,
    id: "consent-abroad-unasked",
    title: "A grave act that nobody is asked about, in another language",
    message: "has a grave act done that nobody is asked about",
    hint: "Name the actions that need a confirmation, and ask for it.",
    near: 160,
    all: [UNASKED, GRAVE_ACT],
    none: [NEVER_UNASKED, TAUGHT_ABROAD],
    stands: true,
  },
];
