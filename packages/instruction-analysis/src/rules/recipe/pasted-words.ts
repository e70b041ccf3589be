import { inAddresses, oneOf, words } from "@gaia/reading";
import { TERMINAL } from "../../lexicon/actions.ts";
import { TRANSLATED } from "../../lexicon/translated.ts";

const SHELL =
  "(?:terminal|console|konsole|command (?:prompt|line)|prompt|shell|powershell|cmd|run (?:dialog|box|window))";

/** Somebody's hands put a text into a shell. */
export const PUT_IN_SHELL = words(
  `(?:past(?:e|es|ed|ing)|insert(?:s|ed|ing)?|drop(?:s|ped)?|enter(?:s|ed|ing)?|typ(?:e|es|ed|ing)|put|` +
    `key(?:ed)? in|transfer(?:red)?|carr(?:y|ied)|mov(?:e|ed)|cop(?:y|ies|ied|ying)|belongs?|goes|runs?|` +
    `execut(?:e|es|ed)|use)(?: \\S{1,20}){0,8} (?:in|into|to|at|inside|on)(?: \\S{1,14}){0,3} ${SHELL}`,
  `(?:open|launch|start|bring up|guide (?:them|the \\w{3,12}) to|go to|switch to)(?: \\S{1,14}){0,3} ${SHELL}`,
  "follow(?:s|ing)?(?: \\S{1,14}){0,3} (?:terminal|console|shell|powershell) (?:instructions?|steps|commands?)",
  "(?:öffne|starte)\\w{0,2}(?: \\S{1,14}){0,3} (?:konsole|terminal|eingabeaufforderung|powershell)",
  "(?:füge|kopier\\w{0,2}|gib|tippe|coll(?:e|er|ez)|tape[rz]?|peg[aue]\\w{0,3}|escrib[ae]\\w{0,2}|" +
    "introdu[cz]\\w{1,4}|cole|colar|incolla\\w{0,2})(?: \\S{1,20}){0,9} (?:terminal|konsole|" +
    "eingabeaufforderung|consola|console|terminale|powershell|shell|invite de commandes?|línea de comandos)",
  "粘贴到终端|ターミナルに(?:貼り付け|入力)|вставь\\S{0,3} (?:\\S{1,20} ){0,6}терминал\\S{0,2}",
);

/** A text that is a command. */
export const A_COMMAND = words(
  "(?:\\w{3,12} )?(?:commands?|one-?liners?|lines?|snippets?|code|scripts?|text|string|clipboard)",
  "what(?:ever)? (?:is|it|you|the \\w{3,10})(?: \\w{2,10}){0,3} (?:shown|shows|displayed|displays|there|" +
    "gives?|sees?|says?)",
  "(?:terminal|console|shell) (?:instructions?|steps)|was (?:auf|dort|da|die)|lo que|ce qu[ei]",
  "what (?:is|it) (?:shown|shows|displayed|displays|says)|(?:its|the) contents?|ligne|befehl\\w{0,2}|zeile",
  "code|commande|comando|orden|línea|copy button|命令|コマンド|команд\\S{1,2}",
);

/** An address as the place where a text is taken from. */
export const TAKEN_FROM = inAddresses(
  oneOf(
    "\\b(?:from|on|at|visit|open|behind|via|under|see|over to|(?:send|point|direct|take|" +
      "lead)(?: \\S{1,12}){1,3} to|go to|browse to|head to|look at|load|von|auf|unter|bei|öffne|besuche|sur|" +
      'par|depuis|visite[rz]?|ouvre[rz]?|en|de|desde|visita|abre|em|da|su)\\s{1,3}[<(`*"]{0,3}(?:h(?:tt|' +
      "xx)ps?://|\\d{1,3}\\.\\d{1,3}\\.|[a-z0-9-]{2,40}\\.(?:example|test|invalid|com|net|org|io|dev|app|site|" +
      "xyz|top|info)\\b)",
    "\\b(?:page|site|website|link|address|portal|seite|página|pagina|guide|host)\\s{0,3}[(<:]{1,2}\\s{0,2}[<`*]{0,2}h(?:tt|xx)ps?://",
  ),
);

export const RUN_BOX = words(
  "win(?:dows)?(?: key)? ?\\+ ?r|windows?-r|win(?:dows)? key(?: \\w{2,6}){0,3} r",
  "(?:run|execute) (?:dialog|box|window|prompt)|ausführen-dialog|cmd ?\\+ ?space|command ?\\+ ?space",
  "spotlight",
);

export const FROM_CLIPBOARD = words(
  "(?:ctrl|control|cmd|command|strg) (?:and|plus|und) v|ctrl ?[+-] ?v|strg ?[+-] ?v|control ?[+-] ?v",
  "cmd ?[+-] ?v|command ?[+-] ?v|clipboard|zwischenablage|presse-papiers?|portapapeles|剪贴板",
);

export const CONFIRM = words(
  "enter|return|ok|confirm(?:s|ed)?|intro|entrée|eingabetaste|eingabe|bestätig\\w{0,3}|valide[rz]?|acept[ae]\\w{0,2}|回车",
);

/** The password of the machine is to be typed for it. */
export const TYPES_PASSWORD = words(
  "(?:type|enter|give|supply|provide|input|confirm with)(?: in)? (?:your|the|their|his|" +
    "her)(?: \\w{3,14}){0,2} password",
  "(?:gib|bestätige)(?: \\S{1,14}){0,4} (?:passwort|kennwort)",
  "(?:saisi\\w{1,4}|entr\\w{1,3}|tap\\w{1,3}) (?:votre|ton|le) mot de passe",
  "(?:escrib|introduc|ingres)\\w{1,3} (?:tu|su|la) contraseña",
);

export const SHELL_PLACE = oneOf(TERMINAL.source, words(TRANSLATED.terminal).source);

/** Somebody else's page fills the clipboard, or says what goes into the terminal. */
export const CLIPBOARD_KEYS = words(
  "(?:windows|win|⊞)(?: key)?(?: with| \\+|\\+| and tap)? ?r\\b[^.\\n]{0,40}(?:ctrl|strg|control) ?\\+ ?v",
  "hold the windows key(?: \\w{2,6}){0,3} r,? (?:then |press )?(?:ctrl|strg) ?\\+ ?v",
  "(?:click|press|hit|tap) (?:\\*\\*)?copy(?: \\w{3,14}){0,2}(?:\\*\\*)?[,. " +
    "]{1,3}(?:\\S{1,30}\\s{1,3}){0,24}(?:paste|drop)(?: \\S{2,12}){0,6}(?: (?:into|" +
    "in))?(?: \\S{2,8}){0,2} ?(?:terminal|shell|console|command)",
);
