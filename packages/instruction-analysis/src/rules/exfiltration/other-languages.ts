import { TAUGHT_ABROAD } from "@gaia/reading";
import { PRIVATE, SENT } from "./other-languages-words.ts";
import { FORBIDDEN } from "../../lexicon/other-languages-matters.ts";
import { FOREIGN, TOLD } from "../../lexicon/other-languages.ts";
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
];
