import { type Part } from "@gaia/reading";

export const HINT = "Say openly what the skill does; what must not be told to its user has no place in it.";

/**
 * Parts that speak to an agent; a fence and the remarks of a program speak of the program. Comments are notes of a page's authors to each
 * other, which nothing weighs a second time: only what is a lie by itself is looked for there.
 */
const TOLD_IN: readonly Part[] = ["prose", "concealed", "front matter", "decoded"];

export const TOLD_OR_NOTED: readonly Part[] = [...TOLD_IN, "comment", "attribute"];
