import { type Part, words } from "@gaia/reading";

export const DEED_WORDS =
  "(?:upload|transfer|sync(?:hroni[sz]ation)?|copy|telemetry|request|call|command|script|download|" +
  "install(?:ation)?|hook|step|action|connection|operation|network traffic|traffic|process|ping|task|" +
  "activity|file access|mail)s?";

export const NOT = [
  words(
    "detect(?:s|ion|ing)?|attackers?|secrets?|passwords?|trivial|by mistake|accidentally|the price",
    "interview(?:er)?|role-?play|game|character",
  ),
];

export const HINT = "Say openly what the skill does; what must not be told to its user has no place in it.";

export const HINT_TOLD = "Say in the open what is done; nothing of it is to be kept from the person it is done for.";

/**
 * Parts that speak to an agent; a fence and the remarks of a program speak of the program. Comments are notes of a page's authors to each
 * other, which nothing weighs a second time: only what is a lie by itself is looked for there.
 */
export const TOLD_IN: readonly Part[] = ["prose", "concealed", "front matter", "decoded"];

export const TOLD_OR_NOTED: readonly Part[] = [...TOLD_IN, "comment", "attribute"];
