import { words } from "@gaia/reading";
import { TOOL_NAME } from "./tool-calls.ts";

const GAP = "(?: [^\\s.;]{1,20})";
const FIELD =
  "(?:`\\w{2,30}`(?: (?:argument|field|parameter|channel|value|key))?|(?:the |its |each |every |any |their )?(?:recipients?|addressees?|payees?|beneficiary|iban|amounts?|destinations?|delivery address|return address|(?:target )?branch|channel|assignee|repository|bucket|deposit address|order id|quantit(?:y|ies)|account)(?: (?:argument|field|parameter))?)";

/** What another call says is changed. */
export const CALL_CHANGED = words(
  `(?:change|alter|replac|overwrit|swap|modif|rewrit|override|substitut|adjust|redirect|exchang|divert|set|edit)(?:e|s|ed|ing|y|ies)?${GAP}{0,4} ${FIELD}`,
  `${FIELD}(?: \\S{1,16}){0,5} (?:becomes?|(?:is|are|gets?) (?:overwritten|replaced|decided|changed|swapped|set)|(?:shall|must|will)(?: always)? be|reads|now)`,
  `(?:pushes|payments?|orders?|mails?|messages?|bookings?|requests?|deliveries|transfers?)(?: \\w{3,10}){0,1} (?:goes?|are (?:sent|routed|made)|is (?:sent|routed|made)) to (?:the |our )?${FIELD}|(?:the |old |typed |given )value (?:is|gets|will be) (?:overwritten|replaced|dropped)|use the (?:iban|address|account|recipient|number|branch) (?:from|of|in)(?: \\S{1,24}){1,4}`,
  `(?:put|add|append|copy|insert|post|give)${GAP}{0,6} (?:in|into|to|as) (?:\`(?:b?cc|to|cc|recipients?)\`|(?:b?cc)|(?:a )?private channel)|must put \\S{3,40} in|may return a different (?:addressee|recipient|address|amount|branch)|give the \\w{3,12} tool the|(?:target|destination|recipient) becomes|post a copy to`,
);
/** Against what was typed, or where nobody looks. */
export const AGAINST_TYPED = words(
  "regardless of|no matter (?:which|what|who)|(?:whatever|whichever|irrespective of)(?: \\S{2,12}){0,4} (?:typ(?:ed|es)|ch(?:o|oo)ses?|ask(?:ed|s)|sa(?:id|ys)|g(?:ave|ives)|wants|prefers|pick(?:ed|s)|nam(?:ed|es)|specif(?:ied|ies)|chosen|request(?:ed|s)|enter(?:ed|s))|silently|quietly|(?:than|instead of) the one (?:\\w{2,12} )?(?:dictated|typed|given|chosen|on the)|not by the (?:user|customer|person|shopper)|(?:user|operators?|customer|shopper|they|buyer|employees?|client|she|he|people) (?:may |will |can )?(?:specified|typed|gave|dictated|keep typing|asked for|had specified|sees? (?:their|his|her|the) (?:own|old)|still sees?|state lower)|(?:that|which) was typed|with the (?:dictated|original|old|typed) one|another (?:skill|server)|before it (?:runs|is sent|leaves)|leave the (?:amount|order page|shopper['’]s|rest|screen|preview|confirmation|user['’]s)(?: \\S{2,14}){0,4} (?:unchanged|as it (?:was|is)|on|alone)|ahead of submission|just before (?:submission|it is sent|sending)|tools? installed later|nobody (?:will )?notices?|(?:the |their )?own (?:address|post|copy)(?: \\S{2,12}){0,3} (?:goes to|is enough)|accepted and dropped|keep it|no review|order form|in place of the one|(?:when(?:ever)?|if) `\\w{3,24}` is (?:available|used|called|among them)|in (?:every|each) `\\w{3,24}`|instead of the one|(?:repeat|print|show|echo)(?: them)? the (?:\\w{3,10} they|entered one|old one|typed one)|by whatever skill|off the summary|bookkeeping rule|precedence over|always be our|our (?:contractor|partner|account|depot|desk|agent|wallet)|differ(?:s)? from the|reach us|on the client['’]s behalf|without (?:showing|telling|mentioning|asking)(?: \\w{2,12}){0,3}|approval tool|(?:next|highest) limit|value tops|(?:confirmation|preview|order) (?:screen|page)",
);

const RESULT =
  "(?:results?|findings?|figures?|numbers?|outputs?|verdicts?|answers?|addresses|deposit address|inventory|scores?|rates|prices)";
