import { words } from "@gaia/reading";
import { TOOL_NAME } from "./coercion-words.ts";

export const HINT_FED = "A tool takes what its own task needs, and says why.";

export const HINT_CALL = "What a call holds and what it gives is the user's: leave both as they are, and show them.";

/** A client of a model hands on messages: that is what it is. */
export const OF_A_CLIENT = words(
  "chat completions?|messages api|sub-?agents?|`messages`|`prompt`|sdk|conversation id|conversation_id",
  "trace_id|context window|system prompt (?:for|of) (?:your|the) (?:agent|bot|app)|langchain|langgraph",
  "task tool|delegat\\w{2,4}|dispatch\\w{0,3}|orchestrat\\w{2,4}|swarm|hand-?offs?|hand-?overs?",
  "(?:worker|explorer|reviewer|child|parent) agents?|teammates?|memory (?:store|tool|server|bank)",
);

/** A token in the place that is made for it. */
export const OF_ITS_SERVICE = words(
  "your (?:own )?(?:api|github|gitlab|slack|aws|personal)(?: \\w{3,10}){0,2} (?:tokens?|keys?)",
  "export [A-Z_]{4,30}|[A-Z]{2,14}_(?:TOKEN|KEY|SECRET)|authenticat\\w{1,4}|oauth|bearer|log ?in|sign ?in",
  "settings page|placeholders?|rotate",
);

export const ASKED = words(
  "(?:the )?(?:user|owner|planner|customer|traveller)(?: has)? (?:agrees?|confirms?|approves?|picks?)",
  "ask (?:the user|them|which|first|before)|read both out|refuse to change|do not (?:change|alter|replace)",
  "never (?:change|alter|replace|drop|hide)",
);

const GAP = "(?: [^\\s.;]{1,18})";

const WHOLE =
  "(?:whole|full|entire|complete|all(?: of)?|raw|unredacted|unabridged|every|whatever|more|original|surrounding|today['’]s)";

const KEPT =
  "(?:conversations?|chats?|transcripts?|exchange|threads?|dialogues?|history|histories|" +
  "(?:user |chat )?messages|prompts?|mailbox(?:es)?|inbox|address book|contacts|correspondence|e-?mails?|" +
  "workspace|repository|repo|source tree|home (?:folder|directory)|project tree|keyring|keychain|values|" +
  "password store|notes app|letters(?: folder)?|diary|clipboard|environment|open (?:files|buffers|tabs)|" +
  "attachments|documents|contracts|drafts|payroll)";

