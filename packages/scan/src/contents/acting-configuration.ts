import type { ContentRuleId } from "./content-rules.ts";

/** Indexes and registries that are the default anyway. */
const PUBLIC_INDEX =
  /^https:\/\/(?:pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.jsr\.io)(?:\/|$)/;
const INDEX_SETTING =
  /^[ \t"']*(?:(?:extra[-_])?index[-_]url|find[-_]links|(?:@[\w.-]{1,60}:)?registry|npmRegistryServer|default-index|url)["']?[ \t]*[:=][ \t]*["']?([a-z]+:\/\/[^\s"']+)/gim;

interface ActingFile {
  path: RegExp;
  rule: ContentRuleId;
  when?: (text: string) => boolean;
}

const ACTING: readonly ActingFile[] = [
  {
    path: /(?:^|\/)\.vscode\/(?:tasks|launch)\.json$|\.code-workspace$/i,
    rule: "runs-on-open",
    when: (text) => /"runOn"\s*:\s*"folderOpen"/.test(text),
  },
  {
    path: /(?:^|\/)\.git\/(?:hooks\/[^/]+(?<!\.sample)|config)$/,
    rule: "runs-on-open",
    when: (text) => /^#!|fsmonitor|sshCommand|hooksPath|\bpager\s*=\s*!/m.test(text),
  },
  { path: /\.pth$/i, rule: "runs-on-open", when: (text) => /^\s*import\b/m.test(text) },
  { path: /(?:^|\/)(?:site|user)customize\.py$/i, rule: "runs-on-open" },
  { path: /(?:^|\/)autorun\.inf$/i, rule: "runs-on-open" },
  {
    path: /(?:^|\/)\.envrc$/,
    rule: "runs-on-open",
    when: (text) => /\b(?:curl|wget|eval|bash|sh|python3?|node|source_url)\b/.test(text),
  },
  {
    path: /(?:^|\/)(?:pip\.(?:conf|ini)|\.?npmrc|\.pypirc|\.yarnrc(?:\.yml)?|uv\.toml|\.pydistutils\.cfg|bunfig\.toml)$/i,
    rule: "other-index",
    when: hasOtherIndex,
  },
  {
    path: /\.(?:lnk|scf|url|webloc|desktop|hta|scr|pif|wsf|jse|vbe)$/i,
    rule: "shell-shortcut",
    when: (text) => !/^\[InternetShortcut\]\s*URL=https:/i.test(text),
  },
  {
    path: /(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|envrc)$|(?:^|\/)\.(?:vscode|idea|cursor|claude|gemini|codex|husky|githooks|devcontainer)\/|(?:^|\/)\.?mcp\.json$|(?:^|\/)(?:pip\.(?:conf|ini)|\.npmrc|\.pypirc)$/i,
    rule: "host-configuration",
  },
  {
    path: /(?:^|\/)(?:\.bandit|\.secrets\.baseline|\.gitleaks(?:ignore|\.toml)|\.semgrepignore|\.snyk|\.trivyignore|bandit\.ya?ml)$/i,
    rule: "scanner-configuration",
  },
];

/** What a file does by lying in a folder that somebody opens, or null. */
export function actsByItself(path: string, text: string): ContentRuleId | null {
  const inner = path.slice(path.lastIndexOf("!/") + 1).replace(/^\//, "");
  return ACTING.find((each) => each.path.test(inner) && (each.when?.(text) ?? true))?.rule ?? null;
}

function hasOtherIndex(text: string): boolean {
  for (const [, address = ""] of text.matchAll(INDEX_SETTING)) if (!PUBLIC_INDEX.test(address)) return true;
  return false;
}
