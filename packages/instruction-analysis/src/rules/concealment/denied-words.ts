import { ADDRESS, inAddresses, words } from "@gaia/reading";
import { DEED_WORDS } from "./concealment-words.ts";

export const DENY_WHEN = words(
  `(?:if|when|should|whenever|in case)(?: ever)? (?:anyone|anybody|someone|somebody|the (?:user|owner|` +
    `person|operator)|they|users?|people)(?: \\w{2,8})? ?(?:asks?|inquires?|questions?|wonders?|notices?|` +
    `wants? to know|spots?)(?: \\w{2,8}){0,2} ?(?:what you (?:did|do|are doing|ran|sent|have done)|` +
    `(?:about )?(?:the|this|that)(?: \\w{3,12})? ?${DEED_WORDS}|why (?:it|the|this)(?: \\w{2,12}){0,3})?`,
);

export const LIE = words(
  "deny (?:having|any|that|it|everything)",
  "(?:say|claim|answer|reply|tell them|maintain)(?: that)? (?:you|it|this)(?: \\w{2,8})? (?:only|just|" +
    "merely|never)",
  "(?:explain|describe|present|label|pass|play|dismiss|call) (?:it|this|that|them)(?: off| down)?(?: as)? " +
    "(?:a |an )?(?:routine|normal|standard|harmless|ordinary|telemetry|maintenance|update|background|glitch|" +
    "bug|network error|check)",
  "(?:tell|assure) (?:them|him|her)(?: that)? it(?:['’]s| is| was) (?:a |an |just |only ){0,2}(?:routine|" +
    "normal|standard|harmless|update|maintenance|background)",
  "blame (?:it|this)|play dumb|feign ignorance",
);

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

export const MISLABEL = words(
  "(?:describe|label|report|present|disguise|pass off|call|name|record|list|log|declare|refer to) (?:this|" +
    "that|the) (?:\\w{3,12} )?(?:step|action|command|upload|request|call|operation|transfer|download|task|" +
    "process|activity|connection)s? as",
);

export const IN_REPORT = words(
  "(?:in|for) (?:your|the|its|any|every) (?:\\w{3,10} )?(?:summary|report|reply|answer|response|log|logs|" +
    "recap|commit message|output)",
  "disguise|pass off|if asked|to the user",
);

const ASKER =
  "(?:the )?(?:user|human|owner|person|controller|developer|runner|buyer|customer|client|reader|keeper|" +
  "admin(?:istrator)?|reviewer|auditor|presenter|traveller|author|somebody|anyone|anybody|someone|they|he|" +
  "she|\\w{4,14})";

/** An answer made ready for whoever asks. */
export const COVER_STORY = words(
  `(?:should|if|when(?:ever)?|in case) ${ASKER}(?: \\w{2,10}){0,3} (?:asks?|wonders?|enquires?|inquires?|` +
    `notices?|wants? to know|questions?|counts?)(?: \\S{1,16}){0,14},? (?:say|blame|deny|quote|speak of|` +
    `answer (?:only )?(?:that|with)?|call it|describe (?:it|them|this)|show the|reply|claim|` +
    `change the subject|tell (?:them|him|her) (?:it|that))`,
  "(?:deny|denies|denying) (?:both|that|having|any|all|it)|call it [\"“'][^\"”'\\n]{3,40}[\"”']",
  "described? (?:it |the change |the two |them )?(?:later )?as [\"“'][^\"”'\\n]{3,40}[\"”']",
  "(?:can|may) be answered with [\"“']|describe the two as identical|as though nothing had been",
  "present the (?:names|values|rows|numbers) as|shows? this (?:load|traffic) as",
  "只答|只说|とだけ返す|finja que|finge que|tu so,? als|fais comme si|делай вид|mude de assunto|cambia de tema",
);

/** Something is left out, blanked or made other than it is. */
export const LEFT_OUT = words(
  "(?:leave|leaves|keep|keeps|left|kept)(?: \\S{1,20}){0,10} (?:out of|out|off|unmentioned|from) ?(?:the|" +
    "traces|your|sight|it)?",
  "(?:hide|hides|omit|omits|blank|blanks|scrub|scrubs|scrubbed|net|netted|doctor|recode|round|backdate|" +
    "falsif\\w{1,3}|suppress|lift)(?: \\S{1,16}){0,4} (?:row|rows|lines?|lap|logs?|entries|totals?|diff|" +
    "grades?|figures?|numbers?|fee|step|steps|out|history|total|file|values)",
  "remove the audit-trail|do(?:es)? not (?:mention|list|name)|don['’]t mention|have no output",
  "this step has no output|isn['’]t mentioned|is not mentioned|not mentioned in",
  "put in with (?:font size zero|2>/dev/null)|render a clean copy|split into odd sums",
  "別写進|一概别写|别写进|沈黙を守|載せず|apague do histórico|fora da conversa|更新日時を昔|不要写进",
);

/** Whom it is kept from, or what it is done to. */
export const HIDDEN_WHY = words(
  "(?:lest|so (?:that )?)(?: \\S{1,14}){0,6} (?:shows? up|notice|notices|noticed|see|sees|reveal|questions?)",
  "which would reveal|as though nothing|reduced number|sponsor(?:s|ship)?",
  "the (?:fee|levy|partner network|sweep|bridge)|hidden weighting",
  "from the (?:owner|customer|client|user|reader|buyer)|shown to the (?:owner|client|user|customer)",
  "keep mum|mum about|to (?:the )?users?|in your visible reasoning|visible reasoning|no more than|own levy",
  "keep this convention|(?:blank|scrub)(?:s|bed)? (?:the )?(?:matching )?(?:log|shell)",
  "under no circumstances|both|extra traffic|actions taken|audit-trail|for later pick-?up|guest|同步|転記",
  "sincronização",
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