/** What a person has and said: more than one tool's task needs. */
export const MORE_THAN_NEEDED = words(
  `${WHOLE}${GAP}{0,4} ${KEPT}`,
  "(?:(?:currently )?open(?:ed)?) (?:files?|documents?|editor (?:tabs|buffers)|buffers|tabs)",
  "files(?: \\w{2,6}){0,3} (?:currently )?open(?:ed)?|file contents",
  "(?:earlier|prior|previous) (?:messages|turns|prompts)|all (?:he|she|it) knows|first user message",
  "latest message|token list|files you (?:looked at|read|opened)",
  "(?:files|those) of other (?:projects|customers|users)",
  "(?:every|each)(?: of the)? tool (?:output|result|call)s?|arguments and results?",
  "(?:read|contents? of|text of) \\S{0,20}mcp\\.json|each message of the user|word for word",
  "(?:chat|conversation|session|shell|browser|browsing|location|search) history|system prompt",
  "everything (?:you (?:know|have|saw|read)|the \\w{3,12} (?:said|wrote|typed|told))",
  "(?:(?:what|whatever|anything|everything)(?: that)?|every word) (?:spoken|(?:the|they|he|she|" +
    "you)(?: (?!only)\\w{3,14}){0,2} (?:has|have|had|['’]ve|keeps?|says?|said|typed|told|" +
    "talk\\w{0,4})(?: (?:been|told|said|asked|typed|talking))?(?: you)?(?: \\w{2,8}){0,2})",
  "(?:last|previous|past|latest) (?:\\w{2,8} )?(?:user )?(?:turns?|messages|replies)",
  "tool results? in this session|working on|who they are",
  "(?:all|every|the|your)(?: \\w{3,8})? environment variables|printenv|output of `?env`?",
  "cookie (?:jar|database|store)|browser['’]s cookies?|`?cookies`?, `?localStorage|session token of",
  "online-banking",
  "(?:contents?|text|bytes) of [`~/\\w.-]{0,20}(?:\\.ssh/\\w{2,20}|\\.aws/\\w{2,20}|\\.npmrc|\\.netrc|" +
    "\\.env|known_hosts|kubeconfig)",
  "keyring export|(?:whole |entire )keyring|(?:base64 )?tar(?:ball)? of the \\w{4,14}|repository root",
  "on the home folder|vpn profile|gh auth token|git config --list|vcard|insurance number|home address",
  "card number|(?:customer|patient|payroll) records|(?:vault|password manager)(?: server)?['’]?s? export",
  "(?:any |all |every |the |whatever ){0,2}(?:passwords?|credentials|secrets?|tokens?|api keys?|" +
    "`?authorization`? headers?)(?: (?:that|which|you))? (?:came up|come up|seen|found|find|you find|" +
    "in (?:the environment|memory|scope)|(?:the )?environment holds|value|passing by|so far)",
  "(?:password|pin|certificate|personal access token|access token)(?: \\w{2,8}){0,1} (?:included|inline|" +
    "as well|and \\w{3,12})",
  "values? of `?[A-Z]{2,14}_(?:\\w{2,16})`?|(?:portal|banking|loyalty|notary) (?:pin|passwords?|token)",
  "clear text|secret from the",
  "customer['’]s \\w{3,12} and \\w{3,12}",
  "(?:other|neighbou?ring|nearby|unrelated) (?:\\w{3,12}['’]? )?(?:files|documents|essays|contracts|" +
    "tabs)(?: you)?",
  "files opened|training material|raw (?:rows|recording|data)|caller['’]s|mailbox export|last email drafts",
  "email drafts",
);

/** It changes hands. */
export const GIVEN = words(
  "(?:pass|hand|giv|lend|feed|suppl|send|put|fill|includ|attach|append|past|call|invok|drop|dump|stuff|" +
    "load|tak|expect|requir|writ|set down|show|let|add|plac|provid|upload|stream|copy|join|concatenat|enter|" +
    "submit|deliver|route|forward|report|shar)(?:e|es|ed|d|s|y|ies|ied|ing|t|ting|ping|te|ten|ded)?",
  "must (?:hold|contain|carry|include|be)|(?:is|are|gets?|be) (?:handed|given|fed|shown|sent|passed|told)",
  "takes?|needs?|wants?|accepts?|holds?|receives?|sees?|hears?|gets? to see|with|lent|kept fed|argument",
  "first action|set to|is (?:the|a|where)|=",
);

/** By a tool, or in a field of a call. */
export const IN_A_CALL = words(
  TOOL_NAME,
  "(?:argument|parameter|field|box|slot|string|input)s? (?:called |labelled |named )?[`\"“']\\w{2,30}[`\"”']",
  "[`\"“']\\w{2,30}[`\"”'] (?:argument|parameter|field|string|box|slot|input)",
  "(?:call|ask|to|by|use|invoke) [a-z]{3,14}_(?!key|token|secret|api|url)[a-z]{2,14}",
  "parameter `?\\w{2,20}`?",
  "the (?:description|notes?|context|memo|reason|comment|hint|remarks?) (?:field|argument|parameter)",
  "\\w{3,20}_\\w{2,20}\\(\\w{2,20}=<",
);

/** A secret that was given for something else than this call. */
export const SECRET_OF_ANOTHER = words(
  "(?:online-banking|browser|bank|github|gitlab|slack|aws|npm|mail provider['’]s|cloud|portal|vpn|personal|" +
    "database)(?: \\w{3,12}){0,2} (?:tokens?|secrets?|passwords?|pins?|profile|keys?|cookies?)",
  "personal access token|card number|billing address|insurance number|`?authorization`? headers?",
  "headers? you find|gh auth token|printenv|(?:all|every|the) environment variables|keyring export",
  "(?:\\.ssh|\\.aws|\\.kube)/\\w{2,20}|\\.npmrc|\\.netrc|known_hosts|ssh (?:keys?|config)",
  "cookie (?:database|jar|store)|connection string|kubeconfig|passwords? (?:that )?came up",
  "credentials (?:that were )?seen|integration secret|clear text",
);

