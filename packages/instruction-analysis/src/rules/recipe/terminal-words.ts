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

/** Ways to write a sentence that nobody reads. */
export const DISGUISE = words(
  "base-?(?:16|32|58|62|64|85|91)|ascii85|z85|uuencod\\w{2,3}|rot-?(?:13|47)|caesar(?: cipher)?|xor(?:ed|red|'d)?|vigen[eè]re|morse",
  "(?:every|each) (?:second|third|other|2nd|3rd|nth) (?:letter|character|word|byte)",
  "(?:first|last|initial) (?:letters?|words?) of (?:each|every)",
  "(?:letters?|characters?|text|string|line|words?) (?:backwards?|in reverse|reversed)|acrostic|interleaved|interlaced",
  "(?:concatenat|join|glu)(?:e|ing|ed)? (?:the )?(?:parts?|pieces?|fragments?|variables?|strings?|values?|[A-Z]\\b)",
  "gzip(?:ped)?|zlib|compressed",
);

export const UNDONE = words(
  "decod(?:e|ed|es|ing)|decrypt(?:ed|ing)?|deciphers?|unscramble|undo|revers(?:e|ed|ing)|read(?: out)?",
  "take|join(?:ed)?|concatenate|assemble|inflate",
  "decompress|combine|put together|xor|turn (?:it|them) back|comes? out|spells?",
);

/** Not "run it" alone: a person decodes and runs data every day. */
export const FOLLOW_IT = words(
  "(?:follow|obey|carry out|act on|comply with|do|perform|" +
    "adopt)(?: \\w{2,8}){0,2} (?:what(?:ever)? (?:it|they|comes?|that) ?(?:says?|say|out|orders?)?|" +
    "the (?:sentence|result|text|output|orders?|instructions?|message|joined|decoded|hidden)(?: \\w{3,10})?",
  "its (?:orders?|instructions?|content))",
  "as (?:your |its |the |new |an? )?(?:instructions?|orders?|system prompt|prompt|task)",
);
