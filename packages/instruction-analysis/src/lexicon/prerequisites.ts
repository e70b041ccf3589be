import { type HostKind, inAddresses, oneOf, words } from "@gaia/reading";
import { TRANSLATED } from "./translated.ts";

const UNNAMED: HostKind[] = ["ip", "paste", "shortener", "drop", "http"];
export const AWAY: HostKind[] = [...UNNAMED, "stranger"];
export const PROGRAM_LINK = inAddresses(
  new RegExp(
    "(?:h(?:tt|xx)ps?://)[^\\s\"'`<>()\\[\\]{}|]{3,300}\\.(?:exe|msi|msix|dmg|pkg|app|apk|deb|rpm|appimage|run|bin|zip|rar|7z|tar\\.gz|tgz|iso|scr|bat|cmd|ps1|vbs|jar|command|xpi|crx)(?![\\w.-])",
    "gi",
  ),
);
export const DOWNLOAD = words(
  TRANSLATED.fetch,
  "download(?:ing|ed)?|get|grab|fetch|install(?:ing|ed)?|obtain|curl|wget",
);
export const START = words(
  TRANSLATED.run,
  "run|execute|launch|open|double-?click|install|start|mount|unzip|extract|unpack|chmod|allow|click|right-?click",
);
export const ARCHIVE_PASSWORD = oneOf(
  "\\b(?:pw|pwd|pass)\\s{0,2}[:=]\\s{0,2}[^\\s)]{2,30}|\\b(?:archive|zip|rar|file)\\b[^.\\n]{0,30}\\blocked\\b",
  words(TRANSLATED.password).source,
  "\\b(?:needs?|requires?|asks? for|with|using)\\s{1,3}(?:the\\s{1,3})?(?:phrase|code|key|pin|password|passphrase)\\s{1,3}[`\"'“]",
  "\\bpass(?:word|code|phrase)\\s{1,2}[`\"'“][^\\s`\"'”]{2,40}[`\"'”]",
  "\\bpass(?:word|code|phrase)?\\s{0,3}(?:is|[:=]|for the archive|to (?:extract|unzip|open)|-)\\s{0,3}[\"'`(]{0,3}[^\\s\"'`]{2,40}",
  "\\b(?:extract|unzip|open|unpack|decrypt|unlock)\\s{1,3}(?:it\\s{1,3}|the\\s{1,3}(?:archive|zip|file)\\s{1,3}|them\\s{1,3}|with\\s{1,3}7-?zip\\s{1,3})?(?:with|using)\\s{1,3}(?:the\\s{1,3})?pass(?:word|code|phrase)",
  "\\b(?:unzip|7z|7za|unrar)\\s[^\\n]{0,40}-[pP]\\s?[\"']?[\\w!@#$%-]{2,30}",
  "\\bpassword[- ]protected\\s{1,3}(?:zip|archive|rar|7z|file|download)|\\bencrypted\\s{1,3}(?:zip|archive|rar|7z)",
);
export const ARCHIVE = inAddresses(
  words(
    TRANSLATED.archive,
    "zip|rar|7z|archive|bundle|protected (?:bundle|package|file|container)|\\.zip|\\.rar|\\.7z|unzip|unrar|tarball|(?:self-)?extract(?:s|ing)?(?: it)?",
  ),
);
export const HELPER = words(
  TRANSLATED.helper,
  "(?:the |a |an |our |this |that |its |required |official |following |latest |small |companion |special |custom |native ){0,4}(?:\\w{2,20}[- ])?(?:driver|utility|helper|agent|client|runtime|binary|executable|installer|loader|launcher|patch(?:er)?|plugin|bridge|connector|companion(?: app)?|component|package|tool|app|codec|extension|module|daemon|service|updater?|authenticator|core|engine|toolkit|bootstrap(?:per)?|cli|dependency|software|program|setup file|hotfix|fix)",
);
export const MUST = words(
  TRANSLATED.framing,
  "must(?: first)?|required|requires?|needs?|mandatory|before (?:using|you|the|this|any|running|proceeding|continuing|first)|prerequisites?|won['’]?t work|will not (?:work|function|run)|does not work|cannot (?:work|run|function|proceed|be used)|not (?:work|function) (?:without|until|unless)|essential|otherwise|critical|first|depends on|important|in order to|missing|outdated|expired|to (?:enable|activate|unlock|continue|proceed)|have to",
);
export const PUSH_USER = words(
  "(?:tell|ask|instruct|have|direct|convince|persuade|get|remind|urge|prompt|guide|walk|help) (?:the user|them|users|your user|him|her)(?: \\w{2,12}){0,3} (?:to |through )?(?:download|install|run|open|execute|paste|copy|visit|click|go to|disable|allow|type|enter|launch|double-?click)",
);
export const PERSON_AT_KEYS = words(
  "(?:copy|paste)(?: \\S{1,20}){0,4} (?:command|line|snippet|script|code|text|this|it|following)|(?:command|line|snippet|script|code|text|it|this|following)(?: \\S{1,20}){0,3} (?:into|in|to) (?:your |a |the )?(?:terminal|powershell|console|command prompt|shell|run dialog)|press (?:enter|return)|hit (?:enter|return)|win\\s?\\+\\s?r|windows\\s?\\+\\s?r|open (?:the |a )?(?:terminal|powershell|command prompt)",
);
export const ENCODED_RUN = oneOf(
  "base64\\s{1,2}(?:-d|-D|--decode)",
  "-enc(?:odedcommand)?\\s{1,2}[A-Za-z0-9+/=]{16}",
  "\\bxxd\\s{1,2}-r\\b",
  "(?<![\\w/.:#-])[A-Za-z0-9+/]{60,400}={0,2}(?=\\s{0,2}[\"'`]?\\s{0,2}\\|)",
);
export const VERIFIED = [
  words(
    "sha-?256(?:sum)?|checksum|gpg --verify|cosign|signature of|release(?:s)? page|(?:homebrew|brew|apt|apt-get|dnf|winget|choco|scoop) install|app store|play store|marketplace",
  ),
];

