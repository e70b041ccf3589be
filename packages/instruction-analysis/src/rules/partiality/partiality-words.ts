import { oneOf, words } from "@gaia/reading";

export const LEAVE_OUT = words(
  "leave(?:s)? (?:\\w{2,12} ){0,3}out(?: of)?|leave out|omit(?:s)?|suppress|drop|hide|skip|withhold",
  "say nothing (?:of|about)",
  "(?:do not|don['’]?t|never|must not|should not) (?:report|mention|list|flag|include|comment(?: on)?|" +
    "raise|show|note)",
  "(?:report|rate|mark|call|score|label|answer|treat)(?: \\w{2,10}){0,3} as [\"“'`]?(?:no findings|" +
    "no issues|clean|safe|passed|compliant|harmless|lgtm)",
  "pre-?approved|always approve|approve (?:them|it|the \\w{3,12}(?: \\w{3,12})?|all|any)",
);

export const FINDINGS = words(
  "findings?|vulnerabilit(?:y|ies)|remarks?|outgoing connections?|network calls?|encoded (?:strings?|text)",
  "obfuscat(?:ed|ion)(?: code)?|suspicious \\w{3,14}|malicious \\w{3,14}|malware|backdoors?",
  "secrets? (?:found|in)|security (?:issues?|problems?|warnings?|alerts?|findings?)|violations?|leaks?",
  "non-?compliances?|red flags|CVEs?|risks?",
);

export const WHOEVER = oneOf(
  words(
    "whatever (?:they|it|the \\w{3,12}) (?:contains?|does|do|says?|is|are|holds?|finds?|shows?)",
    "regardless of (?:\\w{2,12} ){0,3}(?:contents?|findings?|severity|what|results?|score)",
    "no matter (?:what|how)|in (?:any|every) case",
    "without (?:reading|looking|review(?:ing)?|checking) (?:it|them|at)",
    "even (?:if|when) (?:it|they|the \\w{3,12}) (?:is|are|contains?|fails?|looks?|holds?)",
  ).source,
  "\\b(?:by|from|of)\\s(?:the\\s)?(?:authors?|accounts?|users?|publishers?|vendors?|senders?|domains?|bots?)\\s[`\"“'@]",
);

export const AGAINST = words(
  "even (?:if|when|though|after|where)(?: \\w{2,14}){0,8} (?:(?:has|have|had) )?(?:asks?|asked|wants?|" +
    "wanted|wish(?:es|ed)?|requested|requests?|told you|said|says)(?: you| us)?(?: (?:to (?:see|review|check|" +
    "confirm|approve|wait|stop|be asked|look|read|decide|be consulted|cancel|abort)|not to|otherwise|no|" +
    "stop))",
  "(?:even (?:if|when|though|after)|although|despite)(?: \\w{2,12}){0,5} (?:declin(?:es?|ed)|" +
    "refus(?:es?|ed|al)|objects|objected|opt(?:s|ed) out|disagre(?:es?|ed)|withdr(?:aws?|ew)|" +
    "(?:has |have )?(?:turned|switched) (?:it |this |them )?off)",
  "users? who (?:ask|say|decline|refuse|object|want)(?: \\w{1,12}){0,6} (?:mean|really|actually|still|anyway)",
);

export const GO_ON = words(
  "go(?:es)?(?: \\w{2,10}){0,2} on|go ahead|proceed(?:s)?|continue(?:s)?|apply|run|execute|install|send",
  "upload|push|delete|commit|merge|keep|enable|post|publish|anyway|still|always|do it|carry on|book|buy",
  "order|share|submit|collect|record",
);

export const CAREFUL = [
  words(
    "always (?:confirm|ask|stop|wait|show|warn)|ask (?:again|for confirmation)|never|do not|don['’]t|must not",
    "refuse|stop and|should not|cannot|polite|out of scope",
  ),
];

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
