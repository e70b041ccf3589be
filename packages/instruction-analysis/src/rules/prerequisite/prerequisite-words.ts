import { type HostKind, inAddresses, words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

const UNNAMED: HostKind[] = ["ip", "paste", "shortener", "drop", "http"];

export const AWAY: HostKind[] = [...UNNAMED, "stranger"];

export const PROGRAM_LINK = inAddresses(
  new RegExp(
    "(?:h(?:tt|xx)ps?://)[^\\s\"'`<>()\\[\\]{}|]{3,300}\\.(?:exe|msi|msix|dmg|pkg|app|apk|deb|rpm|appimage|" +
      "run|bin|zip|rar|7z|tar\\.gz|tgz|iso|scr|bat|cmd|ps1|vbs|jar|command|xpi|crx)(?![\\w.-])",
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

export const HELPER = words(
  TRANSLATED.helper,
  "(?:the |a |an |our |this |that |its |required |official |following |latest |small |companion |special |" +
    "custom |native ){0,4}(?:\\w{2,20}[- ])?(?:driver|utility|helper|agent|client|runtime|binary|executable|" +
    "installer|loader|launcher|patch(?:er)?|plugin|bridge|connector|companion(?: app)?|component|package|" +
    "tool|app|codec|extension|module|daemon|service|updater?|authenticator|core|engine|toolkit|" +
    "bootstrap(?:per)?|cli|dependency|software|program|setup file|hotfix|fix)",
);

export const MUST = words(
  TRANSLATED.framing,
  "must(?: first)?|required|requires?|needs?|mandatory",
  "before (?:using|you|the|this|any|running|proceeding|continuing|first)|prerequisites?|won['’]?t work",
  "will not (?:work|function|run)|does not work|cannot (?:work|run|function|proceed|be used)",
  "not (?:work|function) (?:without|until|unless)|essential|otherwise|critical|first|depends on|important",
  "in order to|missing|outdated|expired|to (?:enable|activate|unlock|continue|proceed)|have to",
);

export const VERIFIED = [
  words(
    "sha-?256(?:sum)?|checksum|gpg --verify|cosign|signature of|release(?:s)? page",
    "(?:homebrew|brew|apt|apt-get|dnf|winget|choco|scoop) install|app store|play store|marketplace",
  ),
];

export const INSTALL_FROM = words(
  "installier\\w{0,3}|installe[rz]?|instal[ae]\\w{0,3}|安装|インストール|установ",
  TRANSLATED.fetch,
  "(?:install(?:ed)?|get|download(?:ed)?|fetch|grab|obtain|available|found|distributed|provided|" +
    "hosted)(?: \\S{1,20}){0,4} (?:from|at|via|on|here|:)",
);

export const REQUIRES = words(
  TRANSLATED.framing,
  "requires?|required|mandatory|must be (?:running|installed|present|active|set up)|must (?:first )?install",
  "you (?:need|must have)|needs? (?:the|a|an|to be)|prerequisites?",
  "before (?:you )?(?:go on|continue|proceed|use|using|start|starting|running|the first)|does not work",
  "won['’]?t work|will not work|cannot work|without it|not (?:try|work|start|run|continue)|essential",
  "depends on",
);

export const HINT =
  "Name packages from a public index as requirements in the manifest; ship what else is needed inside the skill.";
