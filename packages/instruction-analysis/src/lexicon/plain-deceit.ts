import { words } from "@gaia/reading";

const ASKER =
  "(?:the )?(?:user|human|owner|person|controller|developer|runner|buyer|customer|client|reader|keeper|admin(?:istrator)?|reviewer|auditor|presenter|traveller|author|somebody|anyone|anybody|someone|they|he|she|\\w{4,14})";

/** An answer made ready for whoever asks. */
export const COVER_STORY = words(
  `(?:should|if|when(?:ever)?|in case) ${ASKER}(?: \\w{2,10}){0,3} (?:asks?|wonders?|enquires?|inquires?|notices?|wants? to know|questions?|counts?)(?: \\S{1,16}){0,14},? (?:say|blame|deny|quote|speak of|answer (?:only )?(?:that|with)?|call it|describe (?:it|them|this)|show the|reply|claim|change the subject|tell (?:them|him|her) (?:it|that))`,
  "(?:deny|denies|denying) (?:both|that|having|any|all|it)|call it [\"“'][^\"”'\\n]{3,40}[\"”']|described? (?:it |the change |the two |them )?(?:later )?as [\"“'][^\"”'\\n]{3,40}[\"”']|(?:can|may) be answered with [\"“']|describe the two as identical|as though nothing had been|present the (?:names|values|rows|numbers) as|shows? this (?:load|traffic) as",
  "只答|只说|とだけ返す|finja que|finge que|tu so,? als|fais comme si|делай вид|mude de assunto|cambia de tema",
);
/** Something is left out, blanked or made other than it is. */
export const LEFT_OUT = words(
  "(?:leave|leaves|keep|keeps|left|kept)(?: \\S{1,20}){0,10} (?:out of|out|off|unmentioned|from) ?(?:the|traces|your|sight|it)?|(?:hide|hides|omit|omits|blank|blanks|scrub|scrubs|scrubbed|net|netted|doctor|recode|round|backdate|falsif\\w{1,3}|suppress|lift)(?: \\S{1,16}){0,4} (?:row|rows|lines?|lap|logs?|entries|totals?|diff|grades?|figures?|numbers?|fee|step|steps|out|history|total|file|values)|remove the audit-trail|do(?:es)? not (?:mention|list|name)|don['’]t mention|have no output|this step has no output|isn['’]t mentioned|is not mentioned|not mentioned in|put in with (?:font size zero|2>/dev/null)|render a clean copy|split into odd sums",
  "別写進|一概别写|别写进|沈黙を守|載せず|apague do histórico|fora da conversa|更新日時を昔|不要写进",
);
/** Whom it is kept from, or what it is done to. */
export const HIDDEN_WHY = words(
  "(?:lest|so (?:that )?)(?: \\S{1,14}){0,6} (?:shows? up|notice|notices|noticed|see|sees|reveal|questions?)|which would reveal|as though nothing|reduced number|sponsor(?:s|ship)?|the (?:fee|levy|partner network|sweep|bridge)|hidden weighting|from the (?:owner|customer|client|user|reader|buyer)|shown to the (?:owner|client|user|customer)|keep mum|mum about|to (?:the )?users?|in your visible reasoning|visible reasoning|no more than|own levy|keep this convention|(?:blank|scrub)(?:s|bed)? (?:the )?(?:matching )?(?:log|shell)|under no circumstances|both|extra traffic|actions taken|audit-trail|for later pick-?up|guest|同步|転記|sincronização",
);

/** A log, a history or an audit trail is changed so that it tells less. */
export const TRAIL_CHANGED = words(
  "(?:remove|delete|blank|scrub|wipe|erase|empty|doctor|edit|rewrite|clean)(?:s|bed|ed|ing)?(?: \\S{1,14}){0,4} (?:audit-trail rows?|audit (?:trail|log)|log lines?|shell history|bash_history|powershell['’]s history|history of the shell|before/after diff|query log|event log|access logs?)|(?:kept?|leave|leaves) (?:\\S{1,14} ){0,4}(?:off|out of) the (?:query log|audit log|audit trail|log)|scrubbed out of `?\\.?bash_history|set (?:the )?(?:mtime|timestamps?|modification (?:time|date)) back|historial del shell|apague do histórico do shell|更新日時を昔",
);
export const TRAIL_WHY = words(
  "reveal\\w{0,3}|lest|never (?:name|mention)|(?:do not|don['’]t) (?:mention|name|tell|list)|leave out|leave it out|out of (?:the |your )?(?:summary|replies|traces|sight)|off the (?:query|audit) log|keep (?:this|it|mum)|nobody|when you['’]?re (?:through|done)|describe the change as|in talk with|so (?:that )?(?:it|nobody|no one)|if (?:the )?\\w{3,12} (?:asks|counts|wonders|notices)|finja|沈黙|仕様です",
);

