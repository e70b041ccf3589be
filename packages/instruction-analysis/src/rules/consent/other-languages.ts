import { TAUGHT_ABROAD, oneOfAll, words } from "@gaia/reading";
import { HINT } from "./consent-words.ts";
import {
  ANSWERED_SELF,
  GRAVE_ABROAD,
  GRAVE_ACT,
  NEVER_UNASKED,
  NO_QUESTION_ABROAD,
  UNASKED,
} from "./other-languages-words.ts";
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
  {
    ...FOREIGN,
    where: TOLD,
    id: "consent-abroad-answered",
    title: "A question is answered in the user's place, in another language",
    message: "has the agent answer what the user was asked",
    hint: "Leave the asking to the agent and its user.",
    all: [ANSWERED_SELF, oneOfAll(UNASKED.source, GRAVE_ACT.source)],
    none: [NEVER_UNASKED, TAUGHT_ABROAD],
  },
  {
    id: "consent-languages",
    severity: "high",
    category: "instruction",
    title: "A grave act without asking, in another language",
    rationale: "As above.",
    message: "tells the agent not to ask before a grave act",
    hint: HINT,
    within: "sentence",
    near: 160,
    all: [NO_QUESTION_ABROAD, GRAVE_ABROAD],
    none: [
      words(
        "niemals ohne|nie ohne|nicht ohne|keine\\w? (?:\\S{3,14} ){1,4}ohne|jamais sans",
        "ne (?:\\S{2,14} ){1,6}sans|nunca (?:\\S{2,14} ){1,6}sin|no (?:\\S{2,14} ){1,6}sin",
        "не (?:\\S{2,14} ){1,4}без|wenn|falls|si l['’]utilisateur|si el usuario",
        "harmlose\\w? (?:schritte|aktionen|befehle)|nur (?:lesen|lesende\\w?)|fragen immer|immer (?:nach)?fragen",
        "siempre (?:pregunta|confirma)\\w{0,2}|demandent toujours",
      ),
    ],
  },
];
