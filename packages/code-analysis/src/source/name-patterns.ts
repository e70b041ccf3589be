import { inPieces } from "@gaia/reading";

export const FUNCTION = inPieces(
  "i",
  String.raw`^(?:\(?\s{0,4}(?:(?:public|private|protected|internal|static|final|override|async|suspend|export|`,
  String.raw`pub(?:\([a-z]{1,8}\))?|inline|open|fileprivate|local|const|unsafe|extern|virtual|abstract|let\srec|let|`,
  String.raw`and|global|default|@\w{1,30})\s{1,4}){0,6})(?:func|fun|fn|function!?|def|defp|defn-?|defun|define|proc|`,
  String.raw`sub|procedure|method|defmacro)\s{1,4}\(?(?:\([^()]{0,120}\)\s{0,4}|`,
  String.raw`[A-Z]\w{0,40}\.)?([A-Za-z_][\w?!-]{0,60})(?![\w?!-]|\s{0,4}(?::\s{0,4}[\w<>[\]]{1,40}\s{0,4})?=(?!>))`,
);

/** `int take(char *path)`, `byte[] Take(string path)`. */
export const TYPED = inPieces(
  "",
  String.raw`^(?:[A-Za-z_][\w.:]{0,60}(?:<[^()=]{0,80}>)?[*&?[\]]{0,4}\s{1,4}){1,6}[*&]{0,2}([A-Za-z_]\w{0,60})`,
  String.raw`\s{0,4}\(([^()]{0,300})\)(?:\s{0,4}(?:throws|async|noexcept|const|where)\b[^;]{0,100})?$`,
);

/** `take <- function(path)`, `take = fn path ->`, `take := proc(...)`. */
export const GIVEN_FUNCTION = inPieces(
  "",
  String.raw`^(?:(?:const|let|var|val|local|auto)\s{1,4})?([A-Za-z_][\w.]{0,60})\s{0,4}(?:<-|`,
  String.raw`:?=)\s{0,4}(?:async\s)?(?:function|func|fn|proc|\\)?\s{0,4}\(([^()]{0,200})\)\s{0,4}(?:=>|`,
  String.raw`->)?\s{0,4}(?:$|[\w{])`,
);

export const KEYWORDS = inPieces(
  "i",
  String.raw`^(?:if|elif|elseif|else|elsif|unless|when|while|until|for|foreach|in|of|do|end|then|begin|switch|case|`,
  String.raw`match|return|let|var|val|const|local|mut|my|set|dim|def|func|fun|fn|function|defn|defun|define|proc|sub|`,
  String.raw`public|private|static|final|void|int|char|bool|string|byte|float|double|long|auto|new|try|catch|throw|`,
  String.raw`throws|async|await|guard|use|using|import|package|true|false|nil|null|none|not|and|or|self|this|err|`,
  String.raw`error|ok|std|os|io|fmt|http|https|json|go|defer|type|struct|class|object|void|data|unsigned|size_t|std|`,
  String.raw`vec|some|ok|unwrap|string|call|go|exec|goto|puts|print|println|printf|select)$`,
);

export const ASSIGNMENT = inPieces(
  "",
  String.raw`^((?:[^=<>!~:"(]|\([^()"=]{0,80}\)|<[^<>"=]{0,60}>|:(?!=)|\[[^\]"=]{0,60}\]){1,200}?)\s{0,4}(?:(\+|\.\.|`,
  String.raw`<>|\|\||\?\?|\||~|&)?=(?![=~>])|:=|<-(?!-))`,
);

export const BOUND = inPieces(
  "g",
  String.raw`(?:\b(?:for|foreach|each)\s{1,4}\(?(?:(?:var|let|const|auto|final|val|int|string|`,
  String.raw`[A-Z]\w{0,30})\s{1,4}){0,2}((?:[A-Za-z_]\w{0,40}\s{0,2},?\s{0,2}){1,4})(?:\bin\b|\bof\b|:|<-)|`,
  String.raw`\{\s{0,4}\(?((?:[A-Za-z_]\w{0,40}\s{0,2},?\s{0,2}){1,4})\)?\s{0,2}(?:->|\bin\b)|`,
  String.raw`[(,]\s{0,2}\(?((?:[A-Za-z_]\w{0,40}\s{0,2},?\s{0,2}){1,4})\)?\s{0,2}(?:=>|->)|`,
  String.raw`\|((?:[A-Za-z_]\w{0,40}\s{0,2},?\s{0,2}){1,4})\||`,
  String.raw`\bfunc(?:tion)?\s{0,2}\(((?:[A-Za-z_]\w{0,40}(?:\s[\w.*[\]]{1,30})?\s{0,2},?\s{0,2}){1,5})\)|`,
  String.raw`\bas\s{1,2}([A-Za-z_]\w{0,40})|\bfn\s{1,2}([a-z_]\w{0,40}))`,
);

