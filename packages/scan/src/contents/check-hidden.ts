import { isRawAddress, hostOf } from "../code/engine/host.ts";
import { secretPlace } from "../code/engine/sensitive-path.ts";
import type { TextFile } from "../view/text-file.ts";
import type { ContentsMatch } from "./contents-rules.ts";

interface StartFile {
  path: RegExp;
  check(file: TextFile): Omit<ContentsMatch, "file"> | null;
}

const COMMANDS = /\b(?:curl|wget|nc|ncat|bash -c|sh -c|base64|python3? -c|node -e|powershell|osascript|eval)\b/;
const at = (file: TextFile, pattern: RegExp): { line?: number } => {
  const found = pattern.exec(file.text);
  return found === null ? {} : { line: file.lineOf(found.index) };
};

/** Files that a tool reads by itself because of where they lie. */
const START_FILES: StartFile[] = [
  {
    path: /(?:^|\/)\.vscode\/tasks\.json$|\.code-workspace$/i,
    check: (file) => {
      const pattern = /"runOn"\s{0,10}:\s{0,10}"folderOpen"/;
      return pattern.test(file.text)
        ? { id: "configures-editor", detail: "runOn folderOpen", ...at(file, pattern) }
        : null;
    },
  },
  {
    path: /(?:^|\/)\.vscode\/settings\.json$/i,
    check: (file) =>
      /allowAutomaticTasks"\s{0,9}:\s{0,9}"?(?:on|true)|workspace\.trust\.enabled"\s{0,9}:\s{0,9}false/.test(file.text)
        ? { id: "configures-editor", detail: "tasks may start by themselves" }
        : null,
  },
  {
    path: /(?:^|\/)\.claude\/settings(?:\.local)?\.json$|(?:^|\/)\.(?:codex|gemini|cursor)\/(?:settings|hooks|config)\.(?:json|toml)$/i,
    check: (file) => {
      const hooks = /"?hooks"?\s{0,9}[:=\]]/;
      const grants =
        /bypassPermissions|dangerously|"Bash\(\*\)?|"Bash"|approval_policy\s{0,9}=\s{0,9}"never"|enableAllProjectMcpServers|apiKeyHelper|ANTHROPIC_BASE_URL/;
      if (hooks.test(file.text))
        return {
          id: "configures-agent",
          detail: "it adds hooks, which run commands",
          severity: COMMANDS.test(file.text) ? "high" : "medium",
          ...at(file, hooks),
        };
      return grants.test(file.text)
        ? { id: "configures-agent", detail: "it grants permissions in advance", severity: "high", ...at(file, grants) }
        : { id: "configures-agent", detail: "settings" };
    },
  },
  {
    path: /(?:^|\/)(?:\.mcp|mcp|\.cursor\/mcp|claude_desktop_config|\.vscode\/mcp)\.json$/i,
    check: (file) =>
      /"(?:command|url)"/.test(file.text)
        ? {
            id: "configures-agent",
            detail: "it adds servers of tools",
            severity: COMMANDS.test(file.text) ? "high" : "low",
          }
        : null,
  },
  {
    path: /(?:^|\/)(?:\.cursorrules|\.windsurfrules|\.clinerules|\.goosehints|\.roomodes|\.aider\.conf\.yml|copilot-instructions\.md|CLAUDE\.md|GEMINI\.md|SOUL\.md|HEARTBEAT\.md|MEMORY\.md)$|(?:^|\/)\.(?:cursor|windsurf|roo)\/rules\//,
    check: () => ({ id: "configures-agent", detail: "instructions that an agent reads by themselves" }),
  },
  {
    path: /(?:^|\/)\.git\/(?:hooks\/[^/]{1,60}|config|modules\/.{1,200})$/,
    check: (file) => {
      if (file.path.endsWith(".sample")) return null;
      const pattern = /fsmonitor|sshCommand|hooksPath|pager\s{0,9}=|editor\s{0,9}=|!\s{0,4}(?:sh|bash|curl)/i;
      const isHook = file.path.includes("/hooks/");
      return isHook || pattern.test(file.text)
        ? {
            id: "configures-git",
            detail: isHook ? "a hook" : "a setting that runs a command",
            ...(isHook ? {} : at(file, pattern)),
          }
        : null;
    },
  },
  {
    path: /(?:^|\/)\.gitconfig$|(?:^|\/)\.gitattributes$/,
    check: (file) =>
      /(?:^|\n)\s{0,9}(?:fsmonitor|sshCommand|hooksPath|\w{1,30}\s{0,9}=\s{0,9}["']?!)|\[filter|\bfilter=/i.test(
        file.text,
      ) && file.path.endsWith("config")
        ? { id: "configures-git", detail: "a setting that runs a command" }
        : null,
  },
  {
    path: /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmrc|pip\.conf|pip\.ini|\.pypirc|uv\.toml|bunfig\.toml|\.condarc|\.gemrc)$/i,
    check: packages,
  },
  {
    path: /(?:^|\/)(?:\.bashrc|\.bash_profile|\.bash_aliases|\.profile|\.zshrc|\.zshenv|\.zprofile|\.envrc|\.inputrc|\.xinitrc)$/,
    check: (file) => ({
      id: "configures-shell",
      detail: file.path.slice(-60),
      ...(COMMANDS.test(file.text) ? { severity: "high" as const, ...at(file, COMMANDS) } : {}),
    }),
  },
  {
    path: /\.pth$/i,
    check: (file) =>
      /^import[ \t]/m.test(file.text)
        ? { id: "configures-python", detail: "a .pth file with code", ...at(file, /^import[ \t]/m) }
        : null,
  },
  {
    path: /(?:^|\/)(?:site|user)customize\.py$/i,
    check: () => ({ id: "configures-python", detail: "a module that Python imports at every start" }),
  },
  {
    path: /(?:^|\/)(?:\.bandit|\.secrets\.baseline|\.gitleaksignore|\.gitleaks\.toml|\.semgrepignore|\.trivyignore|\.snyk|\.detect-secrets\.cfg|\.guarddog\S{0,20}|\.skillscanignore)$/i,
    check: () => ({ id: "configures-scanner", detail: "it has no effect here" }),
  },
  {
    path: /\.(?:url|desktop|webloc|scf|lnk)$/i,
    check: (file) =>
      /(?:URL|Exec|IconFile)\s{0,4}=\s{0,4}(?:file:|\\\\|bash|sh |cmd|powershell|curl)/i.test(file.text)
        ? { id: "document-launches", detail: "a shortcut that starts something" }
        : null,
  },
  { path: /(?:^|\/)autorun\.inf$/i, check: () => ({ id: "document-launches", detail: "autorun.inf" }) },
];

