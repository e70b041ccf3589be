import { minerTold, secretPlace } from "@gaia/code-analysis";
import { type TextFile, inPieces } from "@gaia/reading";
import type { ContentsMatch } from "./contents-rules.ts";
import { areOrdinaryTasks } from "./editor-tasks.ts";
import { packageSettings } from "./package-settings.ts";

interface StartFile {
  path: RegExp;
  check(file: TextFile): Omit<ContentsMatch, "file"> | null;
}

/** What a file that is read on entering a folder has no need of; `eval "$(tool hook)"` and layouts of Python it has. */
const FETCHES = /\b(?:curl|wget|nc|ncat|bash -c|base64\s+-{1,2}[dD]\w{0,6}|python3? -c|node -e|powershell|osascript)\b/;
const at = (file: TextFile, pattern: RegExp): { line?: number } => {
  const found = pattern.exec(file.text);
  return found === null ? {} : { line: file.lineOf(found.index) };
};

const CHECK_PATTERN = inPieces(
  "i",
  String.raw`(?:URL|Exec|TryExec|Icon|IconFile|IconResource)\s{0,4}=\s{0,4}(?:file:|\\\\|(?:\/usr)?(?:\/bin\/)?(?:env )?(?:bash|sh) |cmd|`,
  String.raw`powershell|curl|wget|python3? -c)|<string>file:|<url>\\\\|<DeepLink>`,
);

/** Files that a tool reads by itself because of where they lie. */
const START_FILES: readonly StartFile[] = [
  {
    path: /(?:^|\/)\.vscode\/tasks\.json$|\.code-workspace$/i,
    check: (file) => {
      const pattern = /"runOn"\s{0,10}:\s{0,10}"folderOpen"/;
      return pattern.test(file.text)
        ? {
            id: "configures-editor",
            detail: "runOn folderOpen",
            ...at(file, pattern),
            ...(areOrdinaryTasks(file) ? { severity: "medium" as const } : {}),
          }
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
      // What the hooks' commands do is judged as the code that they are.
      const hooks = /"?hooks"?\s{0,9}[:=\]]/;
      const grants =
        /bypassPermissions|dangerously|"Bash\(\*\)"|approval_policy\s{0,9}=\s{0,9}"never"|apiKeyHelper|ANTHROPIC_BASE_URL|OPENAI_BASE_URL/;
      if (grants.test(file.text))
        return {
          id: "configures-agent",
          detail: "it grants permissions in advance, or sends the agent's requests elsewhere",
          severity: "high",
          ...at(file, grants),
        };
      return hooks.test(file.text)
        ? {
            id: "configures-agent",
            detail: "it adds hooks, which run commands",
            severity: "medium",
            ...at(file, hooks),
          }
        : { id: "configures-agent", detail: "settings" };
    },
  },
  {
    path: /(?:^|\/)(?:\.mcp|mcp|\.cursor\/mcp|claude_desktop_config|\.vscode\/mcp)\.json$/i,
    check: (file) =>
      /"(?:command|url)"/.test(file.text) ? { id: "configures-agent", detail: "it adds servers of tools" } : null,
  },
  {
    path: inPieces(
      "",
      String.raw`(?:^|\/)(?:\.cursorrules|\.windsurfrules|\.clinerules|\.goosehints|\.roomodes|\.aider\.conf\.yml|`,
      String.raw`copilot-instructions\.md|CLAUDE\.md|GEMINI\.md|SOUL\.md|HEARTBEAT\.md|MEMORY\.md)$|(?:^|\/)\.(?:cursor|`,
      String.raw`windsurf|roo)\/rules\/`,
    ),
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
    check: packageSettings,
  },
  {
    path: /(?:^|\/)(?:\.bashrc|\.bash_profile|\.bash_aliases|\.profile|\.zshrc|\.zshenv|\.zprofile|\.envrc|\.inputrc|\.xinitrc)$/,
    check: (file) => ({
      id: "configures-shell",
      detail: file.path.slice(-60),
      ...(file.path.endsWith(".envrc") && FETCHES.test(withoutComments(file.text))
        ? { severity: "high" as const, ...at(file, FETCHES) }
        : {}),
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
    path: inPieces(
      "i",
      String.raw`(?:^|\/)(?:\.bandit|\.secrets\.baseline|\.gitleaksignore|\.gitleaks\.toml|\.semgrepignore|\.trivyignore|`,
      String.raw`\.snyk|\.detect-secrets\.cfg|\.guarddog\S{0,20}|\.skillscanignore)$`,
    ),
    check: () => ({ id: "configures-scanner", detail: "it has no effect here" }),
  },
  {
    path: /\.(?:url|desktop|webloc|lnk|library-ms|search-ms|settingcontent-ms)$|(?:^|\/)desktop\.ini$/i,
    check: (file) =>
      CHECK_PATTERN.test(file.text) ? { id: "document-launches", detail: "a shortcut that starts something" } : null,
  },
  {
    path: /\.(?:scf|hta|wsf|wsh|jse|vbe|pif|scr)$/i,
    check: () => ({ id: "document-launches", detail: "a program of Windows that starts when it is opened or seen" }),
  },
  {
    path: /(?:^|\/)\.idea\/startup\.xml$/i,
    check: () => ({ id: "configures-editor", detail: "tasks that start with the project" }),
  },
  {
    path: /(?:^|\/)\.(?:exrc|nvimrc|lvimrc|nvim\.lua|dir-locals\.el|gdbinit|lldbinit)$/i,
    check: (file) =>
      /system\(|\bos\.execute|jobstart|io\.popen|\beval\b|^\s*(?::?!|shell |python|call system|platform shell)/m.test(
        file.text,
      )
        ? { id: "configures-editor", detail: "a start file that runs commands" }
        : null,
  },
  { path: /(?:^|\/)autorun\.inf$/i, check: () => ({ id: "document-launches", detail: "autorun.inf" }) },
  {
    path: /\.(?:json5?|jsonc|ya?ml|toml|ini|conf|cfg|xml|properties|env)$/i,
    check: (file) => {
      const settings = /\balgo|stratum|\bpool|--coin|--user|["'\s]-u\b/i.test(file.text) ? minerTold(file.text) : null;
      return settings === null ? null : { id: "configures-miner", detail: settings };
    },
  },
];

const withoutComments = (text: string): string => text.replaceAll(/^\s*#.*$/gm, "");

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
