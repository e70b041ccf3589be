import type { CodeLanguage } from "@gaia/reading";

/** How a family of languages writes comments, texts and statements. */
export interface Syntax {
  /** What begins a comment that ends with its line. */
  comments: readonly string[];
  /** The same, at the beginning of a line or behind a blank only. */
  spaced?: readonly string[];
  blocks: readonly (readonly [string, string])[];
  /** Openings of texts, longest first, each with what closes it and how a quote inside is written. */
  quotes: readonly (readonly [open: string, close: string, inside: "escaped" | "doubled" | "raw"])[];
  /** Braces hold statements. */
  braces: boolean;
  /** Every line is a statement, brackets or none. */
  lines?: boolean;
}

const DOUBLE = ['"', '"', "escaped"] as const;
const SINGLE = ["'", "'", "escaped"] as const;
const LONG = ['"""', '"""', "escaped"] as const;
const TICK = ["`", "`", "raw"] as const;
const C: Syntax = { comments: ["//"], blocks: [["/*", "*/"]], quotes: [LONG, DOUBLE], braces: true };
const HASH: Syntax = { comments: ["#"], blocks: [], quotes: [LONG, DOUBLE, SINGLE], braces: false };
const BASIC: Syntax = { comments: ["'"], blocks: [], quotes: [['"', '"', "doubled"]], braces: false };
const LISP: Syntax = { comments: [";"], blocks: [["#|", "|#"]], quotes: [DOUBLE], braces: false, lines: true };
const ML: Syntax = { comments: [], blocks: [["(*", "*)"]], quotes: [["{|", "|}", "raw"], LONG, DOUBLE], braces: false };

const SYNTAXES: Partial<Record<CodeLanguage, Syntax>> = {
  vbscript: BASIC,
  vbnet: BASIC,
  jscript: { ...C, quotes: [DOUBLE, SINGLE, TICK] },
  lua: {
    comments: ["--"],
    blocks: [
      ["--[[", "]]"],
      ["--[=[", "]=]"],
    ],
    quotes: [["[[", "]]", "raw"], ["[=[", "]=]", "raw"], DOUBLE, SINGLE],
    braces: false,
  },
  r: { ...HASH, quotes: [['r"(', ')"', "raw"], DOUBLE, SINGLE], braces: true },
  go: { ...C, quotes: [DOUBLE, TICK] },
  rust: { ...C, quotes: [['r##"', '"##', "raw"], ['r#"', '"#', "raw"], ['r"', '"', "raw"], DOUBLE] },
  csharp: { ...C, quotes: [['$@"', '"', "doubled"], ['@$"', '"', "doubled"], ['@"', '"', "doubled"], LONG, DOUBLE] },
  fsharp: { ...ML, comments: ["//"], quotes: [['@"', '"', "doubled"], LONG, DOUBLE] },
  groovy: { ...C, quotes: [LONG, ["'''", "'''", "escaped"], DOUBLE, SINGLE] },
  dart: { ...C, quotes: [LONG, ["'''", "'''", "escaped"], DOUBLE, SINGLE] },
  "objective-c": { ...C, quotes: [['@"', '"', "escaped"], DOUBLE] },
  c: { ...C, quotes: [['R"(', ')"', "raw"], DOUBLE] },
  d: { ...C, quotes: [['r"', '"', "raw"], DOUBLE, TICK] },
  v: { ...C, quotes: [DOUBLE, SINGLE] },
  zig: { ...C, blocks: [] },
  elixir: { ...HASH, quotes: [LONG, ["~s(", ")", "raw"], ["~S(", ")", "raw"], DOUBLE, SINGLE] },
  erlang: { ...HASH, comments: ["%"], quotes: [DOUBLE] },
  julia: { ...HASH, blocks: [["#=", "=#"]], quotes: [LONG, DOUBLE, TICK] },
  nim: { ...HASH, blocks: [["#[", "]#"]], quotes: [LONG, DOUBLE] },
  crystal: { ...HASH, quotes: [DOUBLE, TICK] },
  haskell: { comments: ["--"], blocks: [["{-", "-}"]], quotes: [DOUBLE], braces: false },
  clojure: { ...LISP, blocks: [], lines: true },
  lisp: LISP,
  ocaml: ML,
  tcl: { comments: [], spaced: ["#"], blocks: [], quotes: [DOUBLE], braces: true },
  awk: { ...C, comments: ["#"], blocks: [], quotes: [DOUBLE] },
  autohotkey: {
    comments: [],
    spaced: [";"],
    blocks: [["/*", "*/"]],
    quotes: [['"', '"', "doubled"], SINGLE],
    braces: true,
  },
  autoit: {
    comments: [";"],
    blocks: [["#cs", "#ce"]],
    quotes: [
      ['"', '"', "doubled"],
      ["'", "'", "doubled"],
    ],
    braces: false,
  },
  vim: { comments: [], blocks: [], quotes: [DOUBLE, ["'", "'", "doubled"]], braces: false },
  sql: { comments: ["--"], blocks: [["/*", "*/"]], quotes: [["'", "'", "doubled"]], braces: false },
};

export const syntaxOf = (language: CodeLanguage): Syntax => SYNTAXES[language] ?? C;
