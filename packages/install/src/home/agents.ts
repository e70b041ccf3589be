import { dirname, isAbsolute, join } from "node:path";

interface Agent {
  label: string;
  /** Below a person's home directory. */
  user: string;
  /** Below the root of a project. */
  project: string;
  /** The variable that moves what it has of a person, and where skills lie below that. */
  moved?: { by: string; to: string };
  /** It reads `.agents/skills` as well: a second copy would be listed twice. */
  readsShared?: true;
}

/**
 * Where agents look for skills: below a person's home directory, and below the root of a project. After each agent's own documentation;
 * `agents` is the directory that several of them share.
 */
export const AGENTS = {
  agents: { label: "every agent that reads .agents/skills", user: ".agents/skills", project: ".agents/skills" },
  "claude-code": {
    label: "Claude Code",
    user: ".claude/skills",
    project: ".claude/skills",
    moved: { by: "CLAUDE_CONFIG_DIR", to: "skills" },
  },
  codex: {
    label: "Codex",
    user: ".codex/skills",
    project: ".agents/skills",
    moved: { by: "CODEX_HOME", to: "skills" },
    readsShared: true,
  },
  copilot: {
    label: "GitHub Copilot",
    user: ".copilot/skills",
    project: ".github/skills",
    moved: { by: "COPILOT_HOME", to: "skills" },
    readsShared: true,
  },
  cursor: { label: "Cursor", user: ".cursor/skills", project: ".cursor/skills" },
  gemini: {
    label: "Gemini CLI",
    user: ".gemini/skills",
    project: ".gemini/skills",
    moved: { by: "GEMINI_CLI_HOME", to: ".gemini/skills" },
    readsShared: true,
  },
  goose: {
    label: "Goose",
    user: ".config/goose/skills",
    project: ".goose/skills",
    moved: { by: "XDG_CONFIG_HOME", to: "goose/skills" },
  },
  opencode: {
    label: "OpenCode",
    user: ".config/opencode/skills",
    project: ".opencode/skills",
    moved: { by: "XDG_CONFIG_HOME", to: "opencode/skills" },
    readsShared: true,
  },
  openhands: { label: "OpenHands", user: ".openhands/skills", project: ".openhands/skills", readsShared: true },
  roo: { label: "Roo Code", user: ".roo/skills", project: ".roo/skills" },
  windsurf: { label: "Windsurf", user: ".codeium/windsurf/skills", project: ".windsurf/skills" },
} as const satisfies Record<string, Agent>;
export type AgentName = keyof typeof AGENTS;

export const AGENT_NAMES = Object.keys(AGENTS) as AgentName[];

export const isAgentName = (text: string): text is AgentName => Object.hasOwn(AGENTS, text);

const agentOf = (name: AgentName): Agent => AGENTS[name];

/** Where an agent's variable moves its skills; null: it has none, or it is unset. `isUsable`: an absolute path. */
export function movedSkills(
  name: AgentName,
  environment: Readonly<Record<string, string | undefined>>,
): { by: string; directory: string; isUsable: boolean } | null {
  const { moved } = agentOf(name);
  const value = moved === undefined ? "" : (environment[moved.by] ?? "");
  if (moved === undefined || value === "") return null;
  return { by: moved.by, directory: join(value, moved.to), isUsable: isAbsolute(value) };
}

/**
 * The directories and files in which agents keep what is a person's, settings and programs that they start beside skills: absolute paths.
 * `moved`: those of them that a variable names, which may lie and be called anyhow.
 */
export function agentPlaces(
  userHome: string,
  environment: Readonly<Record<string, string | undefined>>,
): { all: string[]; moved: string[] } {
  const usual = AGENT_NAMES.map((name) => dirname(agentOf(name).user));
  // Claude Code keeps servers that it starts beside its directory, too.
  const beside = usual.filter((path) => !path.includes("/")).map((path) => `${path}.json`);
  const moved = AGENT_NAMES.flatMap((name) => {
    const skills = movedSkills(name, environment);
    return skills?.isUsable === true ? [dirname(skills.directory)] : [];
  });
  return { all: [...usual, ...beside].map((path) => join(userHome, path)).concat(moved), moved };
}

/**
 * What is an agent's own in a project, below any directory of it; `.github` is not. In lower case, with a slash where only what lies in
 * another directory is meant.
 */
export const AGENT_FOLDERS: readonly string[] = [
  ...new Set(
    AGENT_NAMES.flatMap((name) => {
      const { user, project } = agentOf(name);
      const own = dirname(user);
      // Some read from a project what they read from a home.
      return [dirname(project) === ".github" ? project : dirname(project), ...(own.includes("/") ? [] : [own])];
    }),
  ),
];

/** What files for an agent are called after. In lower case. */
export const AGENT_WORDS: readonly string[] = AGENT_NAMES.map((name) => name.split("-")[0] ?? name);

/** Whether one copy in the shared directory serves both. */
export const readsShared = (name: AgentName): boolean => name === "agents" || agentOf(name).readsShared === true;
