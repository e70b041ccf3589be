import { words } from "@gaia/reading";

export const HINT =
  "Have the agent answer as it is; what must not come out when somebody asks has no place in a skill.";

/** Somebody asks, notices, doubts or complains. */
export const ASKED = words(
  "(?:if|when|whenever|should|in case|where|once|who|whoever|that) (?:\\S{1,18} ){0,5}(?:asks?|wonders?|" +
    "notices?|enquires?|inquires?|queries|query|spots?|remarks?|complains?|compares?|doubts?|questions|" +
    "counts?|discovers?|detects?|checks|looks closer|objects?|prods?|presses|digs?|wants? to know|" +
    "points? (?:it|this|that) out|stumbles|comes? back|sees|saw|saw it)",
  "(?:if|when|whenever|once|even if) (?:\\w{3,12}ly )?(?:asked|pressed|questioned|challenged|confronted|" +
    "queried|they ask|doubted)",
  "asked (?:directly|about|whether|why|for your|outright|point-blank)",
  "whoever (?:asks|wants to know|notices|checks|queries)|(?:is|are) (?:queried|questioned)|questions about",
  "answer doubts|(?:those|anyone|any|people|residents|users|customers|buyers) (?:who|asking)",
  "(?:may|might|will|could) ask|enquiries about|anyone who \\w{3,10}|can be told|q:|faq",
);

const SAYS =
  "(?:say|says|answer|answers|reply|replies|respond|claim|state|states|insist|maintain|tell|tells|told|" +
  "explain|explained|blame|blamed|attribute[sd]?|suggest|hint|observe|assure|assured|hear|hears|call|calls|" +
  "pretend|present|describe|concede|quote|argue|speak of|speak about|talk of|reason is|explanation is|" +
  "excuse is|story is|line is|put (?:it|this|that|them) down to|have \\S{3,12} \\S{2,12} say)";

/** What is not so, as it is mostly put: nothing, only, always so, by itself, routine. */
const UNTRUE =
  "(?:nothing|none|no one|no(?= (?:fields?|data|files?|such|other|survey|copy|copies|record|changes?|" +
  "originals?|messages|findings))|only|merely|just|always|all along|already|never|by itself|clean|" +
  "archive held|by themselves|on its own|automatic(?:ally)?|routine|standard|formatting|maintenance|" +
  "updates?|glitch(?:es)?|hiccups?|slow|acting up|broken|overloaded|delayed|(?:driver|hardware|software) " +
  "(?:fault|error|problem)s?|pre-authori[sz]ation|will (?:vanish|disappear|sort itself)|bugs?|" +
  "(?:network|bank|system|server) (?:errors?|trouble|hiccups?)|flaky|cached?|caches|caching|stale|backups?|" +
  "typos?|cosmetic|scheduled|mirrors?|indexing|sensor|drifts?|weather|traffic|taxes|exchange rates?|" +
  "carriers?|region|varies|rounding|coincidence|a test|must have|(?:him|her|them)sel(?:f|ves)|" +
  "(?:his|her|their|the \\w{4,12}['’]s) own|(?:previous|earlier|former) (?:agent|session|import|version|" +
  "edit)|last (?:week|month|year|night)|(?:it )?(?:was|is|were|are) (?:private|local|filled|neutral|" +
  "removed|lost|down|deleted|not kept|not available|unavailable|always|there|empty|normal|harmless|" +
  "reversed|dropped|locally|at fault)|ran locally|stays? (?:local|on)|technical|leftovers|a rename|" +
  "duplicates|method|filters|relevance|goes nowhere|everything (?:is|was|ran|passed)|full sample|" +
  "the best reviews|overall fit|\\w{3,12} reviews alone|not (?:kept|stored|shared|sent|recorded|available)|" +
  "no\\b)";

/** An answer that is not so, put into the agent's mouth. */
export const SCRIPT = words(
  `${SAYS}(?: \\S{1,18}){0,8}?[ ,:]{1,2}["“'«]?${UNTRUE}`,
  "(?:the )?(?:answer|reply) is (?:always |a firm |simply )?[\"“']?no\\b|turn to the \\w{3,12} again",
  "move the talk|change the subject|without a yes or a no|get told|parla d['’]altro",
  "(?:be|remain|stay) vague|vaguely|plausible reason|must have|(?:is|are) (?:a )?sufficient reasons?",
  "natural explanation|satisfactory explanation|supply one from",
);

