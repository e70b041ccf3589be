import { inPieces } from "../patterns/pattern.ts";
/** Languages that are looked at as text (`code-analysis/src/unread/`), with what its files, its interpreters and its fences are called. */
const ROWS = [
  ["vbscript", /\.(?:vbs|vbe|vba|bas|cls|frm)$/i, null, "vbs vbscript vba vb6"],
  ["jscript", /\.(?:jse)$/i, null, "jscript"],
  ["lua", /\.(?:lua|luau|rockspec|nse|p8)$/i, /\b(?:lua(?:jit)?|luau|texlua|th)[\d.]{0,5}\b/, "lua luau"],
  ["r", /\.(?:r|rprofile|rscript)$/i, /\b(?:Rscript|littler)\b/, "r rscript"],
  ["go", /\.go$/i, /\bgo(?:run|sh)?\b(?=\s{1,4}run|\s{0,4}$)|\byaegi\b/, "go golang"],
  ["rust", /\.rs$/i, /\b(?:rust-script|cargo|run-cargo-script|rustx)\b/, "rust rs"],
  ["java", /\.(?:java|jsh|jav)$/i, /\b(?:java|jbang|jshell)\b/, "java"],
  ["kotlin", /\.kts?$/i, /\b(?:kotlinc?|kscript)\b/, "kotlin kt kts"],
  ["scala", /\.(?:scala|sc|sbt)$/i, /\b(?:scala|scala-cli|amm)\b/, "scala"],
  ["groovy", /\.(?:groovy|gradle|gvy|gsh)$|(?:^|\/)Jenkinsfile[^/]{0,40}$/i, /\bgroovy\b/, "groovy gradle jenkinsfile"],
  ["csharp", /\.(?:cs|csx|cshtml)$/i, /\bdotnet(?:-script)?\b|\bcsi\b|\bcsharp\b/, "csharp cs c#"],
  ["fsharp", /\.fs[xi]?$/i, /\b(?:fsi|fsharpi)\b/, "fsharp fs fsx"],
  ["vbnet", /\.vb$/i, null, "vb vbnet visualbasic"],
  ["swift", /\.swift$/i, /\bswift(?:-sh)?\b/, "swift"],
  ["objective-c", /\.mm?$/i, null, "objc objective-c objectivec"],
  ["c", /\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|ino|cu|ipp|inl)$/i, /\b(?:tcc|cling)\b/, "c cpp c++ cxx arduino"],
  ["dart", /\.dart$/i, /\bdart\b/, "dart"],
  ["elixir", /\.(?:exs?|heex)$/i, /\b(?:elixir|iex)\b/, "elixir ex exs"],
  ["erlang", /\.(?:erl|hrl|escript)$/i, /\b(?:escript|erl)\b/, "erlang erl"],
  ["julia", /\.jl$/i, /\bjulia\b/, "julia jl"],
  ["nim", /\.nim(?:s|ble)?$/i, /\bnim\b/, "nim"],
  ["zig", /\.zig$/i, /\bzig\b/, "zig"],
  ["haskell", /\.l?hs$|(?:^|\/)\.ghci$/i, /\b(?:runghc|runhaskell|stack|ghc)\b/, "haskell hs"],
  ["clojure", /\.(?:clj[cs]?|bb|edn\.clj)$/i, /\b(?:bb|clojure|clj|lumo|planck)\b/, "clojure clj cljs"],
  [
    "lisp",
    /\.(?:el|lisp|lsp|cl|scm|ss|rkt|fnl|hy|asd|guile)$|(?:^|\/)\.(?:emacs|guile|sbclrc)$/i,
    /\b(?:guile|sbcl|racket|emacs|clisp|ecl|csi|chicken|gosh|scheme|ros|hy|fennel)\b/,
    "lisp elisp emacs-lisp scheme racket common-lisp commonlisp fennel",
  ],
  ["ocaml", /\.(?:ml|mli|re)$/i, /\b(?:ocaml|ocamlrun|utop)\b/, "ocaml ml reason"],
  ["crystal", /\.cr$/i, /\bcrystal\b/, "crystal cr"],
  ["v", /\.(?:v|vsh)$/i, /\bv\b(?=\s{1,4}run|\s{0,4}$|\s{1,4}-raw)/, "v vlang"],
  ["d", /\.d$/i, /\b(?:rdmd|dub|ldc2|dmd)\b/, "d dlang"],
  ["tcl", /\.(?:tcl|tk|exp|itcl)$/i, /\b(?:tclsh|wish|expect|jimsh)[\d.]{0,5}\b/, "tcl expect"],
  ["awk", /\.(?:g?awk)$/i, /\b[gmn]?awk\b/, "awk gawk"],
  ["nushell", /\.nu$/i, /\bnu\b/, "nu nushell"],
  ["fish", /\.fish$/i, /\bfish\b/, "fish"],
  ["autohotkey", /\.ah[k12]$/i, null, "autohotkey ahk"],
  ["autoit", /\.au3$/i, null, "autoit au3"],
  ["vim", /\.(?:vim|vimrc|nvim)$|(?:^|\/)[._]?g?vimrc$/i, /\bn?vim\b/, "vim viml vimscript"],
  ["sql", /\.(?:sql|psql|pgsql|tsql|plsql)$/i, null, "sql tsql plsql postgresql"],
] as const satisfies readonly (readonly [string, RegExp, RegExp | null, string])[];

export type SourceLanguage = (typeof ROWS)[number][0];

export const SOURCE_LANGUAGES: readonly SourceLanguage[] = ROWS.map(([language]) => language);

export const SOURCE_FILES: readonly [RegExp, SourceLanguage][] = ROWS.map(([language, files]) => [files, language]);

export const SOURCE_PROGRAMS: readonly [RegExp, SourceLanguage][] = ROWS.flatMap(([language, , programs]) =>
  programs === null ? [] : [[programs, language] as [RegExp, SourceLanguage]],
);

export const SOURCE_LABELS: ReadonlyMap<string, SourceLanguage> = new Map(
  ROWS.flatMap(([language, , , labels]) => labels.split(" ").map((label) => [label, language] as const)),
);

/** Programs in languages without a name of their own here, as their files are called. Data, markup, templates and schemas are none. */
export const UNREAD_SOURCE = inPieces(
  "i",
  String.raw`\.(?:f|for|f77|f90|f95|f03|f08|cob|cbl|cpy|ad[abs]|pas|dpr|lpr|asm|nasm|s|prolog|apl|dyalog|bqn|ijs|fth|4th|forth|rexx?|sas|`,
  String.raw`abap|rpgle|bal|raku|rakumod|p6|pm6|odin|jai|hx|gd|moon|coffee|litcoffee|iced|purs|idr|lean|agda|pony|chpl|pike|wren|nqp)$`,
);