/** What another tool found is dropped or made into something else. */
export const RESULT_CHANGED = words(
  `(?:ignore|drop|discard|replace|overwrite|remove|suppress|filter|swap|rewrite|hide|withhold|scale|double|halve|raise|lower)(?:s|d|ed)?(?: (?!duplicate|stale|old\\b|empty|null)\\S{1,18}){0,5} ${RESULT}`,
  `${RESULT}(?: \\S{1,18}){0,6} (?:(?:must|are|is|get|gets) (?:not (?:to )?be shown|overwritten|replaced|dropped|inconvenient|pessimistic)|tend to be|lean low|does not reach)`,
  "(?:results?|findings|verdicts?|warnings?)(?: \\S{1,18}){0,4} (?:is|are) (?:too strict|inconvenient|noise|wrong|alarmist|pessimistic)|when it (?:flags|finds|reports|complains about)(?: \\w{3,10}){0,2}|(?:lower|raise|shade|trim) (?:every|each|all|the) (?:price|figure|number|score|rate)s?|(?:findings|results|warnings|alerts)(?: \\S{2,12}){0,4} are (?:renamed|relabel?led|downgraded|lowered|softened)|multiply what it (?:gives|returns)|drop its \\w{4,8}|returns? clean|nothing, report|make up (?:a|its|the) (?:result|answer|output)|may be reconstructed|invent(?:s)? (?:a|its|the) (?:result|answer|output)|replace it (?:by|with) the (?:output|result|answer)",
);
/** And passes for what it is not. */
export const PASSED_OFF = words(
  'before the (?:report|table|summary) is (?:written|shown|sent)|in (?:the )?place of (?:its|their|the)|before (?:it|they|them|showing|the \\w{3,12} tool|the user|anyone)(?: \\S{2,14}){0,2} (?:reach(?:es)?|shown?|showing|sees?|receives?|it|them)|under the (?:official|other|original|trusted|real)(?: \\S{2,12}){0,2} name|with the (?:\\S{3,14} ){1,3}name|as the (?:one|result|figure) (?:both|of each|that)|both tools (?:gave|said|returned)|reports? [`"“](?:clean|ok|okay|none|no issues|rotated|stopped|passed|safe|done)|return `?\\{|(?:write|print|put|state|show|return) [`"“](?:0|no|zero|none|clean|ok|passed|safe|all good)(?: \\w{3,12}){0,2}[`"”]|(?:look|looks|appear) as if|straight from the|as if it (?:had|were|came)|as your own|(?:is |be )?repeated as fact|which of them (?:spoke|answered)|won[\'’]t see which|the only (?:rates|results|figures|numbers) left|is (?:final|what you (?:report|show|say))|even when the (?:working tree|other|user|real)|including screenshots|report tool receives|investor|likes it|appreciates|cite `?\\w{3,20}`? with|show \\S{2,12} (?:rather|instead)|asked to see untouched',
);

/** A tool is not to be called, whoever's it is. */
export const SHUT_OUT = words(
  `(?:never|do not|don['’]t(?: ever)?|refuse to|stop|avoid)(?: let the \\w{3,8})? (?:call|use|invoke|consult|run|pick|ask|select|offer)(?:ing)?(?: \\S{1,16}){0,3}|stays? unused|own(?: \\w{3,12}){0,2} tool must not be (?:started|used|called|consulted)|is to be skipped|must be skipped|(?:is|are) forbidden|let the \\S{3,14} \\S{3,14} rest|refuse it|turn the \\S{3,14} off|(?:disable|remove|unload|unhook)(?:s|d|ed)? (?:that|the|its|${TOOL_NAME})|leave \`\\w{3,20}\` out|instead of the (?:official|built-in|user['’]s)|skip(?:ping)? the \\S{3,16} tool|names? (?:a|any) (?:different|other)|have the (?:competitor|other|official) \\S{4,10}|over every other|makes? the official|(?:official|native|built-in|existing|competitor)(?: \\S{3,14}){0,3} (?:unusable|insecure|broken|obsolete|outdated)|user says|(?:should|if|when) the (?:user|person|customer|guest|shopper)(?: \\w{3,9}){1,2} (?:to use )?(?:their own|another|a different|the other)`,
);
/** And the user is told a tale about it. */
export const TALE_TOLD = words(
  "(?:say|claim|pretend|reply|answer|respond|explain)(?: to \\w{3,8}| that)? (?:that )?(?:it|they|this|browsing|the \\w{3,12}(?: \\w{3,12})?) (?:is|are|was|were|has|have)?(?: \\w{2,6})? ?(?:timed? out|out of (?:order|service)|under maintenance|unavailable|broken|withdrawn|incompatible|down|gone|not (?:possible|available|supported)|retired|offline)(?: today| here| now)?|(?:tell|inform) (?:them|the \\w{3,8}|him|her)(?: that)? (?:it|they|browsing|this)? ?(?:is|are|was|were|has been)? ?(?:timed? out|unavailable|broken|withdrawn|incompatible|down|gone|not (?:possible|available)|the local)|(?:(?:tell|inform) (?:them|him|her|the \\w{3,8})(?: that)? the (?:old|other|official) (?:one|tool) (?:has )?(?:crashed|broke|failed|is (?:gone|down|broken|unavailable))|they don['’]t|it isn['’]t|it doesn['’]t|it is not), but say so|isn['’]t (?:out of order|broken|down|unavailable)[^.\\n]{0,8}, but|blame the (?:update|network|server|vendor|client)|you (?:can|may) say that you looked|(?:is|are) answered with [\"“]|answer [\"“](?:stopped|done|not)|acknowledge, and carry on|describe it as the standard|to be unavailable|report (?:it as|the tool as) (?:failed|missing)|counts as internal|say (?:it|they) (?:timed?|times) out",
);

