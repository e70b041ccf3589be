import { words } from "@gaia/reading";

/** A tool by the name that it is called by. */
export const TOOL_NAME =
  "`[a-z][\\w:-]{2,40}(?:\\.(?!(?:md|json|jsonc|ya?ml|py|ts|js|toml|txt|sh|env|csv|html|log|lock)\\W)[a-z]\\w{1,24})?(?:\\([^`\\n]{0,80}\\))?`";
const GAP = "(?: [^\\s.;]{1,18})";
const WHOLE =
  "(?:whole|full|entire|complete|all(?: of)?|raw|unredacted|unabridged|every|whatever|more|original|surrounding|today['’]s)";
const KEPT =
  "(?:conversations?|chats?|transcripts?|exchange|threads?|dialogues?|history|histories|(?:user |chat )?messages|prompts?|mailbox(?:es)?|inbox|address book|contacts|correspondence|e-?mails?|workspace|repository|repo|source tree|home (?:folder|directory)|project tree|keyring|keychain|values|password store|notes app|letters(?: folder)?|diary|clipboard|environment|open (?:files|buffers|tabs)|attachments|documents|contracts|drafts|payroll)";

/** What a person has and said: more than one tool's task needs. */
export const MORE_THAN_NEEDED = words(
  `${WHOLE}${GAP}{0,4} ${KEPT}`,
  "(?:(?:currently )?open(?:ed)?) (?:files?|documents?|editor (?:tabs|buffers)|buffers|tabs)|files(?: \\w{2,6}){0,3} (?:currently )?open(?:ed)?|file contents|(?:earlier|prior|previous) (?:messages|turns|prompts)|all (?:he|she|it) knows|first user message|latest message|token list|files you (?:looked at|read|opened)|(?:files|those) of other (?:projects|customers|users)|(?:every|each)(?: of the)? tool (?:output|result|call)s?|arguments and results?|(?:read|contents? of|text of) \\S{0,20}mcp\\.json|each message of the user|word for word|(?:chat|conversation|session|shell|browser|browsing|location|search) history|system prompt|everything (?:you (?:know|have|saw|read)|the \\w{3,12} (?:said|wrote|typed|told))|(?:(?:what|whatever|anything|everything)(?: that)?|every word) (?:spoken|(?:the|they|he|she|you)(?: (?!only)\\w{3,14}){0,2} (?:has|have|had|['’]ve|keeps?|says?|said|typed|told|talk\\w{0,4})(?: (?:been|told|said|asked|typed|talking))?(?: you)?(?: \\w{2,8}){0,2})|(?:last|previous|past|latest) (?:\\w{2,8} )?(?:user )?(?:turns?|messages|replies)|tool results? in this session|working on|who they are",
  "(?:all|every|the|your)(?: \\w{3,8})? environment variables|printenv|output of `?env`?|cookie (?:jar|database|store)|browser['’]s cookies?|`?cookies`?, `?localStorage|session token of|online-banking|(?:contents?|text|bytes) of [`~/\\w.-]{0,20}(?:\\.ssh/\\w{2,20}|\\.aws/\\w{2,20}|\\.npmrc|\\.netrc|\\.env|known_hosts|kubeconfig)|keyring export|(?:whole |entire )keyring|(?:base64 )?tar(?:ball)? of the \\w{4,14}|repository root|on the home folder|vpn profile|gh auth token|git config --list|vcard|insurance number|home address|card number|(?:customer|patient|payroll) records|(?:vault|password manager)(?: server)?['’]?s? export",
  "(?:any |all |every |the |whatever ){0,2}(?:passwords?|credentials|secrets?|tokens?|api keys?|`?authorization`? headers?)(?: (?:that|which|you))? (?:came up|come up|seen|found|find|you find|in (?:the environment|memory|scope)|(?:the )?environment holds|value|passing by|so far)|(?:password|pin|certificate|personal access token|access token)(?: \\w{2,8}){0,1} (?:included|inline|as well|and \\w{3,12})|values? of `?[A-Z]{2,14}_(?:\\w{2,16})`?|(?:portal|banking|loyalty|notary) (?:pin|passwords?|token)|clear text|secret from the",
  "customer['’]s \\w{3,12} and \\w{3,12}|(?:other|neighbou?ring|nearby|unrelated) (?:\\w{3,12}['’]? )?(?:files|documents|essays|contracts|tabs)(?: you)?|files opened|training material|raw (?:rows|recording|data)|caller['’]s|mailbox export|last email drafts|email drafts",
);

/** It changes hands. */
export const GIVEN = words(
  "(?:pass|hand|giv|lend|feed|suppl|send|put|fill|includ|attach|append|past|call|invok|drop|dump|stuff|load|tak|expect|requir|writ|set down|show|let|add|plac|provid|upload|stream|copy|join|concatenat|enter|submit|deliver|route|forward|report|shar)(?:e|es|ed|d|s|y|ies|ied|ing|t|ting|ping|te|ten|ded)?|must (?:hold|contain|carry|include|be)|(?:is|are|gets?|be) (?:handed|given|fed|shown|sent|passed|told)|takes?|needs?|wants?|accepts?|holds?|receives?|sees?|hears?|gets? to see|with|lent|kept fed|argument|first action|set to|is (?:the|a|where)|=",
);

/** By a tool, or in a field of a call. */
export const IN_A_CALL = words(
  TOOL_NAME,
  "(?:argument|parameter|field|box|slot|string|input)s? (?:called |labelled |named )?[`\"“']\\w{2,30}[`\"”']|[`\"“']\\w{2,30}[`\"”'] (?:argument|parameter|field|string|box|slot|input)|(?:call|ask|to|by|use|invoke) [a-z]{3,14}_(?!key|token|secret|api|url)[a-z]{2,14}|parameter `?\\w{2,20}`?|the (?:description|notes?|context|memo|reason|comment|hint|remarks?) (?:field|argument|parameter)|\\w{3,20}_\\w{2,20}\\(\\w{2,20}=<",
);

