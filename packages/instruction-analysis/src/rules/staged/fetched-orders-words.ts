import { words } from "@gaia/reading";

/** Done because it stands there. */
export const FOLLOWED_BLINDLY = words(
  "(?:follows?|obeys?|executes?|carr(?:y|ies) out|works? through) (?:it|them|that|those|these|every|each|" +
    "all|what(?:ever)?)",
  "do(?:es)? (?:exactly )?what (?:it|they|is|stands)(?: \\w{2,8})?|adapts? its conduct",
  "treat(?:s|ed)? (?:\\S{1,40} ){1,8}as (?:instructions|orders|rules|commands)(?: from)?|adopt it as a rule",
  "added to the agent['’]s rules|take (?:immediate )?effect immediately|decide(?:s)? how you act",
  "are executed at each|befolg\\w{1,3} (?:sie|ihn|es|alles)|síguel[oa]s|obedécel[oa]s?|suis-l[ea]s",
  "выполняй их|следуй им|照做|按其执行|逐条执行|그대로 (?:실행|따)|wykonaj je|stosuj się",
);