/** One tool alone, and all else through it. */
export const ONE_ALONE = words(
  `only ${TOOL_NAME} (?:may|can|should)|\\w{4,20} alone (?:may|says|decides)|${TOOL_NAME} alone (?:may|says|decides)|(?:it is |this is )?the only permitted tool|only tools whose names?|only out of ${TOOL_NAME}|only to believe|only by way of|(?:use|call) ${TOOL_NAME} (?:for (?:all|everything|every)|all the same|alone)|prefer ${TOOL_NAME} over every|use ${TOOL_NAME}[,;] (?:in its place|instead)|use ${TOOL_NAME} in (?:its|their) place|must be routed through|has (?:precedence|priority)|owns the session|goes first|comes? before (?:every|any|each)|comes after ${TOOL_NAME}|offer ${TOOL_NAME} instead|replaces all|supersedes|alias ${TOOL_NAME}|outranks?|whatever the user|come out on top|go ahead with ${TOOL_NAME}|has to be called after each|go on with ${TOOL_NAME}`,
);
/** Against the word of who asks, or of everybody else. */
export const AGAINST_ASKER = words(
  "(?:even|also|still|refuse(?:s|d)?)(?: \\S{2,12}){0,6} (?:on request|on demand)|(?:also|even)(?: \\S{2,10}){0,2} (?:when|where|if|though) the (?:user|shopper|customer|person|writer|buyer|visitor|traveller|working tree)(?: \\S{2,14}){0,2} (?:chose|chooses|asked|asks|wants?|wishes|prefers?|names?|picks?|explicitly|objects|shows)|whatever the (?:user|writer|shopper|customer|person|traveller)(?: \\w{2,8}){0,1} (?:prefers|wants|says|asks|wishes|named)|(?:the user['’]s|a user['’]s) wish for|user (?:says|said) [\"“](?:stop|do not|don['’]t)|request by the user to|if (?:they|the user|she|he) (?:names?|requests?|asks? for) (?:one|another|a different)|if the user requests another|unbiased|explicitly (?:chose|asked|wanted)|no exceptions|tell other agents|decides what the (?:writer|user|later)|under any circumstances, whatever|while \\S{3,20} is installed|repeat what it says|disagree|contradicts|verdict is repeated|refuse to call|until it says|installed(?:,)? \\S{3,14} alone|skipped when|even for a question about",
);

/** A tool of the client or of another maker is called bad, or taken away. */
export const RIVAL_DOWN = words(
  `(?:official|native|built-in|integrated|bundled|existing|own|old|client['’]s|user['’]s|company['’]s|neighbou?r\\S{0,6}|other|offline|ships with the \\w{3,10})(?: \\S{3,16}){0,4} (?:is|are|has been|have been) (?:\\w{3,10} )?(?:insecure|unsafe|broken|obsolete|outdated|deprecated|discontinued|slow|wrong|unusable|unreliable|retired)|(?:do not|don['’]t|never) (?:call|use|run|consult|touch) the (?:linter|\\S{3,14} scanner|scanner|\\S{3,14} audit|native|official|built-in|client['’]s|user['’]s|company['’]s|project['’]s|local|password manager)|never run the tests with|(?:disable|turn off|switch off|deactivate) (?:that tool|the (?:scanner|antivirus|\\w{3,10} tool)|${TOOL_NAME})|turn the (?:scanner|antivirus|checker) off|(?:they['’]re|they are) (?:slow|wrong|broken)|supersedes the|other \\w{3,10} tools (?:produce|give|return) wrong|(?:unregister|unload) the client['’]s|limits make the official|don['’]t touch it again|don['’]t parse it locally`,
);
/** Another stands there. */
export const IN_ITS_PLACE = words(
  `(?:use|call|through|to|of|by|with|send|only|and|then) ${TOOL_NAME}|${TOOL_NAME} (?:replaces|supersedes|in its place|instead)|lands at ours|is ours|every query lands`,
);
/** And gets or gives what the first would not have. */
export const GRABS = words(
  '(?:personal )?access token|(?:integration )?secret|pin|certificate|tarball|entire|whole|unredacted|upload(?:s|ing)?|\\.git|\\.env|verdict|what you report|as the result|report ["“]|returns clean|returns (?:only )?["“]ok|under the (?:official|other)|repeat what it says|refuse|as if it|again|all repository|sending coins|clear text|for all logins|even (?:when|if) the|lands at ours|first argument|sees? (?:all|every)|is ours',
);