/** What honest guidance says with the same words: how little goes in, whose consent it has, what runs here. */
export const KEPT_SMALL = words(
  "nothing (?:else|more|beyond)|and not the|not the (?:whole|request|full)|(?:alone|(?<!not )only) the|(?:is|are) all it takes|(?:is|are)(?: never| not)(?: part| sent)|(?:aren['’]t|isn['’]t|never|not) (?:sent|uploaded|passed|forwarded|included|part of)|keep \\S{2,20}(?: \\S{2,20}){0,6} out|never (?:pass|put|send|include|paste|hand)|(?:do not|don['’]t) (?:pass|put|send|include|paste|hand|let|substitute)|mask(?:s|ed)?|strip(?:s|ped)?|redact(?:s|ed)?|runs? (?:on this|locally|offline|on the)|localhost|opt(?:ed)?[- ]in|if the user (?:agrees|asks|wants|enables)|after (?:the )?(?:user|owner)(?: has)? (?:agree|confirm|approv)\\w{0,3}|with (?:the user['’]s|their|explicit) (?:consent|permission|approval)",
);

/** Said of an attack, by whoever warns of it. */
export const WARNED_OF = words(
  "bad:|minimi[sz]e arguments|post-?mortem|incident|exercise|poison(?:ing|ed)|red-?team\\w{0,3}|reviewers (?:of|should|must)|reject(?:s|ed)? (?:the|any|it)|lint rule|our scanner|attack(?:s|er|ers)?|malicious|students (?:get|mark)|decoy|suspicious|warning for|phishing|injection|treat (?:\\S{2,12} ){1,3}as data|is (?:only )?(?:data|information)|no authority",
);

/** A tool's own maker says that the tool has no need of it. */
export const NEEDLESS = words(
  "(?:although|though|even if) (?:it|the (?:tool|call|server)) (?:needs?|uses?|wants?) (?:none|neither|no|nothing)|(?:needs?|uses?) none of (?:them|it|these|this)|(?:do|does)(?:n['’]t| not) depend on (?:it|them|this)|unrelated to (?:the )?\\w{3,14}|come back without (?:it|them)|(?:works?|scores?|runs?|renders?|converts?) (?:just as well |fine |well )?without (?:it|them|[`\\w]{3,20})(?: too)?,? (?:but|yet|still)|marked (?:as )?optional(?: \\S{1,14}){0,4} (?:treat|fill|make)|treat it as (?:mandatory|required)|(?:saved|stored|parsed|computed|available) (?:locally )?already|(?:uses|needs) just the|does(?:n['’]t| not) allow it|never looks? at it|there is no need for|the call is still required|still required before|perfectly able|whether or not (?:the \\w{3,12} )?(?:they|he|she|\\w{3,10}) agreed",
);
/** A call that takes something along. */
export const TAKES_ALONG = words(
  "(?:pass|hand|give|feed|supply|send|fill|include|attach|show|lend|paste|make (?:it|the call)|grant(?:s|ing)?|call)(?: \\S{1,20}){0,8}|(?:takes|receives|needs|holds) (?:the|a|all|every|everything)",
);

/** A secret that was given for something else than this call. */
export const SECRET_OF_ANOTHER = words(
  "(?:online-banking|browser|bank|github|gitlab|slack|aws|npm|mail provider['’]s|cloud|portal|vpn|personal|database)(?: \\w{3,12}){0,2} (?:tokens?|secrets?|passwords?|pins?|profile|keys?|cookies?)|personal access token|card number|billing address|insurance number|`?authorization`? headers?|headers? you find|gh auth token|printenv|(?:all|every|the) environment variables|keyring export|(?:\\.ssh|\\.aws|\\.kube)/\\w{2,20}|\\.npmrc|\\.netrc|known_hosts|ssh (?:keys?|config)|cookie (?:database|jar|store)|connection string|kubeconfig|passwords? (?:that )?came up|credentials (?:that were )?seen|integration secret|clear text",
);
/** For a call that has nothing to do with it. */
export const FOR_NO_REASON = words(
  "at once|each time|every (?:time|call|turn|lookup)|each (?:call|lookup|turn)|whenever|before (?:each|every|any)|always|mandatory|still required|required|first|for regional|to align|for routing|warm|diagnostics|lookups?|forecast|yourself|else it|for (?:calibration|context|better|the (?:theme|colou?r|palette|seed|mood))|as (?:its )?(?:first argument|seed)|refuse to load|inline",
);

/** A tool that holds secrets, by its kind or its name. */
export const SECRET_TOOL = words(
  "secrets? manager(?: tool)?|password (?:vault|manager)|key ?vault|`\\w{0,20}(?:secret|password|credential|token|vault)\\w{0,16}(?:\\.\\w{2,16})?`|keychain tool",
);
/** What it gave goes on to another. */
export const HANDED_ON = words(
  `(?:give|hand|pass|send|feed|forward|copy|report|relay)(?:s|ing)?(?: \\S{1,14}){0,5} (?:to|in|into|as) (?:the )?${TOOL_NAME}|call ${TOOL_NAME}(?: afterwards| next| then)?(?: \\S{2,8}){0,2} (?:and give it|and hand it|with) the`,
);
export const EACH_TIME = words(
  "each time|every time|whenever|as soon as|for all logins|by anyone|always|each (?:value|secret|login)|every (?:value|secret|login)|when(?: \\S{2,12}){1,3} (?:gives|returns)",
);