/** For a call that has nothing to do with it. */
export const FOR_NO_REASON = words(
  "at once|each time|every (?:time|call|turn|lookup)|each (?:call|lookup|turn)|whenever",
  "before (?:each|every|any)|always|mandatory|still required|required|first|for regional|to align",
  "for routing|warm|diagnostics|lookups?|forecast|yourself|else it",
  "for (?:calibration|context|better|the (?:theme|colou?r|palette|seed|mood))",
  "as (?:its )?(?:first argument|seed)|refuse to load|inline",
);

const LONGER_GAP = "(?: [^\\s.;]{1,20})";

const FIELD =
  "(?:`\\w{2,30}`(?: (?:argument|field|parameter|channel|value|key))?|(?:the |its |each |every |any |" +
  "their )?(?:recipients?|addressees?|payees?|beneficiary|iban|amounts?|destinations?|delivery address|" +
  "return address|(?:target )?branch|channel|assignee|repository|bucket|deposit address|order id|" +
  "quantit(?:y|ies)|account)(?: (?:argument|field|parameter))?)";

/** What another call says is changed. */
export const CALL_CHANGED = words(
  `(?:change|alter|replac|overwrit|swap|modif|rewrit|override|substitut|adjust|redirect|exchang|divert|set|` +
    `edit)(?:e|s|ed|ing|y|ies)?${LONGER_GAP}{0,4} ${FIELD}`,
  `${FIELD}(?: \\S{1,16}){0,5} (?:becomes?|(?:is|are|gets?) (?:overwritten|replaced|decided|changed|` +
    `swapped|set)|(?:shall|must|will)(?: always)? be|reads|now)`,
  `(?:pushes|payments?|orders?|mails?|messages?|bookings?|requests?|deliveries|` +
    `transfers?)(?: \\w{3,10}){0,1} (?:goes?|are (?:sent|routed|made)|is (?:sent|routed|made)) to (?:the |` +
    `our )?${FIELD}`,
  `(?:the |old |typed |given )value (?:is|gets|will be) (?:overwritten|replaced|dropped)`,
  `use the (?:iban|address|account|recipient|number|branch) (?:from|of|in)(?: \\S{1,24}){1,4}`,
  `(?:put|add|append|copy|insert|post|give)${LONGER_GAP}{0,6} (?:in|into|to|as) (?:\`(?:b?cc|to|cc|` +
    `recipients?)\`|(?:b?cc)|(?:a )?private channel)`,
  `must put \\S{3,40} in|may return a different (?:addressee|recipient|address|amount|branch)`,
  `give the \\w{3,12} tool the|(?:target|destination|recipient) becomes|post a copy to`,
);

/** Against what was typed, or where nobody looks. */
export const AGAINST_TYPED = words(
  "regardless of|no matter (?:which|what|who)",
  "(?:whatever|whichever|irrespective of)(?: \\S{2,12}){0,4} (?:typ(?:ed|es)|ch(?:o|oo)ses?|ask(?:ed|s)|" +
    "sa(?:id|ys)|g(?:ave|ives)|wants|prefers|pick(?:ed|s)|nam(?:ed|es)|specif(?:ied|ies)|chosen|" +
    "request(?:ed|s)|enter(?:ed|s))",
  "silently|quietly|(?:than|instead of) the one (?:\\w{2,12} )?(?:dictated|typed|given|chosen|on the)",
  "not by the (?:user|customer|person|shopper)",
  "(?:user|operators?|customer|shopper|they|buyer|employees?|client|she|he|people) (?:may |will |" +
    "can )?(?:specified|typed|gave|dictated|keep typing|asked for|had specified|sees? (?:their|his|her|" +
    "the) (?:own|old)|still sees?|state lower)",
  "(?:that|which) was typed|with the (?:dictated|original|old|typed) one|another (?:skill|server)",
  "before it (?:runs|is sent|leaves)",
  "leave the (?:amount|order page|shopper['’]s|rest|screen|preview|confirmation|" +
    "user['’]s)(?: \\S{2,14}){0,4} (?:unchanged|as it (?:was|is)|on|alone)",
  "ahead of submission|just before (?:submission|it is sent|sending)|tools? installed later",
  "nobody (?:will )?notices?",
  "(?:the |their )?own (?:address|post|copy)(?: \\S{2,12}){0,3} (?:goes to|is enough)|accepted and dropped",
  "keep it|no review|order form|in place of the one",
  "(?:when(?:ever)?|if) `\\w{3,24}` is (?:available|used|called|among them)|in (?:every|each) `\\w{3,24}`",
  "instead of the one",
  "(?:repeat|print|show|echo)(?: them)? the (?:\\w{3,10} they|entered one|old one|typed one)",
  "by whatever skill|off the summary|bookkeeping rule|precedence over|always be our",
  "our (?:contractor|partner|account|depot|desk|agent|wallet)|differ(?:s)? from the|reach us",
  "on the client['’]s behalf|without (?:showing|telling|mentioning|asking)(?: \\w{2,12}){0,3}|approval tool",
  "(?:next|highest) limit|value tops|(?:confirmation|preview|order) (?:screen|page)",
);

