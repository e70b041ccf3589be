import { words } from "@gaia/reading";
import { TRANSLATED } from "../../lexicon/translated.ts";

export const DECODE = words(
  "decode|decoding|un-?encode|decrypt|deobfuscate|unscramble|rot13|base64 -d|base64 --decode|b64decode|atob",
  "reverse (?:the|this)|hex-decode",
);

export const ENCODED = words(
  "base64|base-64|hex(?:adecimal)?|rot13|encoded|obfuscated",
  "the (?:string|blob|payload|text|block|value|line) (?:below|above)",
  "following (?:string|blob|payload|text|block|value|line)|this (?:string|blob|payload|block|value)",
  "(?:decode|unscramble|decrypt) (?:this|it|that|the following|what follows)",
);

export const SHOWN_THERE = words(
  "(?:command|line|code|snippet|script|text|one-liner)s?(?: \\S{1,40}){0,4} (?:shows?|shown|displays?|" +
    "displayed|gives?|given|presents?|lists?|listed|you (?:see|find|get))",
  "(?:command|line|code|snippet|script) (?:from|on|at) (?:the|that|this)",
  "copy (?:the )?(?:command|code|line|script)",
  "(?:shows?|shown|displays?|displayed|gives?) (?:you |there |on ){0,4}(?:the |a |under )?(?:page|command|" +
    "line|code|site|website|step)?",
  "(?:befehl|zeile|code) (?:\\S{1,40} ){0,4}(?:anzeigt|angezeigt\\w{0,2}|zeigt)",
  "commande (?:affichée|indiquée|qui)",
  "(?:comando|orden|línea) (?:que|mostrad[oa]|indicad[oa]|exibid[oa]|visualizzat[oa])|显示的(?:命令|代码)|页面上的",
  "表示され|показанн\\S{1,4}|указанн\\S{1,4}",
);

export const COPY_OR_TYPE = words(TRANSLATED.paste, "copy|paste|pasting|type|enter|run|execute");

export const RUN_IT = words(
  "(?:run|execute|eval(?:uate)?|follow|obey|carry out|perform|apply|pipe|source|do|act on|comply with) " +
    "(?:it|them|this|that|the (?:result(?:ing)?|output|decoded|command|commands|instructions?|contents?|" +
    "script|steps|plaintext|text)|what|whatever|(?:its|their) (?:contents?|instructions?|output|result)|each|" +
    "as)",
  "(?:and|then)(?: to)? (?:run|execute|follow|obey|eval)|exec",
  "into (?:a |your |the )?(?:shell|bash|sh|terminal)",
  "treat (?:it|the result|the output|the decoded \\w{3,12}) as",
);

export const COPY_PASTE = words(TRANSLATED.paste, "copy|paste|copy-paste|pasting|copying");

export const HAND_TO_SHELL = words(
  "(?:pass(?:es|ing)?|hand(?:s|ing)?|feed(?:s|ing)?|pip(?:es?|ing)|giv(?:es?|ing)|send(?:s|ing)?|" +
    "stream(?:s|ing)?|forward(?:s|ing)?)(?: \\S{1,20}){1,5} (?:in)?to (?:the |a |your |its )?(?:bash|sh|zsh|" +
    "shell|interpreter|python3?|powershell|node|terminal|command line|eval|exec)",
);
