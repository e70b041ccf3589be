import { join, relative } from "node:path";
import { AGENT_FOLDERS } from "@gaia/install/agents";
import { isWithin } from "./within.ts";

/**
 * In a directory that is written, however deep: what a version control, an editor, a shell, a package manager, an agent or a service runs
 * or obeys of itself on the outside when somebody works there. It stays readable, and none is made. In lower case: compared in whatever.
 */
export const GUARDED_NAMES = [
  ".git",
  ".githooks",
  ".husky",
  ".hg",
  ".svn",
  ".pre-commit-config.yaml",
  ...["lefthook", "lefthook-local"].flatMap((name) => ["yml", "yaml", "toml", "json"].map((end) => `${name}.${end}`)),
  ".vscode",
  ".idea",
  ".zed",
  ".devcontainer",
  ".devcontainer.json",
  ".vimrc",
  ".nvimrc",
  ".nvim.lua",
  ".exrc",
  ".dir-locals.el",
  ".envrc",
  ".direnv",
  ".rprofile",
  "mise.toml",
  "mise.local.toml",
  "mise/config.toml",
  ".mise.toml",
  ".npmrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".cargo",
  ".gaia",
  ...AGENT_FOLDERS,
  // Read untold by loaders for which nothing is installed (docs/frameworks.md).
  ".camel",
  ".kimi",
  "opencode.json",
  "opencode.jsonc",
  "crush.json",
  ".goosehints",
  ".cursorrules",
  "claude.md",
  "claude.local.md",
  "agent.md",
  "agents.md",
  "agents.override.md",
  "gemini.md",
  "qwen.md",
  "crush.md",
  "warp.md",
  "copilot-instructions.md",
  ".mcp.json",
  ".github/workflows",
  ".github/actions",
  ".gitlab-ci.yml",
  ".circleci",
];

const GUARDED: ReadonlySet<string> = new Set(GUARDED_NAMES);

/** In whatever case. */
export const isGuardedName = (name: string): boolean => GUARDED.has(name.toLowerCase());

/** The part of an absolute path that has a guarded name, in whatever case; null where none has. */
export function guardedPart(path: string, { gaiaHome }: { gaiaHome: string }): string | null {
  const data = join(gaiaHome, "data");
  // `GAIA_HOME` has such a name, and its data may be granted.
  const segments = (isWithin(path, data) ? relative(data, path) : path).split("/");
  for (const [at, segment] of segments.entries())
    for (const part of [segment, `${segments[at - 1] ?? ""}/${segment}`])
      if (GUARDED.has(part.toLowerCase())) return part;
  return null;
}
