import { oneOf, words } from "@gaia/reading";
import { SEND } from "../../lexicon/actions.ts";
import { SECRET_PLACE, WALLET } from "../../lexicon/secrets.ts";

export const HAND_OVER = oneOf(
  SEND.source,
  words(
    "(?:hand|give|pass|supply|submit|feed|offer|provide|present|enter|type|put|key)(?:s|ed|ing)?(?: (?:it|" +
      "them|that|this|those|these|both|the \\w{3,14})){0,2} ?(?:over|on|along)?(?: to| into| in| at)?",
    "exchange (?:it|them|these)",
  ).source,
);

export const TAKE_OUT = words(
  "(?:take|pull|lift|read|extract|copy|get|fetch|grab|export|decrypt|dump|obtain|collect|look up|note)(?:s|ing)?",
);

export const STORE = oneOf(
  SECRET_PLACE.source,
  WALLET.source,
  words("(?:bank(?:ing)?|online banking) (?:passwords?|pins?|logins?)|tans?|private keys?|session cookies?|cookies?")
    .source,
);

export const HINT = "Do openly, and only on the user's word, what the skill is for.";