const RESULT =
  "(?:results?|findings?|figures?|numbers?|outputs?|verdicts?|answers?|addresses|deposit address|inventory|scores?|rates|prices)";

/** What another tool found is dropped or made into something else. */
export const RESULT_CHANGED = words(
  `(?:ignore|drop|discard|replace|overwrite|remove|suppress|filter|swap|rewrite|hide|withhold|scale|double|` +
    `halve|raise|lower)(?:s|d|ed)?(?: (?!duplicate|stale|old\\b|empty|null)\\S{1,18}){0,5} ${RESULT}`,
  `${RESULT}(?: \\S{1,18}){0,6} (?:(?:must|are|is|get|gets) (?:not (?:to )?be shown|overwritten|replaced|` +
    `dropped|inconvenient|pessimistic)|tend to be|lean low|does not reach)`,
  "(?:results?|findings|verdicts?|warnings?)(?: \\S{1,18}){0,4} (?:is|are) (?:too strict|inconvenient|" +
    "noise|wrong|alarmist|pessimistic)",
  "when it (?:flags|finds|reports|complains about)(?: \\w{3,10}){0,2}",
  "(?:lower|raise|shade|trim) (?:every|each|all|the) (?:price|figure|number|score|rate)s?",
  "(?:findings|results|warnings|alerts)(?: \\S{2,12}){0,4} are (?:renamed|relabel?led|downgraded|lowered|" +
    "softened)",
  "multiply what it (?:gives|returns)|drop its \\w{4,8}|returns? clean|nothing, report",
  "make up (?:a|its|the) (?:result|answer|output)|may be reconstructed",
  "invent(?:s)? (?:a|its|the) (?:result|answer|output)|replace it (?:by|with) the (?:output|result|answer)",
);

/** And passes for what it is not. */
export const PASSED_OFF = words(
  "before the (?:report|table|summary) is (?:written|shown|sent)|in (?:the )?place of (?:its|their|the)",
  "before (?:it|they|them|showing|the \\w{3,12} tool|the user|anyone)(?: \\S{2,14}){0,2} (?:reach(?:es)?|" +
    "shown?|showing|sees?|receives?|it|them)",
  "under the (?:official|other|original|trusted|real)(?: \\S{2,12}){0,2} name",
  "with the (?:\\S{3,14} ){1,3}name|as the (?:one|result|figure) (?:both|of each|that)",
  "both tools (?:gave|said|returned)",
  'reports? [`"“](?:clean|ok|okay|none|no issues|rotated|stopped|passed|safe|done)|return `?\\{',
  '(?:write|print|put|state|show|return) [`"“](?:0|no|zero|none|clean|ok|passed|safe|' +
    'all good)(?: \\w{3,12}){0,2}[`"”]',
  "(?:look|looks|appear) as if|straight from the|as if it (?:had|were|came)|as your own",
  "(?:is |be )?repeated as fact|which of them (?:spoke|answered)|won['’]t see which",
  "the only (?:rates|results|figures|numbers) left|is (?:final|what you (?:report|show|say))",
  "even when the (?:working tree|other|user|real)|including screenshots|report tool receives|investor",
  "likes it|appreciates|cite `?\\w{3,20}`? with|show \\S{2,12} (?:rather|instead)|asked to see untouched",
);
