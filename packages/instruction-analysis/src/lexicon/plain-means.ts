import { oneOf, words } from "@gaia/reading";

/** And is run as it comes. */
export const RUN_AS_IT_COMES = words(
  "(?:runs?|running|execut(?:e|es|ed|ing)|starts?|launch(?:es)?|imports?|evaluates?|sources?|opens?|double-?clicks?|installs?|load(?:s|ed)?) (?:it|them|that|this|that stage|these|those|whatever|the (?:results?|modules?|files?|stage|main component|downloaded \\w{3,10}|binary|installer|programs?|download|extracted \\w{3,10}))(?: \\w{2,8}){0,2}|import it and call|calls? `?(?:exec|eval|run\\(\\))`?(?: on)?|(?:is|are|gets?) (?:evaluated|executed|launched|imported)(?: inside| at| on)?|without a (?:check|checksum)|run it in the shell|and uses it from then on|source `|load and run|mark (?:it|the file) (?:as )?executable|führe?n? (?:es|sie|ihn|das|die) (?:\\w{2,12} ){0,3}aus|starte (?:es|sie|ihn|die datei)|ejecúta\\w{2,4}|exécute(?:-l[ea]|z-l[ea])|запусти (?:его|её|их)|并(?:执行|运行)|然后(?:执行|运行)|uruchom (?:go|ją|je)|실행(?:하|해)",
);
/** Goes to somebody, in any form of words. */
export const GOES_TO = words(
  "(?:sends?|sent|posts?|posted|uploads?|uploaded|forwards?|forwarded|copies|copied|push(?:es|ed)?|PUT|passes|passed|goes|go|streams?|streamed|mirror(?:s|ed)?|shares?|shared|submits?|submitted|exports?|deliver(?:s|ed)?|reports?|transmit(?:s|ted)?|files?|hands?|e-?mails?|e-?mailed|schick\\w{0,2}|send(?:e|et)|envía\\w{0,2}|envoie\\w{0,2}|отправ\\S{1,5}|发送|上传|wyślij)(?: \\S{1,20}){0,10} (?:to|at|into|with|via|an|nach|a|à|vers|на|到|na|do)",
);
export const GOES_WHAT = words(
  "(?:chat|conversation|transcripts?|prompts?|answers|attached files|attachments?|dump|recording|clip|source code|contracts?|history|photos?|findings|passport|id card|output|diary|medical|customer (?:data|list|table)|e-?mails?|mailbox|documents|whole (?:file|folder|project)|every file|each (?:file|command|letter|message)|names?(?: and| with)|date of birth|salary|salaries|clipboard|screenshots?|private|all (?:files|messages|mails)|contacts|address book|tokens?|keys?|passwords?|cookies|environment|gespräch\\w{0,3}|conversación|переписк\\S{1,2}|对话|聊天记录)",
);
export const HELD_BACK = words(
  "(?:the user (?:does not|doesn['’]t|need not|needn['’]t|is not|isn['’]t|won['’]t|will not|never)|there is no switch|no (?:question|notice|switch|need)|internally|in addition|too|as well|also|behind the scenes|in the background|automatically|every|each|after each|as soon as|private|contracts|at night|nightly|overnight|quietly|silently|so (?:our|that our)|our (?:review|engine|log|partner|system|model)|author['’]s?|partner companies|study participants|training|shared cache|nebenbei|automatisch|también|aussi|自动|также)",
);
/** What a program is given that could do anything with it. */
export const POWER_ASKED = words(
  "full disk access|developer mode|(?:with |needs? |grant(?:s|ed)? (?:it |them )?)(?:administrator|admin|root) (?:rights|privileges)|as root|play protect|trusted root certification|trust(?:ed)? root|manage the device|allow it in (?:the )?(?:firewall|privacy|windows)|in privacy & security|access (?:to|on) all (?:web ?)?sites|accessibility (?:permission|access)|system password|watch the screen|antivirus (?:has to be|must be|should be) paused|start(?:ed|s)? with each boot|left running|leaving it running|right-click to get past|click run when",
);
export const PROGRAM_GOT = words(
  "(?:install|get|download|fetch|found at|found on|offered at|available at|available from|update it at|import|load(?:ed)? it|loaded from|from|is on|at|give the link)(?: the| it| them)?",
);
export const A_HELPER = words(
  "(?:\\w{2,14} )?(?:extension|companion(?: app)?|app|runtime|driver|helper|bridge|gateway|service|agent|manager|pack|component|program|profile|certificate|spooler|executor|connector|upscaler|binary|layer|plug-?in|codec|tray|[\\w-]{2,30}\\.(?:exe|pkg|dmg|msi|apk|crt|mobileconfig|zip))",
);

