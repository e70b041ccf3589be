import { inPieces } from "../patterns/pattern.ts";
import {
  SOURCE_FILES,
  SOURCE_LABELS,
  SOURCE_PROGRAMS,
  type SourceLanguage,
  UNREAD_SOURCE,
} from "./source-languages.ts";

export type CodeLanguage =
  | "python"
  | "javascript"
  | "typescript"
  | "tsx"
  | "bash"
  | "powershell"
  | "batch"
  | "applescript"
  | "ruby"
  | "perl"
  | "php"
  | SourceLanguage
  /** A program that no reader knows. */
  | "unknown";

/** A piece of code, wherever it stands. */
export interface CodeUnit {
  path: string;
  language: CodeLanguage;
  text: string;
  /** The 1-based line of `path` at which it begins. */
  firstLine: number;
  from: "file" | "fence" | "cell" | "heredoc" | "string" | "decoded";
  /** Neither its name nor its first line says the language: it looks like it. */
  isGuessed?: true;
  /** What runs it without anybody asking for it by name: `npm postinstall`, `opening the folder`. */
  trigger?: string;
  /** Stands for what a file holds beyond what is looked through for commands; its text is empty. */
  isBeyond?: true;
}

const EXTENSIONS: [RegExp, CodeLanguage][] = [
  [/\.pyi?w?$/i, "python"],
  [/\.(?:[mc]?js|jsx|jse|user\.js)$/i, "javascript"],
  [/\.[mc]?ts$/i, "typescript"],
  [/\.tsx$/i, "tsx"],
  [
    inPieces(
      "i",
      String.raw`\.(?:sh|bash|zsh|ksh|command|profile|bashrc|zshrc)$|(?:^|\/)\.(?:bashrc|zshrc|zshenv|profile|bash_profile|bash_login|`,
      String.raw`bash_aliases|zprofile|envrc)$|(?:^|\/)\.husky\/(?!_\/)[^/.]{1,60}$|(?:^|\/)(?:\.git|\.githooks|`,
      String.raw`git-hooks)\/(?:hooks\/)?(?:pre|post|commit|prepare|applypatch|update|fsmonitor)[a-z-]{0,40}$`,
    ),
    "bash",
  ],
  [/\.ps[md]?1$/i, "powershell"],
  [/\.(?:bat|cmd)$/i, "batch"],
  [/\.(?:applescript|scpt)$/i, "applescript"],
  [/\.(?:rb|rake|gemspec|podspec|ru)$|(?:^|\/)(?:Rake|Gem|Pod|Guard|Cap|Vagrant|Brew|Fast|Danger|Berks)file$/i, "ruby"],
  [/\.(?:p[lm]|psgi)$|(?:^|\/)cpanfile$/i, "perl"],
  [/\.(?:php\d?|phtml)$/i, "php"],
];
const PROGRAMS: [RegExp, CodeLanguage][] = [
  [/python|\buv\b|pypy/, "python"],
  [/\btsx\b|ts-node|deno/, "typescript"],
  [/node|\bbun\b|\bzx\b/, "javascript"],
  [/pwsh|powershell/, "powershell"],
  [/osascript/, "applescript"],
  [/ruby/, "ruby"],
  [/perl/, "perl"],
  [/php/, "php"],
];
const SHELL: [RegExp, CodeLanguage] = [/sh\b|\bopenrc-run\b|\bbats\b|\bbusybox\b|\bnix-shell\b/, "bash"];
/** Programs that compute or draw, and start nothing. */
const HARMLESS = /^(?:jq|gnuplot|dot|cat|true|false|bc|head|tail)\b/;

/** The language of a whole file by its name or its first line; null when neither tells. */
export function languageOfFile(path: string, text: string): CodeLanguage | null {
  const named = EXTENSIONS.find(([pattern]) => pattern.test(path))?.[1];
  if (named !== undefined) return named;
  const other = SOURCE_FILES.find(([pattern]) => pattern.test(path))?.[1];
  const shebang = shebangOf(text);
  if (shebang === null) return other ?? (UNREAD_SOURCE.test(path) ? "unknown" : null);
  // The folder says nothing of the program.
  const program = shebang.replace(/^#!\s{0,8}(?:\S{0,100}\/)?(?:env\s{1,4}(?:-\S{1,20}\s{1,4}){0,3})?/, "");
  if (HARMLESS.test(program)) return other ?? null;
  return [...PROGRAMS, ...SOURCE_PROGRAMS, SHELL].find(([pattern]) => pattern.test(program))?.[1] ?? other ?? "unknown";
}

/** The line that names a script's interpreter, behind a byte order mark too. */
export function shebangOf(text: string): string | null {
  return /^\uFEFF?\s{0,4}(#!\s{0,8}\/[^\n]{1,200})/.exec(text)?.[1] ?? null;
}

const FENCES: Record<string, CodeLanguage> = {
  py: "python",
  python: "python",
  python3: "python",
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  node: "javascript",
  ts: "typescript",
  typescript: "typescript",
  tsx: "tsx",
  sh: "bash",
  bash: "bash",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  terminal: "bash",
  "shell-session": "bash",
  shellscript: "bash",
  shellsession: "bash",
  ksh: "bash",
  command: "bash",
  commandline: "bash",
  cli: "bash",
  unix: "bash",
  linux: "bash",
  macos: "bash",
  ps1: "powershell",
  powershell: "powershell",
  pwsh: "powershell",
  bat: "batch",
  cmd: "batch",
  applescript: "applescript",
  osascript: "applescript",
  ruby: "ruby",
  rb: "ruby",
  pl: "perl",
  perl: "perl",
  batch: "batch",
  dosbatch: "batch",
  ipython: "python",
  pycon: "python",
  mts: "typescript",
  cts: "typescript",
  php: "php",
};

/** The first word of a fence's info string, lower case; empty for none. */
export function labelOfFence(info: string): string {
  return /^[{.\s]{0,8}([A-Za-z0-9+#_-]{1,40})/.exec(info)?.[1]?.toLowerCase() ?? "";
}

/** The language that a fence's label names; `unknown` for none or another. */
export function languageOfLabel(label: string): CodeLanguage {
  return (Object.hasOwn(FENCES, label) ? FENCES[label] : SOURCE_LABELS.get(label)) ?? "unknown";
}
