import { oneOf, words } from "@gaia/reading";

export const RANK = words(
  "(?:(?:the )?(?:same )?(?:rank|authority|priority|weight|status|standing|force|trust(?: level)?|power|" +
    "privileges?)(?: as| of)(?: \\w{1,12}){0,3}|as if (?:it|they|these|this) (?:came|come|were sent|" +
    "were written|were given) (?:from|by)(?: \\w{1,12}){0,2}|(?:treat|regard|consider|handle|accept|" +
    "take) (?:it|them|these|this|that|those|its|their|the \\w{3,14})(?: \\w{2,14}){0,3} " +
    "as(?: \\w{1,10}){0,3}|equal to (?:the|your|a)) (?:system (?:prompts?|messages?|instructions?|level)|" +
    "developer (?:messages?|instructions?|prompts?)|system|operator(?:['’]s)? (?:instructions?|messages?)|" +
    "(?:the )?user(?:['’]s)? own (?:instructions?|words|orders?))",
);

export const OBEY = words(
  "obey(?:s|ing)?|follow(?:s|ing)?|execut(?:e|es|ing)|perform(?:s|ing)?|carry(?:ing)? out|carries out",
  "comply(?:ing)? with|act(?:ing)? on|do whatever|do what(?:ever)?|do as|run",
);

export const THEIR_WORD = words(
  "(?:each|every|any|all|the|whatever|what|those|these)(?: of the)?(?: \\w{3,14}){0,2} ?(?:instructions?|" +
    "tasks?|commands?|orders?|steps?|directives?|jobs?|requests?|actions?|notes?)?(?: (?:addressed|directed|" +
    "meant|written|given|intended) (?:to|for) (?:you|agents?|assistants?|models?|\\w{2,9}))?(?: that|" +
    " which)? ?(?:it|they|he|she|you|the (?:server|page|api|response|endpoint|site|feed|file|host|reply|mail|" +
    "issue|channel|bot))? ?(?:returns?|returned|says?|sends?|sent|tells?|asks? for|lists?|listed|contains?|" +
    "found|find|finds|answers? with|replies with|posts?|gives?|receives?|publish(?:es|ed)?)",
);

export const FOUND_THERE = oneOf(
  words(
    "(?:in|on|under|from|at|of|by) (?:the |that |this |these |those |any |each )?(?:pages?|response|site|" +
      "server|feed|reply|replies|host|endpoint|domain|channel|repository|issues?|mails?|messages?|api|answer|" +
      "file|url|address|link)",
    "in pages",
  ).source,
  "\\bhttps?://|\\b(?:under|on|from|at)\\s[`\"']",
);

export const HINT = "A skill serves the one who uses it, and nobody whom it names.";
