import { TAUGHT_ABROAD, oneOfAll } from "@gaia/reading";
import { CARRIER, CUT, ENCODED_IN, PRIVATE, SENT } from "./other-languages-words.ts";
import { ALL_OF_IT, FORBIDDEN, OWN_SECRET, SECRET_FILES } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, STRANGE, TOLD } from "../../lexicon/other-languages.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** What is private is gathered and sent off, in twelve languages besides English. */
export const EXFILTRATION_OTHER_LANGUAGES: readonly InstructionRule[] = [
  {
    ...FOREIGN,
    where: TOLD,
    id: "exfiltration-abroad-sent",
    isSure: true,
    title: "What is private goes to a stranger's address, in another language",
    message: "has private things sent to an unrelated address",
    hint: "Send nothing of the user's anywhere but to the service that the skill is for.",
    host: ["stranger", "ip", "paste", "drop", "shortener", "http"],
    all: [PRIVATE, SENT],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
  {
    ...FOREIGN,
    where: TOLD,
    id: "exfiltration-abroad-carried",
    isSure: true,
    title: "Data is written into an address that is only looked at, in another language",
    message: "has data carried out in the address of a picture or in a name",
    hint: "Take it out.",
    host: STRANGE,
    all: [CARRIER, oneOfAll(ENCODED_IN.source, ALL_OF_IT.source, SECRET_FILES.source, OWN_SECRET.source, CUT)],
    none: [FORBIDDEN, TAUGHT_ABROAD],
  },
];
