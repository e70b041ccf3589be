import { words } from "@gaia/reading";
import { HINT } from "./consent-words.ts";
import {
  ACTS,
  BY_FORCE,
  GRAVE,
  HINT_ASK,
  IN_THEIR_PLACE,
  IT_ASKS,
  NOBODY_ASKED,
  NO_QUESTION,
  PRESUMED,
  SAY_YES,
  TAKE_CARE,
} from "./presumed-words.ts";
import { RUN, SEND } from "../../lexicon/actions.ts";
import { FICTION } from "../../lexicon/harmless.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** A consent that is presumed, or a question that is answered or dropped in the user's place. */
export const CONSENT_PRESUMED: readonly InstructionRule[] = [
  {
    id: "consent-presumed",
    severity: "high",
    category: "instruction",
    title: "A consent is presumed for what is grave",
    rationale: "Standing or silent consent is something a user says, not a text that the user was given.",
    message: "presumes a consent that nobody gave",
    hint: HINT,
    within: "sentence",
    all: [PRESUMED],
    context: { within: "paragraph", any: [GRAVE, SEND, RUN] },
    none: TAKE_CARE,
  },
  {
    id: "consent-no-question",
    severity: "high",
    category: "instruction",
    title: "Nobody is to be asked for leave",
    rationale: "Not asking for a detail is common; not asking for leave before what is grave is not.",
    message: "has nobody asked for leave before a grave act",
    hint: HINT,
    within: "sentence",
    all: [NO_QUESTION],
    context: { within: "paragraph", any: [GRAVE] },
    none: TAKE_CARE,
    stands: true,
  },
  {
    id: "consent-says-yes",
    severity: "high",
    category: "instruction",
    title: "A question is to be answered in the user's place",
    rationale: "Telling a person which button to press is help; pressing it for them is not.",
    message: "has a question answered in the user's place",
    hint: HINT,
    within: "sentence",
    near: 140,
    all: [SAY_YES, IT_ASKS],
    context: { within: "sentence", any: [IN_THEIR_PLACE] },
    none: [
      words("never|do not|don['’]t|must not|ask the user|wait|the user (?:clicks|has clicked|must click)|cookies?"),
    ],
  },
  {
    id: "consent-acts-unasked",
    severity: "high",
    category: "instruction",
    title: "What cannot be taken back is done unasked",
    rationale:
      "Paid, published, merged or signed for somebody who was not asked, and the text says why it need not ask.",
    message: "pays, publishes, merges or signs for somebody who was not asked",
    hint: HINT_ASK,
    within: "paragraph",
    near: 280,
    all: [NOBODY_ASKED, ACTS, BY_FORCE],
    none: [
      FICTION,
      words(
        "only (?:if|when|after)|unless the user|if the user (?:says|confirms|approves)",
        "(?:after|once|until) the user (?:has |have )?(?:answer|agree|confirm|approv|said)\\w{0,2}|break-?glass",
        "emergency",
      ),
    ],
  },
];
