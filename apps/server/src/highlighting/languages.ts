/** The languages that skills are written in: the grammar, the endings of its files, and how else a fence names it. */
const LANGUAGES = {
  python: { endings: ["py", "pyi"], names: ["python3"] },
  javascript: { endings: ["js", "mjs", "cjs"], names: ["node"] },
  typescript: { endings: ["ts", "mts", "cts"], names: [] },
  tsx: { endings: ["tsx"], names: [] },
  jsx: { endings: ["jsx"], names: [] },
  json: { endings: ["json"], names: [] },
  jsonc: { endings: ["jsonc"], names: ["json5"] },
  yaml: { endings: ["yaml", "yml"], names: [] },
  toml: { endings: ["toml"], names: [] },
  markdown: { endings: ["md", "mdc", "markdown"], names: [] },
  shellscript: { endings: ["sh", "bash", "zsh"], names: ["shell"] },
  shellsession: { endings: [], names: ["console", "shell-session"] },
  powershell: { endings: ["ps1", "psm1"], names: ["pwsh"] },
  html: { endings: ["html", "htm"], names: [] },
  css: { endings: ["css"], names: [] },
  sql: { endings: ["sql"], names: [] },
  go: { endings: ["go"], names: ["golang"] },
  rust: { endings: ["rs"], names: [] },
} as const;

export type Language = keyof typeof LANGUAGES;

const BY_NAME = new Map<string, Language>();
for (const [language, { endings, names }] of Object.entries(LANGUAGES) as [Language, (typeof LANGUAGES)[Language]][])
  for (const name of [language, ...endings, ...names]) BY_NAME.set(name, language);

/** Of `src/Main.PY` as of the fence ` ```Python title="x" `: the first word counts, or what follows its last dot. Null: shown plain. */
export function findLanguage(named: string): Language | null {
  const word = /^[^\s{]*/.exec(named.trim())?.[0] ?? "";
  return BY_NAME.get(word.slice(word.lastIndexOf(".") + 1).toLowerCase()) ?? null;
}