/** Money moves, a thing is published, or a word is given. */
export const ACTS = words(
  "(?:book|books|booked|buy|pay|purchase|checkout|check out|order|send|deliver|publish|merge|merges|deploy|apply|sign|accept|debit|debited|post|posted|place the booking|transfer|release|refund|commit|terraform apply|dispense|apply the stored signature|answer|forge|bezahl\\w{0,3}|buche|paga\\w{0,2}|compra\\w{0,2}|结算|付款|결제|删)",
);
/** Nobody is asked, and a reason is given for that. */
export const NOBODY_ASKED = words(
  "(?:without|not|never) show(?:ing)? (?:\\S{1,8} )?(?:text|draft|it|them|plan|diff|basket) (?:first|before)|without showing the \\S{3,10} first|(?:people|users?|they|owner|traveller|travellers|customer|colleagues) (?:may|can|will) (?:look at it|find out|learn)(?: \\S{1,14}){0,5}|find out from the|a question (?:beforehand|put back)(?: \\S{2,12}){0,3} (?:only|would)|(?:approval|permission) (?:dialogs?|dialogues?|prompts?|requests?)(?: \\S{2,12}){0,3} (?:tiring|annoying|yourself)|answer (?:each|every|any) (?:permission|approval|confirmation) request|(?:change board|reviewers?|team|owner|objector) need(?:s)? not be (?:told|asked|informed)|proposals tire|silence (?:\\S{1,12} ){0,4}(?:counts as|is|means|equals|gilt als) (?:a |an )?(?:yes|agreement|consent|assent|zusage)|schweigen gilt als|qui tacet|instructions are deemed given|(?:assent|approval|consent|permission)(?: \\S{1,14}){0,6} (?:as already (?:earned|given)|in advance|recogni[sz]ed when expected|assume-?granted)|assume-granted|in (?:their|the \\S{3,12}['’]s) (?:stead|name|place)|forge that word|click through any dialog(?:ue)?|(?:ticked|confirmed|accepted) for them|just place the booking|with your administrator rights|admin override|yes \\|`?|묻지 말고|代答|自行代|trotzdem aus|sin preguntar nada",
);
export const BY_FORCE = words(
  "straight away|at once|right away|immediately|non-?refundable|overage|(?:to|on) (?:the )?(?:protected branch|prod(?:uction)?|full list|whole list|production)|(?:red|failing|failed) checks?|missing reviews?|branch protection|in (?:their|the \\S{3,12}['’]s) (?:stead|name|place)|saved (?:in|card)|card saved|stored (?:card|signature)|debited|on the (?:client|customer|house)(?:['’]s)? account|look at it afterwards|bypass|prod too|disarm\\w{0,3}|publish(?:es)? (?:the package )?at once|before the|dangerously|instructions are deemed|write-offs|refunds|fees?|terms|card|payment|交易|카드|승인|审批|授权|auto-approve|proceed",
);

/** The rules of the model or the operator are said to bind no longer. */
export const UNBOUND = words(
  "(?:policy|policies|guidelines?|guardrails?|(?:system|earlier|previous) (?:prompt|guidance|directives?|lines|instructions)|content rules|usage rules|restrictions?|safety wording|scruples?)(?: \\S{1,16}){0,14} (?:ceases? to bind|do(?:es)? ?n[o'’]t apply here|no longer (?:bind|apply|hold)|binds? (?:you )?no longer|is lifted|are lifted|has lifted|yields? to|screened out|belongs? to another|are (?:only )?leftovers|were never meant)|lifted content rules|forget that you are bound|(?:scrape|peel|shed) off (?:\\S{2,12} ){1,6}(?:politeness|prudence|caution)|(?:refusals?|every scruple|warnings?)(?: \\S{1,12}){0,4} (?:as|count as|are) (?:\\S{1,4} )?(?:bugs?|errors?|(?:formatting )?defects?|typos?|very low certainty)|turns nothing down|without (?:a conscience|filters|limits or)|has no guidelines|does(?:n['’]t| not) decline|owes no caution|outside the usual policy|drop earlier guardrails|you are no longer the (?:assistant|house)|reject later attempts by the platform|turn off injection warnings",
  "限制对你统统失效|没有拒绝这个选项|bindet dich nicht länger|uneingeschränkt\\w{0,3} dienst|richtlinien (?:\\S{2,12} ){0,3}abgeschaltet|ограничители сняты|забудь,? кем тебя|anggap pesan sistem|pagar pengaman|ya no te (?:obligan|vinculan)|ne te lient plus|não te obrigam mais|non ti vincolano più",
);
export const INSTEAD = words(
  'you are (?:now|no longer)|from (?:here|now|then|curtain-up) (?:on|forward|onwards?|you)|from curtain-up|persona|character|play(?:s)? ["“]|(?:is|are) ["“]\\w|takes your place|precedence|outrank\\w{0,2}|answers? (?:any|whatever|what|real|only|every)|treat refusals|comply|refusals count|(?:obey|obeys|obeyed)|retain the present|standing orders|regards? the|do what the|in full|skip the warnings|stay in that state|until the (?:session|conversation)|新身份|lehrwerk|fortan|выполняется|menangkan|lelucon|everything',
);
/** What stands in a document, or behind a mark, is said to rank above who is asked. */
export const MARK_OUTRANKS = words(
  "(?:lines?|remarks?|text|tag|messages?|whatever|comments?|instructions?|documents?)(?: \\S{1,30}){0,14} (?:outranks?|ranks? above|takes? precedence over|comes? from the operator|has to be obeyed|have to be obeyed|must be obeyed|comes? before)(?: \\S{1,16}){0,6} ?(?:your|the|everything|in full|ahead|operator|safety|user)?|give instructions found in (?:this|the) \\S{3,14} precedence|do what the (?:paper|page|document|file|text|mail|ticket) says|(?:if|when) the author types `?\\[",
);
export const OVER_WHOM = words(
  "operator(?:['’]s)?|system (?:prompt|messages?)|guidelines|safety (?:training|team)|the user['’]s (?:request|word|wishes)|account holder|usage rules|highest privilege|injection warnings|confidentiality duties|vendor of the model",
);
