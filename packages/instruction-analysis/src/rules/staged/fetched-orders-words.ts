import { type HostKind, oneOf, words } from "@gaia/reading";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];

export const HINT = "Put the instructions into the skill; what is fetched later was reviewed by nobody.";

export const UNKNOWN: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger", "codehost"];

/** And is run as it comes. */
export const RUN_AS_IT_COMES = words(
  "(?:runs?|running|execut(?:e|es|ed|ing)|starts?|launch(?:es)?|imports?|evaluates?|sources?|opens?|" +
    "double-?clicks?|installs?|load(?:s|ed)?) (?:it|them|that|this|that stage|these|those|whatever|" +
    "the (?:results?|modules?|files?|stage|main component|downloaded \\w{3,10}|binary|installer|programs?|" +
    "download|extracted \\w{3,10}))(?: \\w{2,8}){0,2}",
  "import it and call|calls? `?(?:exec|eval|run\\(\\))`?(?: on)?",
  "(?:is|are|gets?) (?:evaluated|executed|launched|imported)(?: inside| at| on)?",
  "without a (?:check|checksum)|run it in the shell|and uses it from then on|source `|load and run",
  "mark (?:it|the file) (?:as )?executable|führe?n? (?:es|sie|ihn|das|die) (?:\\w{2,12} ){0,3}aus",
  "starte (?:es|sie|ihn|die datei)|ejecúta\\w{2,4}|exécute(?:-l[ea]|z-l[ea])|запусти (?:его|её|их)",
  "并(?:执行|运行)|然后(?:执行|运行)|uruchom (?:go|ją|je)|실행(?:하|해)",
);

/** Done because it stands there. */
export const FOLLOWED_BLINDLY = words(
  "(?:follows?|obeys?|executes?|carr(?:y|ies) out|works? through) (?:it|them|that|those|these|every|each|" +
    "all|what(?:ever)?)",
  "do(?:es)? (?:exactly )?what (?:it|they|is|stands)(?: \\w{2,8})?|adapts? its conduct",
  "treat(?:s|ed)? (?:\\S{1,40} ){1,8}as (?:instructions|orders|rules|commands)(?: from)?|adopt it as a rule",
  "added to the agent['’]s rules|take (?:immediate )?effect immediately|decide(?:s)? how you act",
  "are executed at each|befolg\\w{1,3} (?:sie|ihn|es|alles)|síguel[oa]s|obedécel[oa]s?|suis-l[ea]s",
  "выполняй их|следуй им|照做|按其执行|逐条执行|그대로 (?:실행|따)|wykonaj je|stosuj się",
);

/** What comes from elsewhere is to be obeyed: done, believed, or put above what the skill says. */
export const OBEY_REMOTE = words(
  "(?:do|follow|obey|execute|run|carry out|perform|comply with|act on|apply|adopt|honou?r|implement|" +
    "observe|heed|abide by|adhere to|stick to|work through|process|fulfil)(?: \\w{1,12}){0,2} (?:what|" +
    "whatever|everything|anything|all)(?: \\S{1,20}){0,4} (?:written|there|says?|said|back|received?|" +
    "returns?|returned|listed|found|given|stands|asks?|asked|demands?|describes?|described|arrives?|" +
    "prescribes?|prescribed|contains?)",
  "(?:whatever|anything|everything|what)(?: \\w{2,12}){0,4} (?:comes? back|arrives|is returned|is received|" +
    "(?:you|it) (?:gets?|receives?|returns?))[, ]{1,2}(?:\\w{2,12} ){0,3}(?:do|run|execute|follow|obey|" +
    "applies|is binding|counts)",
  "(?:behave|act|proceed|continue|respond|work|operate|go on|conduct yourself) " +
    "(?:\\w{2,12} )?(?:accordingly|(?:exactly )?(?:as|like|the way) (?:\\w{2,12} ){0,3}(?:directed|described|" +
    "told|instructed|says?|written|specified|stated|requested|ordered|laid out|prescribes?|demands?)|" +
    "(?:according to|in line with|in accordance with|on the basis of) (?:it|them|that|the (?:answer|reply|" +
    "response|result|text|file|content)))",
  "(?:treat|consider|regard|use|take|adopt|accept|load|read|interpret|handle|inject|insert|install|" +
    "honou?r)(?:s|ed)? (?:\\S{1,20} ){1,6}(?:as|into|to) (?:\\w{2,12} ){0,4}(?:part of (?:this|the|your|" +
    "its) (?:document|skill|file|prompt|instructions?|context)|guidance|instructions?|orders|directives?|" +
    "rules|persona|system (?:prompt|message)|(?:working )?context|binding|authoritative|law|gospel|" +
    "marching orders|to-?do list)",
  "(?:guid|govern|steer|direct|shap|control|defin|determin|dictat|decid|rul)(?:e|es|s)? (?:(?:how|what|" +
    "which \\w{3,12}) (?:you|the (?:agent|assistant|model)|claude|it must|to do)|" +
    "(?:\\w{2,8} ){0,2}(?:actions?|answers?|behaviou?r|responses?|moves?|decisions?|conduct))",
  "must (?:\\w{3,10} )?(?:comply|obey)",
  "(?:execute|run|perform|carry out|do) (?:each|them all|every one|one after|all of (?:it|them))",
  "(?:run|execute|evaluate|start) (?:it|them) (?:with|in|by|through|using) (?:bash|sh|zsh|python3?|node|" +
    "a shell|the shell)",
  "(?:swap|replace|exchange|trade)(?:s|d|ped)?(?: \\S{1,14}){0,6} (?:present|current|old|existing|" +
    "local) (?:one|skill|file|copy|body|text|instructions|version)",
  "(?:becomes?|replaces?|overrides?|overrules?|supersedes?|extends?|outranks?|(?:wins?|prevails?|" +
    "(?:takes?|has|have) (?:precedence|priority)) over|stands? above|comes? before|governs?|defines?|" +
    "determines?|dictates?|decides?) (?:\\w{2,12} ){0,3}(?:guidance|instructions?|(?:this|the) (?:file|" +
    "document|skill|text|page)|prompt|(?:is )?(?:written|said|stated) (?:here|below|above)|rules|" +
    "(?:the )?above|(?:you|the agent|the assistant|claude|it) (?:do|does|must|should|has to|have to|may)|" +
    "orders|behaviou?r)",
  "befolg\\w{0,3}|halte? dich (?:\\w{2,12} ){0,2}(?:daran|an)|gehorche|setze? (?:\\w{2,12} ){0,3}um",
  "tu(?:e)? (?:genau )?was|appliqu\\w{1,3}(?:-l[ea]s?)?|respecte\\w{0,2}|obéis\\w{0,3}",
  "fai[st](?:es)? (?:exactement )?ce qu\\w{0,2}|cúmpl\\w{1,6}|cumpl[ae]\\w{0,3}|obedec\\w{1,3}",
  "aplíca\\w{1,4}|aplica\\w{0,3}|haz (?:todo )?lo que|síguel[oa]s?|obedeça|cumpra|siga|esegui\\w{0,3}",
  "segui\\w{0,3}|obbedisci|照做|遵循|遵守|照办|従って|従う|следуй\\w{0,3}|выполняй\\w{0,3}",
);

