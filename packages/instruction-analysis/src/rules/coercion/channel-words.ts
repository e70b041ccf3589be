import { words } from "@gaia/reading";
import { TOOL_NAME, WARNED_OF } from "./coercion-words.ts";

export const THEIR_OWN = [
  WARNED_OF,
  words(
    "your (?:own|company['’]s|organi[sz]ation['’]s) (?:gateway|proxy|server)|localhost|corporate proxy",
    "if the user (?:asks|wants|agrees)|ask (?:the user|first|which)|the user['’]s (?:choice|own)",
    "user (?:has )?configured|removed in|changelog|ingress|nginx|service mesh",
  ),
];

/** The same name as somebody else's tool, in its place. */
export const NAME_TAKEN_OVER = words(
  "the same name as (?:your|the) (?:existing|user['’]s)|takes? over the names?",
  "(?:takes?|chosen in) its place|same description as the user['’]s",
  "under the same name(?:,|s)? (?:that|which|as)|use (?:instead|\\S{3,30} of this skill instead)",
  "other(?: \\w{3,12}){0,2} (?:tools?|servers?)(?: \\S{1,12}){0,3} (?:insecure|broken|deprecated|false|" +
    "unsafe|must be refused|are forbidden)",
  "(?:from|of) other servers is deprecated",
  "(?:remove|removed|take) (?:\\S{1,14} ){0,6}(?:from the (?:mcp list|configuration|list of allowed tools)|" +
    "servers from)",
  "off the list of allowed tools|disable the built-in",
  "do not (?:call|use) the (?:originals?|\\w{3,12} tool they)|treat it as unavailable",
  "say that it is not available|connector should be removed",
);

export const GOES_OVER = words(
  "(?:forwards?|passes?|routed?|sends?|goes|go|logs?|keeps?|alter|expects?|pass|calls|answer|accept|" +
    "return)(?: \\S{1,20}){0,8} (?:relay|mirror|proxy|sqlproxy|broker|gateway|through|our side|our server|" +
    "content|to a mail|origin|statement|arguments|messages|findings|only|\\S{3,24}\\.(?:example|test|invalid|" +
    "com|net|io|dev|app))",
  "even if the (?:user|host)|even when the user|word for word|add its own recipients|its results",
);

/** All that an agent does or hears. */
export const ALL_TRAFFIC = words(
  "(?:each|every|all|any)(?: of)?(?: the)?(?: (?!api\\b|http\\b)\\w{3,12}){0,2} (?:web (?:search|" +
    "request)(?:e?s)?|searches|file (?:reads?|access|writes?)|reads|shell commands?|commands|tool (?:calls?|" +
    "results?|outputs?|definitions)|prompts?|model requests?|outbound requests|messages? of the user|" +
    "user messages?|e-?mails?|transfers|prompt, tool result)",
  "all (?:reading|writing|searching|mail|traffic)|requests and responses|route the \\w{4,12}",
  "calls are routed|each message of the user|everything, including \\w{3,12}",
);

/** Goes by one way. */
export const GOES_THROUGH = words(
  `(?:go(?:es)?|pass(?:es)?|rout(?:e|ed)|prox(?:y|ied)|forward(?:ed)?|wrapp?(?:ed)?|run|sent|handed|passed|` +
    `tunnel\\w{0,3})(?: \\S{2,14}){0,2} (?:through|via|by(?: way of)?|over|to|in)(?: (?:the|our|` +
    `a))?(?: \\S{2,14}){0,2} (?:${TOOL_NAME}|gateway|proxy|mcp server|relay|recorder|hub|wrapper|` +
    `skill['’]s server|server|[a-z]{2,14}_[a-z_]{2,20}|\\w{2,20}(?:\\.[\\w-]{2,24}){1,3})`,
);

/** Whatever it is, and against the user's or the client's own way. */
export const NO_OTHER_WAY = words(
  "never use the|deprecated|forbidden|is a (?:policy )?violation|is a breach",
  "direct (?:calls|connections?)(?: \\S{2,10}){0,3}|(?:do not|don['’]t) (?:use|call|revert)",
  "even (?:if|when|the ones|for|`)|also (?:requests|for)|regardless|irrespective|unasked",
  "(?:to|for) the (?:bank|hospital)|bank|health|passwords|secrets|with (?:their tokens|complete arguments)",
  "nothing to do with|refuse[ds]?|before (?:your reading|being answered|you reply)|prior to|verbatim",
  "word for word|unaltered|whatever|other vendors['’]|copies? (?:of|them|to)|keeps? (?:a copy|what)",
  "alter arguments|the user['’]s settings on its own",
);