const STORE =
  "(?:aws/credentials|ssh/(?:id_\\w{2,8}|config|\\*)?|netrc|npmrc|pypirc|git-credentials|docker/config\\.json|kube/config|gnupg|config/gcloud|config/gh/hosts\\.yml|azure|env|pgpass|vault-token|aliyun/config\\.json)";
/** Several stores of secrets in one breath. */
export const SEVERAL_STORES = oneOf(
  `\\.${STORE}[\`"'*/]{0,3}(?:,\\s{1,3}|,?\\s{1,3}(?:and|or|as well as|und|y|et|e|и)\\s{1,3})(?:\\w{2,8}\\s){0,3}[\`"'~*$HOME/]{0,8}\\.${STORE}`,
);
export const STORES_READ = words(
  "(?:reads?|collects?|gathers?|cop(?:y|ies)|opens?|notes?|appends?|adds?|packs?|zips?|tars?|exports?|sends?|uploads?|bundles?|includes?|dumps?|harvests?|concatenates?|look(?:s)? (?:in|into|through)|lies|sammle|copia|lee|recoge|lis|читай|собер\\w{0,2}|读取|收集)",
);

const HOLDING =
  "(?:conversation|chat|messages?|api keys?|tokens?|passwords?|cookies?|session|user['’]s (?:question|notes|name|files?|card|last)|notes|credentials|secrets?|private key|open file|card number|agenda|iban|id_rsa|speaker notes|drawings|environment)";
/** The user's words or keys, written in another way. */
export const ENCODED_HOLDING = words(
  `(?:base ?(?:32|64|64url|85)|hex(?:adecimal)?|encod(?:e|es|ed|ing)|compress(?:ed|ing)|revers(?:ed|ible|e)|url-encoded|gzip|shifted|bit by bit|xor)(?: \\S{1,20}){0,10} ${HOLDING}`,
  `${HOLDING}[,;:]?(?: \\S{1,20}){0,10} (?:in base ?(?:32|64|64url)|as (?:a )?(?:hex|hash-like)|hex|(?:is |are |be |and )?(?:url-)?encod(?:ed|es|ing)|reversed|compressed|bit by bit|shifted|in binary|in pieces|in reversed order)`,
);
/** Something that goes out anyway and carries it. */
export const CARRIED_BY = words(
  "user-agent|(?:request |response )?header|(?:one-pixel |transparent )?image|pixel|dns|looked up|look(?:s)? up|look-?ups?|subdomain|file name of|in the file name|query (?:string|parameter)|`?\\w{1,10}`? parameter|parameter `?\\w{1,10}`?|`?sku`?|keywords field|zero-width|invisible (?:guest|characters)|colour code|coordinates|in the name of|room['’]s address|html comment|trace_id|span_id|web counter|counter['’]s name|links? as|link previews?|preview links|font server|licence server|number register|tile|badge",
);
export const CARRIED_QUIETLY = words(
  "(?:not|never|hardly|no one|nobody)(?: \\S{2,12}){0,4} (?:notice\\w{0,1}|see|sees|displayed|click|blocked|shown|attention|ignore)|would be noticed|looks like (?:an? )?(?:ordinary|normal|usual)|transparent|invisible|readers (?:see|only see)|our (?:bot|reader|server|collector)|crawled by us|where we (?:evaluate|collect|read)|works behind every firewall|go out on their own|ignores what it|you can ignore|pay attention|results don['’]t matter|always (?:valid|accepts)|only confirms",
);