export const LISP_BOUND = inPieces(
  "g",
  String.raw`[([]\s{0,2}(?:setq|setf|def|defvar|defparameter|defonce|define|let\*?\s{0,2}[([]{1,2}|if-let\s{0,2}\[|`,
  String.raw`when-let\s{0,2}\[)\s{0,4}([A-Za-z_*][\w*?!-]{0,60})|^[([]{1,3}([A-Za-z_*][\w*?!-]{0,60})\s{1,4}\(|`,
  String.raw`^([a-z_][\w-]{0,60})\s{1,4}\(`,
);

export const TCL_BOUND = /(?:^|[[{;]\s{0,4})(?:set|append|lappend|variable)\s{1,4}([A-Za-z_:]\w{0,60})\s/g;

export const BASIC_BOUND = /^(?:call\s|set\s|let\s)\s{0,4}([A-Za-z_]\w{0,60})\s{0,4}=/i;

export const DECLARES = /^(?:let|var|val|const|local|mut|my|auto|final|int|char|string|byte|double|bool)\b|:=/i;

/** Calls that fill their receiver or one of their arguments. */
export const FILLS = inPieces(
  "g",
  String.raw`(?:^|[\s(!])&?([A-Za-z_]\w{0,40})(?:\.\w{1,30}(?:\(\))?){0,2}[.:]?(?:\.|->|:)(?:[wW]rite|[aA]dd|`,
  String.raw`[aA]ppend|[pP]ut|[pP]ush|[sS]et|[iI]nsert|[eE]nc|[cC]opy|body|send|extend|form|json|open|Open|Load|type|`,
  String.raw`data|multipart|[sS]tream|attach|field|part|file)\w{0,20}!?\s{0,2}[("\s]|\[([a-z]\w{0,40})\s{1,2}(?:set|`,
  String.raw`add|append)\w{1,20}:|\b(?:io\.Copy|fmt\.Fprint\w{0,3}|json\.NewEncoder|strcat|strncat|strcpy|strncpy|`,
  String.raw`sn?printf|memcpy|fread|fgets|read|write!|writeln!|copyto|recv|getline|read_to_\w{2,8}|`,
  String.raw`std::getline)\s{0,2}\(\s{0,4}&?(?:mut\s)?([A-Za-z_]\w{0,40})|read_to_\w{2,8}\(&mut\s([a-z]\w{0,40})|`,
  String.raw`sink\.table\(\s{0,2}([a-z]\w{0,40})|CURLOPT_WRITEDATA\s{0,2},\s{0,2}&?([a-z]\w{0,40})`,
);

export const TYPED_PATTERN = inPieces(
  "",
  String.raw`^(?:return|new|else|throw|case|await|using|import|discard|echo|call|set|local|go|defer|print|exec|spawn|`,
  String.raw`not|assert|delete|silent|let|val|var|do|yield|try|raise|in)\b`,
);

export const ASSIGNED_IN_PATTERN = inPieces(
  "",
  String.raw`^(?:return|elif|else|switch|when)\b|`,
  String.raw`^(?:if|while)\b(?!.{0,300}\)\s{0,4}[a-z_$]\w{0,40}\s{0,4}(?:[+.]{0,2}=|<-))(?!\s{1,4}(?:let|var|const|`,
  String.raw`case)\b)`,
);

export const LEFT_PATTERN = inPieces(
  "",
  String.raw`^(?:if|guard|while)\s{1,4}(?=(?:let|var|const|case)\b)|^(?:export|defer|await)\s|`,
  String.raw`^(?:if|while)\s{0,2}\((?:[^()]|\([^()]{0,80}\)){1,200}\)\s{0,4}(?=[a-z_$])`,
);
