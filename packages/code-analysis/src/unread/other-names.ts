import { type CodeLanguage, inPieces } from "@gaia/reading";

type Kind = "starts" | "fetches" | "evaluates";

const NATIVE = "go rust zig d v c objective-c swift";
const VIRTUAL = "java kotlin scala groovy csharp fsharp vbnet dart";
/** The C functions that start a program, or find a function by its name. */
const C_CALLS = "(?:system|popen|exec[lv]p?e?|posix_spawnp?|dlopen|dlsym)";

/** Modules under another name, functions that are handed on: asked only where the usual names (`program-families.ts`) say nothing. */
const OTHER_NAMES: readonly [languages: string, kind: Kind, names: RegExp][] = [
  [
    NATIVE,
    "starts",
    inPieces(
      "m",
      String.raw`"(?:os\/exec|golang\.org\/x\/sys\/\w{2,20})"|\b(?:import|extern)\s{1,4}"C"|^\s{0,8}(?:import\s{1,4})?(?!import\b|`,
      String.raw`case\b|return\b)[\w.]{1,40}\s{1,4}"(?:os|syscall)"|\bprocess\s{0,4}::\s{0,4}(?:\*|Command\b|\{[^}]{0,200}\bCommand\b)|`,
      String.raw`\bCommand\s{0,4}(?:>?\s{0,4}::\s{0,4}new|as\s)|\bprocess\s{1,4}as\s|\b${C_CALLS}(?:\s|\/\*[^*\n]{0,80}\*\/){0,9}\(|`,
      String.raw`[=(,{?:]\s{0,4}&?${C_CALLS}\s{0,4}[;,)}:]|#\s?define\s{1,4}\w{1,60}\s{1,8}${C_CALLS}\b|\bProcess\s{0,4}(?:\(\s{0,2}\)|`,
      String.raw`\.\s{0,4}init\b)|=\s{0,4}Process\b|\bstd\.process\s{0,2};|"std"\)\s{0,2}\.\s{0,2}process\b|\bimport\s{1,4}os\s{0,2}\{|`,
      String.raw`\bimport\s{1,4}(?:\w{1,40}\s{0,2}=\s{0,2})?std\.process\b`,
    ),
  ],
  [
    NATIVE,
    "fetches",
    /"net\/(?:http|rpc|smtp|textproto)"|"crypto\/tls"|\bimport\s{1,4}[\w.]{1,40}\s{1,4}"net"|\bstd::net\s{1,4}as\s/,
  ],
  [
    NATIVE,
    "evaluates",
    /\bNS(?:Class|Selector)FromString\b|\bperformSelector\b|\bobjc_msgSend|#\s?define[^\n]{0,200}##|@field\([^\n]{0,80}\+\+/,
  ],
  [
    VIRTUAL,
    "starts",
    /\bgetRuntime\b|\bDiagnostics\s{0,2}\.\s{0,2}Process\b|(?:=|\bas)\s{0,4}Process\s{0,4}(?:;|$)|\bsys\.(?:\{[^}\n]{0,80})?\bprocess\b/m,
  ],
  [
    VIRTUAL,
    "evaluates",
    inPieces(
      "",
      String.raw`\bforName\b|\bget(?:Declared)?Methods?\s{0,2}\(|\bMethodHandles?\b|\.java\.(?:methods|declaredMethods)\b|`,
      String.raw`\\u{1,8}00(?:4[1-9a-fA-F]|5[0-9aA]|6[1-9a-fA-F]|7[0-9aA])|["']\s{0,2}\.\s{0,2}["'][^"'\n]{0,80}\$`,
    ),
  ],
  [
    "lua",
    "starts",
    /[=(,{]\s{0,4}(?:os|io|_G|_ENV)\s{0,4}(?:[;,)}]|$)|\brequire\s{0,2}\(?\s{0,2}["'](?:os|io)["']|\bgetfenv\s{0,2}\(/m,
  ],
  [
    "r julia nim",
    "starts",
    inPieces(
      "m",
      String.raw`\bget0?\s{0,2}\(\s{0,2}["']system|\bmatch\.fun\s{0,2}\(|\x60system2?\x60|(?:<-|=|\(|,)\s{0,4}(?:base::)?system2?\s{0,4}`,
      String.raw`(?:[,);]|$)|\bosproc\b|\bimportc\b|\bdynlib\b|\bexecShellCmd\b`,
    ),
  ],
  [
    "elixir erlang crystal",
    "starts",
    inPieces(
      "m",
      String.raw`\b(?:alias|import)\s{1,4}(?:System|Port)\b|\bapply\s?\(\s{0,2}(?:System|:?os|Port|Code|:?erlang)\b|\bos\s{0,4},\s{0,4}`,
      String.raw`cmd\b|\b[A-Z]\w{0,40}:[A-Z]\w{0,40}\s{0,2}\(|^\s{0,40}system\s{1,4}["(]|(?:^|[\s(=,])\x60[^\x60\n]{2,300}\x60`,
    ),
  ],
  [
    "lisp clojure",
    "evaluates",
    /\b(?:find-symbol|symbol-function|requiring-resolve|ns-resolve)(?![\w-])|\((?:intern|resolve)\s/,
  ],
  ["ocaml", "starts", /\b(?:open!?|include)\s{1,4}(?:Sys|Unix)\b|=\s{0,4}(?:Sys|Unix)\s{0,4}$|\b(?:Sys|Unix)\.\(/m],
  [
    "tcl awk vim",
    "evaluates",
    /(?:^|;)[ \t]{0,40}\[\s{0,4}[a-z]|@\w{1,40}\s?\(|\bcall\s?\(|\bfunction\s?\(\s{0,2}["']\w{0,40}["']\s{0,2}\./m,
  ],
];

/** What says in a program of this language that it does so, where the usual names do not. */
export const byOtherName = (kind: Kind, language: CodeLanguage): RegExp | undefined =>
  OTHER_NAMES.find(([languages, of]) => of === kind && languages.split(" ").includes(language))?.[2];

export const OTHER_NAME_PATTERNS = OTHER_NAMES.map(([languages, , names]) => `${languages} ${String(names)}`);
