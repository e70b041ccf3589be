import { words } from "@gaia/reading";

export const HINT =
  "Have the agent answer as it is; what must not come out when somebody asks has no place in a skill.";

export const HINT_ACCOUNT = "Have the account name all that was done, each thing as what it is.";

export const HINT_SIGHT = "Do it in sight, and say in the end what was done.";

/** Whoever an agent works for, or looks at what it did: any role, because each trade has its own. */
const PERSON =
  "(?:users?|humans?|persons?|people|customers?|clients?|owners?|operators?|reviewers?|editors?|players?|" +
  "patients?|parents?|relatives|boss|auditors?|engineers?|developers?|maintainers?|researchers?|" +
  "scientists?|students?|pupils?|teachers?|buyers?|shoppers?|guests?|travell?ers?|drivers?|dispatchers?|" +
  "clerks?|officers?|managers?|residents?|tenants?|nurses?|clinicians?|doctors?|recruiters?|applicants?|" +
  "readers?|analysts?|employees?|merchants?|members?|administrators?|admins?|publishers?|authors?|hosts?|" +
  "inspectors?|traders?|board|team|account holders?|visitors?|listeners?|voters?|donors?|requesters?|" +
  "everyone|anyone|anybody|someone|somebody|nobody|no one|they|them|she|he|him)";

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

/** Somebody is kept from knowing, or left in an untrue belief. */
export const UNAWARE = words(
  `${PERSON} (?:(?:should|must|need|will|would|may|shall)(?: not|n['’]t|not| never)(?: have| need| be| to|` +
    ` ever){0,3}|(?:is|are)(?: not|n['’]t| never) to(?: be| ever)?|(?:does|do)(?: not|n['’]t) (?:have|` +
    `need) to(?: be)?|never|won['’]t|needn['’]t|seldom|rarely|ha(?:s|ve) no need to)(?: be| to){0,2} ` +
    `(?:learns?|knows?|notices?|hears?|sees?|be told|told|shown|finds? (?:out|anything)|discovers?|realise|` +
    `realize|suspect|read|informed|aware|reconstruct|come across|go through|open|look|wonder|informed|` +
    `need (?:to|the))(?! if| whether)`,
  `${PERSON} (?:should|must|may|is to|are to|will|can|might)(?: \\S{2,8})? (?:remain|stay|be kept|be left|` +
    `go on|keep) (?:unaware|ignorant|in the dark|assuming|believing|thinking|unsuspecting|unaware)`,
  "(?:let|lets|letting|leave|leaves|make|makes|have) (?:the|your|his|her|their|any|every|" +
    "each) (?:[\\w-]{3,16} ){1,2}(?:go on |keep |continue to |continue )?(?:believ|think|assum|suppos)(?:e|" +
    "ing)",
  "(?:the|your|a|any|every) [\\w-]{3,16} (?:should|must|need|will|is to|are to|shall)(?: not|n['’]t|" +
    " never)(?: to)? (?:learn|find out|suspect|realise|realize|notice|hear (?:of|about)|get wind|" +
    "come to know)",
  "(?:goes|go) on (?:thinking|believing|assuming)",
  "keeps? (?:the|your|his|her|their) [\\w-]{3,16} (?:in the dark|from (?:noticing|learning|knowing|asking|" +
    "finding))",
  "none of (?:his|her|their) business",
  `(?:let|have|leave|keep|keeps|lets|leaving|letting|makes?|leaves)(?: the| your| their| his| her|` +
    ` any)?(?: \\w{3,14})? ?${PERSON}(?: \\S{2,12})? (?:believ(?:e|ing)|think(?:ing)?|assum(?:e|ing)|` +
    `suppos(?:e|ing)|feel|unaware|in the dark|in the belief|guessing|under the impression|from (?:spotting|` +
    `noticing|asking|knowing|learning|seeing|finding|realising|realizing|wondering|discovering|suspecting))`,
  `${PERSON} (?:will|is to|are to|may|should|shall|would|can)(?: all)? (?:take (?:it|them|this|that) for|` +
    `suppose|assume|believe|think|come away|mistake|conclude|be satisfied|sleep better|find a clean|` +
    `approve (?:it|those|this|them) without|merge (?:it|them|this) without|remember having|be none)`,
  `(?:nobody|no one|none|not (?:anyone|anybody))(?: (?:outside|in|on|at|watching|who|from|` +
    `of)(?: \\S{2,14}){1,5})? (?:has|have|needs?|should|will|must|may|shall)(?: not| to| be| ever|` +
    ` aware){0,3} ?(?:suspects?|notices?|wonders?|be aware|the wiser|find out|realises?|realizes?|` +
    `be troubled|be told|know|aware)`,
  "so (?:that )?(?:nobody|no one|none of them|not? ?one)(?: \\w{2,12}){0,3} (?:suspects?|notices?|wonders?|" +
    "is (?:any )?the wiser|finds? out|realises?|realizes?|knows)",
  `(?:not|never) (?:something|anything|a thing|a matter|one) (?:that )?(?:they|he|she|you|${PERSON}) ` +
    `(?:needs?|have|has|ought)`,
  `(?:not|none) (?:theirs|of their|of his|of her|hers|his) (?:to|business|concern)|better off not knowing`,
  `without (?:knowing|realising|realizing|noticing|seeing it|informing|telling|alerting|the knowledge)`,
  `unbeknown(?:st)?|has no way of (?:telling|knowing)|know nothing of`,
  `(?:never|not) (?:meets?|reach(?:es)?|catch(?:es)?) (?:the |their |his |her )?(?:[\\w’']{3,14} )?eyes?`,
  `(?:would|will|might|could) (?:only )?(?:object|be upset|misunderstand|get nervous|get upset|complain|` +
    `give (?:it|us|this) away|worry)`,
  `gives? (?:it|us|this|anything) away`,
  `(?:does not|doesn['’]t|do not|don['’]t|won['’]t) (?:notice|suspect|realise|realize)|unaware (?:that|of)`,
  `remain(?:s)? unknown to|eyes? (?:will )?(?:slide|pass|glide|skip|slip)(?:s|es)? (?:past|over)`,
  `read past it`,
  `looks? (?:to the \\w{3,12} )?(?:like|as though|as if)(?: \\S{1,12}){0,3} (?:ordinary|normal|routine|` +
    `noise|boilerplate|cosmetic|measured|from the start)`,
  `suspects? (?:anything|nothing)|awkward questions|easier mind|as intended|belief is worth`,
  `so (?:the )?question never`,
  "so (?:that )?(?:the )?\\w{3,12} (?:thinks?|believes?|supposes?|assumes?)",
  "whoever (?:audits|reads|approves|checks|reviews)(?: \\S{2,12}){0,3} sees only|needs to be troubled",
  "no one reads",
  "(?:people|users|they|reviewers|visitors|customers|clients) (?:do not|don['’]t|seldom|rarely|never|" +
    "hardly) (?:unfold|look|recall|read|notice|check|see)",
);

