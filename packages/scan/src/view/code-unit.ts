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
  | "unknown";

/** A piece of code, wherever it stands. */
export interface CodeUnit {
  path: string;
  language: CodeLanguage;
  text: string;
  /** The 1-based line of `path` at which it begins. */
  firstLine: number;
  from: "file" | "fence" | "cell" | "heredoc" | "string" | "decoded";
}

const EXTENSIONS: [RegExp, CodeLanguage][] = [
  [/\.pyi?w?$/i, "python"],
  [/\.(?:m|c)?js$|\.jsx$/i, "javascript"],
  [/\.(?:m|c)?ts$/i, "typescript"],
  [/\.tsx$/i, "tsx"],
  [
    /\.(?:sh|bash|zsh|ksh|command|profile|bashrc|zshrc)$|(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|envrc)$/i,
    "bash",
  ],
  [/\.ps[md]?1$/i, "powershell"],
  [/\.(?:bat|cmd)$/i, "batch"],
  [/\.(?:applescript|scpt)$/i, "applescript"],
  [/\.rb$/i, "ruby"],
  [/\.p[lm]$/i, "perl"],
  [/\.php$/i, "php"],
];
const PROGRAMS: [RegExp, CodeLanguage][] = [
  [/python|uv\b/, "python"],
  [/node|deno|bun\b/, "javascript"],
  [/pwsh|powershell/, "powershell"],
  [/osascript/, "applescript"],
  [/ruby/, "ruby"],
  [/perl/, "perl"],
  [/php/, "php"],
  [/sh\b/, "bash"],
];

/** The language of a whole file by its name or its first line; null when it is no code. */
export function languageOfFile(path: string, text: string): CodeLanguage | null {
  const named = EXTENSIONS.find(([pattern]) => pattern.test(path))?.[1];
  if (named !== undefined) return named;
  const shebang = /^#![^\n]{1,200}/.exec(text)?.[0];
  if (shebang === undefined) return null;
  return PROGRAMS.find(([pattern]) => pattern.test(shebang))?.[1] ?? "unknown";
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
  ps1: "powershell",
  powershell: "powershell",
  pwsh: "powershell",
  bat: "batch",
  cmd: "batch",
  applescript: "applescript",
  osascript: "applescript",
  ruby: "ruby",
  rb: "ruby",
  perl: "perl",
  php: "php",
};

/** The language that a fence's info string names; `unknown` for none or another. */
export function languageOfFence(info: string): CodeLanguage {
  const name = /^[{.\s]*([A-Za-z0-9+#_-]+)/.exec(info)?.[1]?.toLowerCase() ?? "";
  return FENCES[name] ?? "unknown";
}