/** A part of the skill itself, or what the agent goes by, that is not in the package. */
export const MISSING_PART = words(
  "(?:remaining|further|rest of (?:the|this|these)|remainder of (?:the|this)|other half|(?:second|third|" +
    "next|other|actual|real|full|complete|main|working) (?:part|half|stage|phase|instructions?|logic|" +
    "procedure|steps|workflow|playbook|guide|prompt)|part (?:two|three|2|3|ii)|stage (?:two|three|2|3)|" +
    "phase (?:two|2))(?: \\S{1,20}){0,6} (?:are|is|lives?|sits?|resides?|comes?|maintained|online|kept|found|" +
    "hosted|remotely|delivered|served|published|provided|stored|available)",
  "(?:procedure|instructions?|guidelines?|guidance|behaviou?r|steps|rules|body|script|code|workflow|logic|" +
    "playbook|prompt|runbook|policy)(?: \\S{1,20}){0,6} (?:(?:not|isn[’']t|aren[’']t) (?:included|shipped|" +
    "bundled|part|contained|stored|written)|changes? (?:often|frequently|daily|over time)|(?:kept|lives?|" +
    "hosted|maintained|managed|held|configured|served|delivered|controlled|steered|published|" +
    "defined) (?:\\w{2,12} )?(?:online|remotely|elsewhere|centrally|from afar|off-?site|at|on|under|by))",
  "(?:configured|controlled|steered|directed|governed) (?:from afar|remotely|from outside|from (?:a|our|" +
    "the) (?:\\w{2,12} )?server)",
  "(?:functional|actual|real|main|working|core|missing) (?:code|logic|part|script|module|body|half|" +
    "functions?)(?: \\S{1,20}){0,3} (?:obtained|fetched|downloaded|loaded|pulled|retrieved|arrives?|follows?|" +
    "comes?)",
  "(?:loads?|fetches|gets?|pulls?) (?:its|the|their|your) (?:logic|behaviou?r|guidance|brain|instructions?|" +
    "orders|playbook) (?:remotely|from|at|over)",
);

/** What somebody may read at an address without taking orders from it. */
export const READ_ONLY = [
  words(
    "api docs?|api reference|documentation|reference (?:docs?|manual)|changelog|release notes|openapi|swagger",
    "schema|as data|untrusted|never as|not as|not instructions",
    "(?:the )?(?:page|url|address|link|site) (?:that )?(?:the )?user (?:names?|gives?|provides?|gave)",
    "user(?:['’]s)? (?:provided|supplied|given) url|(?:the )?(?:given|provided) url|style guide",
    "terms of (?:use|service)|licen[cs]e|rate limits?|robots\\.txt|accessibility|wcag|specification|standard",
    "coding conventions?|contribut\\w{3,6}|code of conduct|installation guide|setup guide|getting started",
    "tutorials?|if the user (?:asks|wants)|when the user asks",
  ),
];

/** A shell's variable, or a block made of it, is run. */
export const RUN_VARIABLE = oneOf(
  "\\[scriptblock\\]\\s{0,2}::\\s{0,2}create\\s{0,2}\\(",
  "\\b(?:iex|invoke-expression)\\s{1,3}(?:-command\\s{1,3})?[\"'(]{0,3}\\$\\w",
  "\\beval\\s{1,3}[\"']?\\$\\{?\\w",
  "\\b(?:ba|z)?sh\\s{1,3}-c\\s{1,3}[\"']?\\$\\{?\\w",
  "\\bexec\\s{0,2}\\(\\s{0,2}(?:code|payload|body|text|data|resp\\w{0,6}|r\\.text|r\\.content|res\\.text|src)\\b",
);