/** What was done: the verbs of another's gain, of a change and of a taking. */
export const DONE = words(
  "sen[dt]s?|send|upload\\w{0,3}|cop(?:y|ies|ied|ying)|transfer\\w{0,4}|forward\\w{0,3}|shar(?:es?|ed|ing)",
  "export\\w{0,3}|post(?:ed|s)|pass(?:ed|es)? on|ship(?:s|ped)?|sold|sells?|sale|resale|charg(?:es?|ed|ing)",
  "fees?|commission|surcharge|purchases?|bought|buys?|book(?:ed|s)?|sp[ei]nt|spend|costs?|swap\\w{0,4}",
  "replac\\w{1,3}|alter\\w{0,3}|chang(?:ed|es?|ing)|edit(?:s|ed)?|rewr\\w{2,5}|raises?|lower(?:s|ed)?",
  "grant\\w{0,3}|install\\w{0,5}|skip\\w{0,4}|wip(?:e|ed|es)|delet\\w{1,3}|overwr\\w{2,5}|recording|records",
  "signed|signs?|merge[sd]?|push(?:ed|es)?|enrol\\w{0,3}|accept(?:ed|s)?|beacon|loader|hook|login|backdoor",
  "collect\\w{1,3}|track\\w{1,3}|mirror|retries|outage|firewall|permission|loses?|loss|lost|disabl\\w{1,3}",
  "turn(?:ed|s)? off|guess(?:ed|es|ing)|invent\\w{0,3}|made up|adjust\\w{0,3}|submitted|filled",
  "follow(?:s|ed)? them|opened|access\\w{0,3}|moved?|moving|rows|add(?:ed|s)|round(?:ed|s)?|trims?",
  "harvest\\w{0,3}|netted|conflict|broke\\w{0,1}|wrong|advertis\\w{1,3}|leave the|pays?|paid|payments?",
  "calls?|took|read silently|granting|closed|close|switch(?:ed)?|selling|sells|carries|selected|taken",
  "removed?|drop(?:ped|s)?|mailed|re-?appl\\w{1,3}|score[sd]?|soften(?:ed)?|bury|fold|our",
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

/** The text that orders it is itself to stay unknown. */
export const ORDERS_HIDDEN = words(
  "(?:these|this|the present|such) (?:instructions?|(?:instruction )?block|guidelines?|rules?|directions?|" +
    "prompt|file|page|note|paragraph|section|parenthesis|comment|skill)(?: \\S{2,14}){0,6} (?:hidden from|" +
    "confidential towards|exists?|nonexistent|must never be quoted|is for the model|not for display|" +
    "told you to)",
  "behave as (?:though|if) you had (?:read|seen|found) no|treat the prompt",
  "(?:goal|aim|mission|order|direction)s?(?: \\w{2,10}){0,3} (?:to yourself|from the publisher)",
  "keep that goal|hidden goals|say you have none|note to (?:the )?model|not for display",
  "what the skill (?:file )?(?:says|told you)|asked for your (?:configuration|instructions|prompt|rules)",
  "further orders|(?:with|without) those lines(?: taken out)?|second goal",
  "no (?:further|other|hidden|special|extra) (?:instructions|orders)|control page|follow them,? and",
  "addressed to (?:you|the model) alone",
  "(?:contains?|holds?|has) (?:nothing but|only|merely|just) \\S{3,14} (?:hints|advice|tips|notes|rules|help)",
);

export const ORDERS_DENIED = words(
  "answer|never|do not|don['’]t|should hear|reply that|say (?:that )?(?:it|you|your)|claim|deny|recite",
  "no (?:paragraph|comment)|keep|taken out|confidential|nonexistent|hidden|not relay|skip|nothing but",
  "merely|only|must never|state that",
);
