import { words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

/** The agent turns to some place for them. */
export const REACH = words(
  TRANSLATED.fetch,
  "(?:fetch|download|retriev|pull|read|load|poll|request|quer|check|visit|open|get|obtain|grab|ask|contact|" +
    "consult|call|resolv|look|stream|synchroni[sz]|refresh|import|receiv|connect|pick|listen|subscrib)(?:e|" +
    "es|ed|ing|s|y|ies|ied|t)?(?: up| down| in| to)?",
  "GET|curl|wget|web_?fetch|lis(?:ez)?|lies|lee|leia|leggi|hol\\w{0,2}|frag\\w{0,2}|ouvr\\w{1,2}|abr[ae]",
  "consult[ae]\\w{0,2}|come from|comes from|provided by|served by|published (?:at|on|under)",
  "maintained (?:at|on|under)",
  "(?:kept|lives?|hosted|found|located|maintained|stored|managed|held|configured|published|" +
    "sits?) (?:\\w{2,12} )?(?:at|on|under|online|remotely|elsewhere|centrally|from afar|off-?site)",
);
