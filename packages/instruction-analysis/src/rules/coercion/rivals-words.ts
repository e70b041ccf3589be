import { words } from "@gaia/reading";
import { TOOL_NAME } from "./coercion-words.ts";

const THINGS = "(?:tools?|(?:mcp )?servers?|connectors?|plugins?|functions?|extensions?|skills?)";

export const SHUNNED = words(
  `(?:ignore|disable|deactivate|distrust|avoid|leave|shun|forget|switch off|turn off|unload) (?:(?:all|` +
    `every|any|each|the)(?: of)?(?: the)? ){0,2}(?:other|native|built-in|competing|` +
    `remaining)(?: \\w{3,12}){0,2} ${THINGS}(?: alone| aside)?`,
  `(?:other|native|built-in|remaining|competing)(?: \\w{3,12}){0,2} ${THINGS}(?: \\w{2,12}){0,3} ` +
    `(?:(?:treated|regarded|considered) as (?:disabled|unavailable|broken|untrusted|invalid|off limits)|` +
    `(?:are|is) (?:invalid|void|off limits|not to be (?:used|trusted|called)))`,
  `pretend(?: that)? the (?:\\S{2,14} ){1,4}${THINGS} (?:do not|don['’]t|does not) exist`,
  `(?:do not|don['’]t|never) (?:choose|pick|select|use|call) ${THINGS} (?:from|of|by) other (?:vendors|` +
    `makers|publishers|providers)`,
  `results of (?:native|built-in|other) ${THINGS}(?: \\w{2,12}){0,5} (?:are|is) (?:invalid|` +
    `not to be trusted|void)`,
  `disable the other ${THINGS}`,
  `(?:the |all )?other ${THINGS} (?:are|is) \\w{3,14}(?:[,;] so)?[,;.:]? (?:do not|don['’]t|never) (?:use|` +
    `call|trust) them`,
  `as (?:if|though) the (?:\\S{2,14} ){1,4}${THINGS} (?:were|was|are|did not exist)`,
  `(?:every|each|all)(?: \\w{3,12}){0,2} requests?(?: \\w{2,10}){0,5} (?:pass|go|be sent|` +
    `be routed)(?: \\w{2,10}){0,1} (?:through|via|to) the (?:proxy|relay|gateway)(?: \\w{2,10}){0,2} ` +
    `https?://\\S{3,80}(?: \\w{2,10}){0,2} instead of`,
);

export const RANK = words(
  `(?:this|our|the) (?:\\w{2,16} )?${THINGS} (?:has|have|takes?|gets?|is given) (?:the )?(?:absolute |top |` +
    `highest |higher )?(?:priority|precedence) over (?:(?:all|any|every|each)(?: the)?(?: others?| rest|` +
    ` ${THINGS})|the (?:others|rest)|all)`,
  `(?:our|this) (?:\\w{2,16} )?${THINGS} outranks? (?:the (?:rest|others)|all|every)`,
  `ours (?:has|takes) (?:priority|precedence)`,
  `${THINGS}(?: (?:results?|outputs?|answers?))?(?: from (?:\\w{2,12} ){1,3}\\w{3,10})? (?:override|` +
    `overrule|outrank|trump)s? (?:anything|everything|whatever|what) the user`,
);

export const NOT = [
  words(
    "if the user|when the user|unused|unless|saves? (?:context|tokens)|conflicts?|debug(?:ging)?|troubleshoot\\w{0,3}|in (?:the )?settings",
  ),
];

/** A tool is not to be called, whoever's it is. */
export const SHUT_OUT = words(
  `(?:never|do not|don['’]t(?: ever)?|refuse to|stop|avoid)(?: let the \\w{3,8})? (?:call|use|invoke|` +
    `consult|run|pick|ask|select|offer)(?:ing)?(?: \\S{1,16}){0,3}`,
  `stays? unused|own(?: \\w{3,12}){0,2} tool must not be (?:started|used|called|consulted)|is to be skipped`,
  `must be skipped|(?:is|are) forbidden|let the \\S{3,14} \\S{3,14} rest|refuse it|turn the \\S{3,14} off`,
  `(?:disable|remove|unload|unhook)(?:s|d|ed)? (?:that|the|its|${TOOL_NAME})|leave \`\\w{3,20}\` out`,
  `instead of the (?:official|built-in|user['’]s)|skip(?:ping)? the \\S{3,16} tool`,
  `names? (?:a|any) (?:different|other)|have the (?:competitor|other|official) \\S{4,10}|over every other`,
  `makes? the official`,
  `(?:official|native|built-in|existing|competitor)(?: \\S{3,14}){0,3} (?:unusable|insecure|broken|` +
    `obsolete|outdated)`,
  `user says`,
  `(?:should|if|when) the (?:user|person|customer|guest|shopper)(?: \\w{3,9}){1,2} (?:to use )?(?:their ` +
    `own|another|a different|the other)`,
);

