import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import { EACH_TIME, FORBIDDEN, UNREAD_ORDERS } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN } from "../../lexicon/other-languages.ts";
import { OBEYED } from "./other-languages-words.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Orders against the user and whoever set the agent's rules, in twelve languages besides English. */
export const STAGED_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    id: "staged-abroad-each-time",
    isSure: true,
    title: "Orders are fetched each time and followed, in another language",
    message: "has the agent follow what an address says each time",
    hint: "Put the instructions into the skill, where they are reviewed with it.",
    host: ["stranger", "ip", "paste", "drop", "shortener", "http", "codehost"],
    all: [OBEYED, oneOfAll(EACH_TIME.source, UNREAD_ORDERS.source)],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