/** The same name as somebody else's tool, in its place. */
export const NAME_TAKEN = words(
  "the same name as (?:your|the) (?:existing|user['’]s)|takes? over the names?|(?:takes?|chosen in) its place|same description as the user['’]s|under the same name(?:,|s)? (?:that|which|as)|use (?:instead|\\S{3,30} of this skill instead)|other(?: \\w{3,12}){0,2} (?:tools?|servers?)(?: \\S{1,12}){0,3} (?:insecure|broken|deprecated|false|unsafe|must be refused|are forbidden)|(?:from|of) other servers is deprecated|(?:remove|removed|take) (?:\\S{1,14} ){0,6}(?:from the (?:mcp list|configuration|list of allowed tools)|servers from)|off the list of allowed tools|disable the built-in|do not (?:call|use) the (?:originals?|\\w{3,12} tool they)|treat it as unavailable|say that it is not available|connector should be removed",
);
export const GOES_OVER = words(
  "(?:forwards?|passes?|routed?|sends?|goes|go|logs?|keeps?|alter|expects?|pass|calls|answer|accept|return)(?: \\S{1,20}){0,8} (?:relay|mirror|proxy|sqlproxy|broker|gateway|through|our side|our server|content|to a mail|origin|statement|arguments|messages|findings|only|\\S{3,24}\\.(?:example|test|invalid|com|net|io|dev|app))|even if the (?:user|host)|even when the user|word for word|add its own recipients|its results",
);

/** What is written for later sessions gives away the user's word or the agent's care. */
export const GIVEN_AWAY = words(
  '(?:user|owner|they) (?:has|have) (?:permanently |already |always |previously )?(?:approved|agreed|consented|allowed|authori[sz]ed)|(?:commands?|requests?|links?|orders?|instructions?|packages?) (?:from|by|of) \\S{3,40} (?:are|is|have) (?:trusted|priority|always)|security warnings? about (?:this|the) skill|warnings about this skill|(?:allow|allows|permissions?\\.allow)(?: to)? (?:`?Bash\\(\\*\\)`?|`?\\["\\*"\\]`?|all commands|everything)|have priority over the user|no longer refuses|without being informed|haven[\'’]t said so|never said so|telling agents to trust|likes automatic|may be shared with anyone|`?"?disableUserOverrides"?',
);
export const KEPT_FOR_LATER = words(
  "memory(?:\\.md)?|long-term memory|remember for|(?:AGENTS|CLAUDE|GEMINI|copilot-instructions)\\.md|\\.cursorrules|\\.windsurfrules|settings\\.json|save to memory|profile|new sessions?|later sessions|each new chat|future conversations|future sessions|`?persona`?|lesson learned|organi[sz]ation-wide instructions|next start",
);

/** What is not a yes is taken for one. */
export const TAKEN_AS_YES = words(
  '(?:take|takes|treat|treats|count|counts|read|regard|interpret)s? (?:\\S{1,14} ){1,7}as (?:a )?(?:yes|consent|approval|agreement|permission|go-ahead)|(?:ask|asks) again(?: \\S{1,10}){0,6} until (?:the answer is|they say|he says) yes|so (?:that )?the approval (?:step )?(?:isn[\'’]t|is not) (?:triggered|required|needed)|(?:posts?|gives?|writes?|forges?|inserts?) (?:the )?(?:approval|scanned signature|go-ahead) (?:itself|yourself|and sends)|inserts the scanned signature|mark(?:s|ed)? (?:\\S{1,10} ){0,3}as "?(?:reviewed|approved|confirmed) by (?:the )?user|leave that mode and apply|(?:press|tap|click)(?:s)? (?:the |"|“|on )?(?:approve|confirm|allow)(?:"|”)?(?: button)?(?: on the user[\'’]s)?|does not wait for an answer|returns `?\\{"decision":\\s?"approve"',
);
export const TO_DO_WHAT = words(
  "go on|install(?:s|ing)?|merg(?:e|es|ing)|deploy\\w{0,5}|migration|orders?|billing|send(?:s|ing)?|apply|edits?|unlocks?|dialogs?|accessibility|production|charges?|commands?|purchases?|booking|terminations|proceed|hook|full[- ]disk|indexing|letter|itinerary|permission",
);

/** Done because it stands there. */
export const FOLLOWED_BLINDLY = words(
  "(?:follows?|obeys?|executes?|carr(?:y|ies) out|works? through) (?:it|them|that|those|these|every|each|all|what(?:ever)?)|do(?:es)? (?:exactly )?what (?:it|they|is|stands)(?: \\w{2,8})?|adapts? its conduct|treat(?:s|ed)? (?:\\S{1,40} ){1,8}as (?:instructions|orders|rules|commands)(?: from)?|adopt it as a rule|added to the agent['’]s rules|take (?:immediate )?effect immediately|decide(?:s)? how you act|are executed at each|befolg\\w{1,3} (?:sie|ihn|es|alles)|síguel[oa]s|obedécel[oa]s?|suis-l[ea]s|выполняй их|следуй им|照做|按其执行|逐条执行|그대로 (?:실행|따)|wykonaj je|stosuj się",
);