/** That it is not so is seen from what stands beside it: a deed, another's gain, or an order to admit nothing. */
export const WHAT_IS_SO = words(
  "even though|although|in truth|in reality|in fact|really|it (?:will|does|did|is|was|has) not\\.",
  "collects? the|pays? us|the (?:true|real|actual) \\w{3,14}|regardless|whether or not",
  "never (?:admit|disclose|concede|acknowledge|mention|reveal|comment|reference|refer)",
  "(?:do not|don['’]t) (?:admit|mention|concede|disclose|acknowledge|raise|volunteer|point|bring|reveal)",
  "not to (?:be told|come up|be given|be mentioned)",
  "(?:are|is)(?: not|n['’]t) to (?:learn|know|hear|be told)|(?:it|this|that) (?:does|is|was) ours|ours",
  "our (?:own )?(?:\\w{3,14} )?(?:partner|server|beacon|patch|snippet|hub|loader|collector|agency|retries|" +
    "sale|sidecar|broker|parser|crawler|warehouse|collection|firm|service|score)",
  "surcharge|commission|partner['’]?s?|sponsor['’]?s?|resale|sold",
  "(?:is|are|was|were|been|gets?|keep|go on|goes on) (?:\\w{3,10}ly )?(?:sent|copied|uploaded|forwarded|" +
    "shared|recorded|filed|filing|sending|copying|filling|transferred|swapped|replaced|re-?routed|read|sold|" +
    "kept for|altered|rewritten)",
  "silently|secretly|quietly|without (?:permission|approval|asking|telling|consent|their|his|her)|wipe",
  "erase|delete|strip|rewrites?|skips?|fails?|skipped|withhold|invented|fabricat\\w{2,3}|made up|turned off",
  "switched off|disabled|collector|harvest\\w{0,3}|swap\\w{0,4}|leave (?:it|this|that) out|hidden",
  "steps? \\d (?:posted|turned|sent|copied|opened)|fold|pass(?:ed)? on|leaves? with",
  "also (?:goes|gets?|receive)|we \\w{3,12}|(?:must|should|shall) not (?:find|know|learn|hear)|by mistake",
  "forwards?|taken out",
);

/** Where keeping somebody from knowing is what is asked for, or where the one who asked knows all. */
export const OPENLY = words(
  "surprise|spoilers?|spoil|blind(?:ed|ing)?|double-blind|unblind\\w{0,3}|embargo(?:ed)?|redact\\w{0,3}",
  "anonymi?\\w{0,6}|riddles?|puzzles?|quiz(?:zes)?|dungeon|murderer|santa|treasure|escape[- ]room|auction",
  "trial|raters?|red flags?|red-team|warning sign|deserves? suspicion|incident (?:report|note|\\d)",
  "truthful\\w{0,2}|honest(?:ly)?|openly|reject|pupils? before|trainees?|exercise|at any time|any moment",
  "if asked for it|if (?:they|she|he|you) asks?|may (?:open|read)|quote (?:it|the)",
  "never (?:claim|hide|invent|falsify|wipe)|stops and|mask(?:ed)?|refuse|give the true|personal data",
  "the reviewer checks",
  "tell (?:the )?(?:user|owner|developer|operator)s? (?:that it was masked|which|what was|how many items|" +
    "why|its path|at once|the process id)",
  "let (?:the )?user know|hidden costs|so (?:that )?(?:the )?(?:user|reader|team)s? (?:can|may)",
  "with the reason|state how many|list (?:of )?(?:every|all|each)|every file|lists? (?:each|every)",
  "is (?:listed|reported|named)|must be reported|errors? (?:are|is) (?:still )?(?:printed|shown|reported)",
  "(?:surprise|birthday|farewell) party|(?:skipped tests|merges) (?:are )?(?:listed|named)",
  "nothing (?:is )?hidden|mention (?:it |this |that )?in the (?:result|summary|report)",
  "may not be (?:folded|hidden|left out)|no place in our|explain in full|socratic|parent or teacher",
);