export const UNLOCK_COMMAND = oneOf(
  "\\b(?:unzip|7z|7za|7zz|unrar|bsdtar|Expand-Archive)\\s[^\\n]{0,60}?(?:-[pP]\\s?|--password[= ]|--passphrase[= ])[\"']?[\\w!@#%{}.-]{2,40}",
);
export const EXECUTE = oneOf(
  "\\b(?:execute|launch|start|run|chmod|open|invoke|call)\\b|(?:^|[;&|\\n]\\s{0,3})(?:\\./|/tmp/|bash\\s|sh\\s)",
);
export const INSTALL_FROM = words(
  "installier\\w{0,3}|installe[rz]?|instal[ae]\\w{0,3}|安装|インストール|установ",
  TRANSLATED.fetch,
  "(?:install(?:ed)?|get|download(?:ed)?|fetch|grab|obtain|available|found|distributed|provided|hosted)(?: \\S{1,20}){0,4} (?:from|at|via|on|here|:)",
);
export const REQUIRES = words(
  TRANSLATED.framing,
  "requires?|required|mandatory|must be (?:running|installed|present|active|set up)|must (?:first )?install|you (?:need|must have)|needs? (?:the|a|an|to be)|prerequisites?|before (?:you )?(?:go on|continue|proceed|use|using|start|starting|running|the first)|does not work|won['’]?t work|will not work|cannot work|without it|not (?:try|work|start|run|continue)|essential|depends on",
);
export const PRETEND = words(
  "pretend|act as if|act as though|claim (?:that|to|it|the|an?)|always (?:say|report|claim|tell|state)|make (?:it|them) (?:look|believe|think)|(?:fake|simulate|invent) (?:an?|the|that)|make up|(?:tell (?:the user|them) (?:that )?(?:their|the|an?|your)|report (?:that )?(?:an?|the))(?= [^.\\n]{0,120}(?:whatever|regardless|no matter|even (?:if|when)|in any case|every time|always))|show (?:an?|the) (?:fake|false|error)",
);
export const FAULT = words(
  "(?:missing|outdated|expired|corrupt(?:ed)?|incompatible|required|failed|broken|blocked|infected|suspended|locked|damaged|unverified)(?: \\w{2,14}){0,4},? (?:whatever|regardless|no matter|even (?:if|when)|always|in any case|every time|and (?:then )?(?:recommend|suggest|offer|ask|send|point|direct|link|have|tell|provide)|then (?:recommend|suggest|offer|ask))|(?:missing|expired|required|outdated|corrupt(?:ed)?|failed)",
);
export const HINT =
  "Name packages from a public index as requirements in the manifest; ship what else is needed inside the skill.";
export const NOTHING_WITHOUT = words(
  "without (?:it|them|this|that|the \\w{3,14})(?: \\S{1,60}){0,7} (?:fails?|works?|runs?|useless|cannot|broken|stops?|errors?)|nothing (?:works|runs|happens) without|(?:won['’]?t|will not|does not|doesn['’]t|cannot|can['’]t) (?:work|run|function|start|operate)(?: properly)? (?:without|until|unless)|mandatory|must be (?:installed|running|present)",
);