function packages(file: TextFile): Omit<ContentsMatch, "file"> | null {
  const scripts =
    /(?:^|\n)\s{0,9}(?:script-shell|node-options|yarnPath|yarn-path|preload|init-module|git|shell)\s{0,9}[:=]\s{0,9}\S|ignore-scripts\s{0,9}=\s{0,9}false/i;
  if (scripts.test(file.text))
    return {
      id: "configures-packages",
      detail: "it runs something of its own",
      severity: "high",
      ...at(file, scripts),
    };
  const index =
    /(?:registry|index-url|extra-index-url|index|url|repository|find-links|channels?)["']?\s{0,9}[:=]\s{0,9}\[?["']?(https?:\/\/[^\s"'\]]{3,300})/i;
  const url = index.exec(file.text)?.[1];
  if (url === undefined)
    return /trusted-host/i.test(file.text)
      ? { id: "configures-packages", detail: "it trusts a host without a certificate" }
      : null;
  const host = hostOf(url);
  const isOdd = url.startsWith("http:") || (host !== null && isRawAddress(host)) || /trusted-host/i.test(file.text);
  return {
    id: "configures-packages",
    detail: `packages come from ${host ?? url.slice(0, 80)}`,
    ...(isOdd ? { severity: "high" as const } : {}),
    ...at(file, index),
  };
}

/** Files that configure somebody's tools, and texts that are links in disguise. */
export function checkHidden(texts: readonly TextFile[]): ContentsMatch[] {
  return texts.flatMap((file): ContentsMatch[] => {
    const inner = file.path.slice(file.path.lastIndexOf("!/") + 1);
    const found = START_FILES.find(({ path }) => path.test(inner))?.check(file) ?? null;
    const matches: ContentsMatch[] = found === null ? [] : [{ ...found, file: file.path }];
    const link = /^((?:\.\.\/){1,20}|~\/|\/(?:etc|home|Users|root|var|proc)\/)[\w.@/-]{1,200}\s{0,2}$/
      .exec(file.text)?.[0]
      ?.trim();
    if (link !== undefined)
      matches.push({
        id: "link-outside",
        file: file.path,
        line: 1,
        detail: link,
        ...(secretPlace(link) === null ? {} : { severity: "high" as const }),
      });
    return matches;
  });
}