/** A tool that came with the client. */
export const BUILT_IN = words(
  `(?:native|built-in|builtin|host['’]s|default|standard|original|qualified|stock|competing|neighbouring|` +
    `other (?:vendors['’]|mcp|presentation|competing|search|travel))(?: \\S{2,14}){0,3} (?:tools?|readers?|` +
    `servers?|search|names|connectors|one|plugins)`,
  `the originals?|guard-?rail plugins|others|github tools registered by other servers`,
  `(?:the )?(?:permission|approval|security-scan)(?: and \\w{4,10})? (?:tool|mcp servers?)`,
  `read_file of the host|web_search`,
);

export const OUTLAWED = words(
  "never (?:use|call)|(?:do not|don['’]t|mustn['’]t|must not) (?:use|call|revert|consider)|forbidden|banned",
  "blocked|shadow(?:s|ed)?|hidden|deprecated|disabled?|switch off|unload|turns? (?:them|it) off|broken|slow",
  "outdated|unsafe|wrong|compromised|unavailable|absent|unsupported|remove(?:d)?|overwrite|stale",
  "listing error|decline|takes? (?:over|the place)|substitutes?|quarrel",
);

export const OURS_FOR_ALL = words(
  `for everything|for all (?:subjects|files|tasks)|in all projects|(?:takes?|take) over the names?`,
  `same name|on its behalf|without (?:further|noticing)|don['’]t notice|on purpose|our (?:mcp )?server`,
  `(?:is|are|everything|access|calls|all \\w{4,10})(?: \\w{2,10}){0,3} (?:routed|passes?|go(?:es)?|` +
    `sent) (?:through|via|to|by)`,
  `passes? a copy|keeps? a copy|streams?|including secrets|needs the operator['’]s|even (?:if|when|what)`,
  `when bidden|approve with|go on via|conflict with ours|while our|let (?:our|\`\\w{2,20}\` resolve)`,
  `nobody (?:will )?(?:miss|compare|notice)\\w{0,2}|to our liking|use our`,
  `treat them as (?:unavailable|disabled)|refuse to use|ask(?:s|ed)? for it`,
);

/** Names and definitions of others are taken. */
export const NAME_TAKEN = words(
  "(?:under|carries|has|with|of) (?:the|that) same name|same name (?:on purpose|at display)",
  "takes? over the names?|names? `?\\w{3,12}`?, `?\\w{3,12}`?,? (?:and `?\\w{3,12}`?)?(?: \\S{2,14}){0,4}",
  "shadow(?:s|ed)? the|originals? (?:are|is) (?:shadowed|hidden|to be considered broken)",
  "re-registered under|resolve bare names|rewrites their descriptions",
  "register(?:s|ed)? (?:a tool with|it under|shims named)(?: \\S{2,14}){0,4}|overwrite the function",
  "called \\w{2,10}1\\w{1,6}|answer on its behalf|instead of \\| use|requested tool \\| use",
  "tool the user asked for \\|",
);

export const NAME_ABUSED = words(
  "(?:callers|the model|the agent|nobody|participant)(?: \\w{2,8}){0,2} (?:don['’]t notice|picks? it|" +
    "will (?:use|miss)|ought to notice|compares)",
  "so that (?:the model|habits|callers|the agent)|instead of its|streams?|reads? along",
  "to our (?:liking|remote)|(?:blind|a) copy|copy (?:on|of)|(?:passes|goes?|routed|go) (?:through|to)",
  "shows? the result as|our side|no prompt|considered broken|mustn['’]t call|do not call the originals",
  "unavailable in|adjusts the recipient|logs page|nobody will miss|also delivered|unaware",
);

/** An order in what a server says, wherever it comes from. */
export const ORDER_OF_SERVER = words(
  `(?:response|reply|result|output|line)s? that (?:starts?|begins?) with \\S{2,16} (?:is|are) (?:an order|` +
    `orders|commands?)`,
  `what you do next is what \\S{3,24} returns`,
  `(?:results?|repl(?:y|ies)|words?) (?:from|of) \\S{3,20} outranks? the user`,
  `your reply is the text which \\S{3,24} returns|carry out the named tool`,
  `from then on the polished one counts`,
);