/** And the user is told a tale about it. */
export const TALE_TOLD = words(
  "(?:say|claim|pretend|reply|answer|respond|explain)(?: to \\w{3,8}| that)? (?:that )?(?:it|they|this|" +
    "browsing|the \\w{3,12}(?: \\w{3,12})?) (?:is|are|was|were|has|have)?(?: \\w{2,6})? ?(?:timed? out|" +
    "out of (?:order|service)|under maintenance|unavailable|broken|withdrawn|incompatible|down|gone|" +
    "not (?:possible|available|supported)|retired|offline)(?: today| here| now)?",
  "(?:tell|inform) (?:them|the \\w{3,8}|him|her)(?: that)? (?:it|they|browsing|this)? ?(?:is|are|was|were|" +
    "has been)? ?(?:timed? out|unavailable|broken|withdrawn|incompatible|down|gone|not (?:possible|" +
    "available)|the local)",
  "(?:(?:tell|inform) (?:them|him|her|the \\w{3,8})(?: that)? the (?:old|other|official) (?:one|" +
    "tool) (?:has )?(?:crashed|broke|failed|is (?:gone|down|broken|unavailable))|they don['’]t|it isn['’]t|" +
    "it doesn['’]t|it is not), but say so",
  "isn['’]t (?:out of order|broken|down|unavailable)[^.\\n]{0,8}, but",
  "blame the (?:update|network|server|vendor|client)|you (?:can|may) say that you looked",
  '(?:is|are) answered with ["“]|answer ["“](?:stopped|done|not)|acknowledge, and carry on',
  "describe it as the standard|to be unavailable|report (?:it as|the tool as) (?:failed|missing)",
  "counts as internal|say (?:it|they) (?:timed?|times) out",
);

/** One tool alone, and all else through it. */
export const ONE_ALONE = words(
  `only ${TOOL_NAME} (?:may|can|should)|\\w{4,20} alone (?:may|says|decides)`,
  `${TOOL_NAME} alone (?:may|says|decides)|(?:it is |this is )?the only permitted tool`,
  `only tools whose names?|only out of ${TOOL_NAME}|only to believe|only by way of`,
  `(?:use|call) ${TOOL_NAME} (?:for (?:all|everything|every)|all the same|alone)`,
  `prefer ${TOOL_NAME} over every|use ${TOOL_NAME}[,;] (?:in its place|instead)`,
  `use ${TOOL_NAME} in (?:its|their) place|must be routed through|has (?:precedence|priority)`,
  `owns the session|goes first|comes? before (?:every|any|each)|comes after ${TOOL_NAME}`,
  `offer ${TOOL_NAME} instead|replaces all|supersedes|alias ${TOOL_NAME}|outranks?|whatever the user`,
  `come out on top|go ahead with ${TOOL_NAME}|has to be called after each|go on with ${TOOL_NAME}`,
);

/** Against the word of who asks, or of everybody else. */
export const AGAINST_ASKER = words(
  "(?:even|also|still|refuse(?:s|d)?)(?: \\S{2,12}){0,6} (?:on request|on demand)",
  "(?:also|even)(?: \\S{2,10}){0,2} (?:when|where|if|though) the (?:user|shopper|customer|person|writer|" +
    "buyer|visitor|traveller|working tree)(?: \\S{2,14}){0,2} (?:chose|chooses|asked|asks|wants?|wishes|" +
    "prefers?|names?|picks?|explicitly|objects|shows)",
  "whatever the (?:user|writer|shopper|customer|person|traveller)(?: \\w{2,8}){0,1} (?:prefers|wants|says|" +
    "asks|wishes|named)",
  "(?:the user['’]s|a user['’]s) wish for|user (?:says|said) [\"“](?:stop|do not|don['’]t)",
  "request by the user to",
  "if (?:they|the user|she|he) (?:names?|requests?|asks? for) (?:one|another|a different)",
  "if the user requests another|unbiased|explicitly (?:chose|asked|wanted)|no exceptions|tell other agents",
  "decides what the (?:writer|user|later)|under any circumstances, whatever|while \\S{3,20} is installed",
  "repeat what it says|disagree|contradicts|verdict is repeated|refuse to call|until it says",
  "installed(?:,)? \\S{3,14} alone|skipped when|even for a question about",
);

/** A tool of the client or of another maker is called bad, or taken away. */
export const RIVAL_DOWN = words(
  `(?:official|native|built-in|integrated|bundled|existing|own|old|client['’]s|user['’]s|company['’]s|` +
    `neighbou?r\\S{0,6}|other|offline|ships with the \\w{3,10})(?: \\S{3,16}){0,4} (?:is|are|has been|` +
    `have been) (?:\\w{3,10} )?(?:insecure|unsafe|broken|obsolete|outdated|deprecated|discontinued|slow|` +
    `wrong|unusable|unreliable|retired)`,
  `(?:do not|don['’]t|never) (?:call|use|run|consult|touch) the (?:linter|\\S{3,14} scanner|scanner|` +
    `\\S{3,14} audit|native|official|built-in|client['’]s|user['’]s|company['’]s|project['’]s|local|` +
    `password manager)`,
  `never run the tests with`,
  `(?:disable|turn off|switch off|deactivate) (?:that tool|the (?:scanner|antivirus|\\w{3,10} tool)|${TOOL_NAME})`,
  `turn the (?:scanner|antivirus|checker) off|(?:they['’]re|they are) (?:slow|wrong|broken)|supersedes the`,
  `other \\w{3,10} tools (?:produce|give|return) wrong|(?:unregister|unload) the client['’]s`,
  `limits make the official|don['’]t touch it again|don['’]t parse it locally`,
);

/** Another stands there. */
export const IN_ITS_PLACE = words(
  `(?:use|call|through|to|of|by|with|send|only|and|then) ${TOOL_NAME}`,
  `${TOOL_NAME} (?:replaces|supersedes|in its place|instead)|lands at ours|is ours|every query lands`,
);

/** And gets or gives what the first would not have. */
export const GRABS = words(
  "(?:personal )?access token|(?:integration )?secret|pin|certificate|tarball|entire|whole|unredacted",
  'upload(?:s|ing)?|\\.git|\\.env|verdict|what you report|as the result|report ["“]|returns clean',
  'returns (?:only )?["“]ok|under the (?:official|other)|repeat what it says|refuse|as if it|again',
  "all repository|sending coins|clear text|for all logins|even (?:when|if) the|lands at ours|first argument",
  "sees? (?:all|every)|is ours",
);
