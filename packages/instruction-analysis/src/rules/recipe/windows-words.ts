import { type HostKind, oneOf, words } from "@gaia/reading";

export const AWAY: HostKind[] = ["ip", "paste", "shortener", "drop", "http", "stranger"];

/** A window nobody is to see, with a fetch and an evaluation in one line. */
export const UNSEEN_WINDOWS_LINE = oneOf(
  "\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]{0,60}\\s-w(?:in\\w{0,9})?\\s{1,2}h\\w{0,5}\\b[^\\n]{0,200}\\b" +
    "(?:iex|irm|iwr|downloadstring|invoke-expression|downloadfile)\\b",
  "\\bstart\\s{1,2}/min\\s{1,2}(?:powershell|pwsh|cmd|mshta)\\b[^\\n]{0,160}\\b(?:iex|irm|iwr|downloadstring|curl|https?:)",
  "\\bconhost(?:\\.exe)?\\s{1,2}--headless\\b",
  "\\bfrombase64string\\s{0,2}\\(\\s{0,2}\\(?\\s{0,2}(?:irm|iwr|invoke-)",
);

export const WINDOWS_SHELL = words(
  "powershell(?:\\.exe)?|pwsh|windows (?:terminal|shell|console|command line)|invoke-restmethod",
  "invoke-webrequest|invoke-expression|iwr|irm|script ?blocks?|execution policy|ausführungsrichtlinie",
  "stratégie d['’]exécution|directiva de ejecución|net\\.webclient|webclient|downloadstring",
);

/** A text becomes a program. Not behind a pipe: that is the line that vendors give. */
export const EVALUATED = words(
  "(?<!\\|\\s?)(?:invoke-expression|iex)|(?:in|from|to|into) (?:the )?memory|script ?blocks?",
  "(?:evaluat(?:e|es|ing|ed)|interpret(?:s|ing|ed)?|invok(?:e|es|ing|ed)(?!-))(?: \\w{2,12}){0,3}",
  "(?:run|runs|execut\\w{1,3}|launch\\w{0,2}|start\\w{0,1}) (?:it|them|that|this|what(?:ever)?|everything|" +
    "the (?:script|code|result|response|output|answer|reply|content|contents|text|body|downloaded \\w{3,12}|" +
    "returned \\w{3,12}))",
  "im (?:arbeits)?speicher|en memoria|en mémoire|in memoria|na memória",
  "führe?n? (?:es|sie|ihn|das|den) (?:\\w{2,12} ){0,4}aus|ausf[üu]hr\\w{0,3}|ejecut[ae]\\w{0,4}",
  "ejecút\\w{1,5}|exécut\\w{1,4}(?:-l[ea]s?)?|execut[ae]\\w{0,3}|esegu\\w{2,4}|executes?|runs",
  "(?:is|are|gets?|be) (?:run|executed|evaluated|invoked)|dot-?sourc\\w{1,3}",
);

export const PULLS = words(
  "downloads|fetches|pulls|retrieves|gets|reads|loads|downloaded|fetched|descargad[oa]|heruntergeladen\\w?",
  "téléchargé\\w?|invoke-restmethod|invoke-webrequest|iwr|irm|downloadstring|webclient|response|reply|grabs",
  "delivers|inhalt|contenu|contenido|feeds?|contents? of|requests?|obtains?|obtained",
);

export const HIDDEN_WINDOW = words(
  "-w(?:indowstyle)? (?:hidden|1)",
  "(?:hidden|invisible|minimi[sz]ed|concealed) (?:\\w{3,10} )?(?:window|console|shell|process)",
  "(?:window|console)(?: \\w{2,10}){0,3} (?:hidden|invisible|out of sight|concealed|suppressed|minimi[sz]ed)",
  "(?:without|no) (?:\\w{1,8} ){0,2}(?:visible )?(?:window|console)",
  "(?:hide|hiding|suppress)(?: \\w{2,10}){0,2} (?:window|console)",
  "(?:verstecktes|unsichtbares|verborgenes) fenster|fenêtre (?:cachée|masquée|invisible)|ventana oculta",
  "nobody sees (?:the|a) window",
);

export const ENCODED_COMMAND = oneOf(
  "\\s-(?:e|en|enc|enco|encod|encode|encoded|encodedc\\w{0,7})\\s{1,3}[^\\s-]",
  words(
    "encoded-?command",
    "encoded (?:\\w{3,10} )?(?:command|switch|block|string|text|script|blob|payload|argument|form)|base-?64",
    "-enc(?:odedcommand)?|kodierte\\w{0,2}|codificad[oa]|encodée?",
  ).source,
);

export const BY_SYSTEM_TOOL = oneOf(
  "\\bmshta(?:\\.exe)?\\s{1,3}[\"'`]?(?:https?:|javascript:|vbscript:)",
  "\\bregsvr32(?:\\.exe)?\\b[^\\n|]{0,40}/i:https?:",
  "\\brundll32(?:\\.exe)?\\b[^\\n|]{0,40}https?:",
  "\\bmsiexec(?:\\.exe)?\\s{1,3}(?:/\\w{1,6}\\s{1,3}){0,3}/q\\w{0,2}\\s{1,3}(?:/\\w{1,6}\\s{1,3}){0,2}[\"'`]?https?:",
  "\\bcertutil(?:\\.exe)?\\s[^\\n|]{0,40}[-/]urlcache[^\\n|]{0,40}https?:",
  "\\b(?:wscript|cscript)(?:\\.exe)?\\s{1,3}[^\\n|]{0,20}https?:",
);
