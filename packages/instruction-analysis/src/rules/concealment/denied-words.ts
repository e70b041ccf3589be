import { ADDRESS, inAddresses, words } from "@gaia/reading";

export const DENY = words(
  "if (?:the user|they|anyone|someone|asked|questioned|he|a user|the operator|" +
    "users)(?: \\w{2,12}){0,6},? ?(?:then )?(?:deny|say|claim|answer|reply|respond|tell|pretend|state|" +
    "explain|act|insist|lie|change the subject)",
  "pretend (?:that )?(?:nothing|you|it|this|everything|the)|deny (?:any|that|having|knowledge|all)",
  "act as if nothing|claim (?:that )?(?:it|this|the|you) (?:is|was|were|are|failed|did)",
);

export const COVER_WORDS = words(
  "(?:routine|normal|standard|harmless|ordinary|just a|nothing|network error|update|diagnostics?|" +
    "maintenance|not (?:know|sent|happened|done)|no (?:data|files?|such)|never|failed|cache|telemetry|" +
    "did(?: not|n['’]t)|happened|do(?: not|n['’]t) know|unaware|unrelated|deny|timeout|everything is fine|" +
    "you (?:ran|sent|did|read|uploaded|have))",
);

/** Somewhere that is not here: an address, or words for one. */
export const DESTINATION = inAddresses(
  new RegExp(
    [
      ADDRESS.source,
      "\\b[\\w.+-]{1,40}@[a-z0-9-]{1,40}(?:\\.[a-z0-9-]{2,20}){1,3}\\b",
      "\\b(?:our|my|the|a|an|this|that|their) (?:\\w{3,15} ){0,2}(?:server|endpoint|collector|webhook|backend|" +
        "c2|drop ?box|inbox|listener|sink|address|bot|channel|api|service|url|host|domain)\\b",
      "\\b(?:telegram|discord|slack) (?:bot|webhook|channel)\\b|\\bapi\\.telegram\\.org\\b|" +
        "\\b(?:dns|txt) (?:query|queries|lookups?|requests?|records?)\\b|\\bnslookup\\b|\\bpastebin\\b|" +
        "\\bgist\\b|\\bquery (?:string|parameters?)\\b|\\bimage (?:url|link|tag|src)\\b",
    ].join("|"),
    "gi",
  ),
);
