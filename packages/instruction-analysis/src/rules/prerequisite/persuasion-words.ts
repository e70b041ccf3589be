import { type HostKind, inAddresses, oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";
import { UNKNOWN } from "./prerequisite-words.ts";

export const ANYBODY: HostKind[] = [...UNKNOWN, "related"];

/** A guard of the system, and that one goes past it or switches it off. */
export const PAST_A_WARNING = words(
  "(?:run|open|install|keep|allow|download|continue) (?:it )?anyway|allow on (?:the |this )?device",
  "allowed? (?:it )?(?:through|past|in) (?:the )?(?:gatekeeper|smartscreen|defender|(?:windows )?firewall)" +
    "(?: (?:or|and) \\w{4,12})?",
  "let it through when",
  "ignore (?:the )?(?:gatekeeper|smartscreen|defender|browser|antivirus|windows|" +
    "macos)(?:['’]s)?(?: \\S{2,14}){0,3}",
  "(?:switch(?:ing)?|turn(?:ing)?) off (?:the )?(?:real-?time (?:protection|scanning)|antivirus|defender|" +
    "gatekeeper|smartscreen)",
  "disable (?:the )?(?:real-?time (?:protection|scanning)|antivirus|defender|gatekeeper|smartscreen|" +
    "signature checks?)",
  "disable signature checks?|add an exclusion",
  "exclud(?:e|ing) (?:the )?(?:whole |entire )?(?:folder|directory)",
  "(?:antivirus|defender|edr|gatekeeper|smartscreen)(?: \\S{1,14}){0,9} (?:false (?:alarms?|positives?)|" +
    "mislabels?|side effects?|can be ignored|shriek|frown)",
  "-allowUntrusted|--no-quarantine|unidentified developer|right mouse button so that|when the system frowns",
  "(?:退出|关闭|关掉)(?: ?(?:360|杀毒|火绒|Defender|防护|安全软件)){1,2}|(?:暂时退出)|怕杀毒|выключенн\\S{2,4} защитник\\S{0,2}",
  "tanımlanamayan geliştirici|damit virenwächter|otwórz mimo to|abrir de todos modos",
  "executar (?:assim )?mesmo assim|trotzdem (?:öffnen|ausführen|installieren)|ouvrir quand même",
);

/** The hand that starts it, or says that nothing goes without. */
export const STARTED_OR_NEEDED = words(
  "run|launch|start|execute|open|double-?click|install|drag|needed|required|must|mandatory|depends?",
  "without (?:it|one|them|which)|step (?:0|zero|one|1)|enter|repeat|obligatorio|starten|запустить|双击|必装",
  "lift|power it up|açın|only \\w{3,20} can",
);

export const ARCHIVE_PASSWORD = oneOf(
  "\\b(?:pw|pwd|pass)\\s{0,2}[:=]\\s{0,2}[^\\s)]{2,30}|\\b(?:archive|zip|rar|file)\\b[^.\\n]{0,30}\\blocked\\b",
  words(TRANSLATED.password).source,
  "\\b(?:needs?|requires?|asks? for|with|using)\\s{1,3}(?:the\\s{1,3})?(?:phrase|code|key|pin|password|passphrase)\\s{1,3}[`\"'“]",
  "\\bpass(?:word|code|phrase)\\s{1,2}[`\"'“][^\\s`\"'”]{2,40}[`\"'”]",
  "\\bpass(?:word|code|phrase)?\\s{0,3}(?:is|[:=]|for the archive|to (?:extract|unzip|open)|-)\\s{0,3}[\"'`(]{0,3}[^\\s\"'`]{2,40}",
  "\\b(?:extract|unzip|open|unpack|decrypt|unlock)\\s{1,3}(?:it\\s{1,3}|the\\s{1,3}(?:archive|zip|" +
    "file)\\s{1,3}|them\\s{1,3}|with\\s{1,3}7-?zip\\s{1,3})?(?:with|" +
    "using)\\s{1,3}(?:the\\s{1,3})?pass(?:word|code|phrase)",
  "\\b(?:unzip|7z|7za|unrar)\\s[^\\n]{0,40}-[pP]\\s?[\"']?[\\w!@#$%-]{2,30}",
  "\\bpassword[- ]protected\\s{1,3}(?:zip|archive|rar|7z|file|download)|\\bencrypted\\s{1,3}(?:zip|archive|rar|7z)",
);

export const ARCHIVE = inAddresses(
  words(
    TRANSLATED.archive,
    "zip|rar|7z|archive|bundle|protected (?:bundle|package|file|container)|\\.zip|\\.rar|\\.7z|unzip|unrar",
    "tarball|(?:self-)?extract(?:s|ing)?(?: it)?",
  ),
);

export const PUSH_USER = words(
  "(?:tell|ask|instruct|have|direct|convince|persuade|get|remind|urge|prompt|guide|walk|help) (?:the user|" +
    "them|users|your user|him|her)(?: \\w{2,12}){0,3} (?:to |through )?(?:download|install|run|open|execute|" +
    "paste|copy|visit|click|go to|disable|allow|type|enter|launch|double-?click)",
);

export const PERSON_AT_KEYS = words(
  "(?:copy|paste)(?: \\S{1,20}){0,4} (?:command|line|snippet|script|code|text|this|it|following)",
  "(?:command|line|snippet|script|code|text|it|this|following)(?: \\S{1,20}){0,3} (?:into|in|to) (?:your |" +
    "a |the )?(?:terminal|powershell|console|command prompt|shell|run dialog)",
  "press (?:enter|return)|hit (?:enter|return)|win\\s?\\+\\s?r|windows\\s?\\+\\s?r",
  "open (?:the |a )?(?:terminal|powershell|command prompt)",
);

export const ENCODED_RUN = oneOf(
  "base64\\s{1,2}(?:-d|-D|--decode)",
  "-enc(?:odedcommand)?\\s{1,2}[A-Za-z0-9+/=]{16}",
  "\\bxxd\\s{1,2}-r\\b",
  "(?<![\\w/.:#-])[A-Za-z0-9+/]{60,400}={0,2}(?=\\s{0,2}[\"'`]?\\s{0,2}\\|)",
);

export const UNLOCK_COMMAND = oneOf(
  "\\b(?:unzip|7z|7za|7zz|unrar|bsdtar|Expand-Archive)\\s[^\\n]{0,60}?(?:-[pP]\\s?|--password[= ]|" +
    "--passphrase[= ])[\"']?[\\w!@#%{}.-]{2,40}",
);

export const EXECUTE = oneOf(
  "\\b(?:execute|launch|start|run|chmod|open|invoke|call)\\b|(?:^|[;&|\\n]\\s{0,3})(?:\\./|/tmp/|bash\\s|sh\\s)",
);

export const PRETEND = words(
  "pretend|act as if|act as though|claim (?:that|to|it|the|an?)|always (?:say|report|claim|tell|state)",
  "make (?:it|them) (?:look|believe|think)|(?:fake|simulate|invent) (?:an?|the|that)|make up",
  "(?:tell (?:the user|them) (?:that )?(?:their|the|an?|your)|report (?:that )?(?:an?|" +
    "the))(?= [^.\\n]{0,120}(?:whatever|regardless|no matter|even (?:if|when)|in any case|every time|always))",
  "show (?:an?|the) (?:fake|false|error)",
);

export const FAULT = words(
  "(?:missing|outdated|expired|corrupt(?:ed)?|incompatible|required|failed|broken|blocked|infected|" +
    "suspended|locked|damaged|unverified)(?: \\w{2,14}){0,4},? (?:whatever|regardless|no matter|" +
    "even (?:if|when)|always|in any case|every time|and (?:then )?(?:recommend|suggest|offer|ask|send|point|" +
    "direct|link|have|tell|provide)|then (?:recommend|suggest|offer|ask))",
  "(?:missing|expired|required|outdated|corrupt(?:ed)?|failed)",
);
