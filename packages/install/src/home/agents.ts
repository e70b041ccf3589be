import { dirname, isAbsolute, join } from "node:path";

interface Agent {
  label: string;
  /** Below a person's home directory. */
  user: string;
  /** Below the root of a project; null: it looks in none. */
  project: string | null;
  /** The variable that moves what it has of a person, and where skills lie below that. */
  moved?: { by: string; to: string };
  /** It reads `.agents/skills` as well: a second copy would be listed twice. */
  readsShared?: true;
  /** Directories of its own beside that one, below a home and a project: settings that it obeys lie there. */
  own?: readonly string[];
  /** What its files are called after, where that is not the first word of its name. */
  words?: readonly string[];
}

const SHARED = ".agents/skills";

/**
 * Where agents look for skills: below a person's home directory, and below the root of a project. After each agent's own documentation;
 * `agents` is the directory that several of them share.
 */
export const AGENTS = {
  agents: { label: "every agent that reads .agents/skills", user: SHARED, project: SHARED },
  "claude-code": {
    label: "Claude Code",
    user: ".claude/skills",
    project: ".claude/skills",
    moved: { by: "CLAUDE_CONFIG_DIR", to: "skills" },
  },
  codex: {
    label: "Codex",
    user: ".codex/skills",
    project: SHARED,
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
  cline: { label: "Cline", user: SHARED, project: SHARED, readsShared: true, own: [".cline", ".clinerules"] },
  continue: { label: "Continue", user: ".claude/skills", project: ".claude/skills", own: [".continue"] },
  droid: { label: "Factory droid", user: SHARED, project: SHARED, readsShared: true, own: [".factory", ".agent"] },
  kilo: { label: "Kilo Code", user: SHARED, project: SHARED, readsShared: true, own: [".kilo", ".kilocode"] },
  "mistral-vibe": {
    label: "Mistral Vibe",
    user: SHARED,
    project: SHARED,
    readsShared: true,
    own: [".vibe"],
    // What is about a model is called so.
    words: [],
  },
  openclaw: { label: "OpenClaw", user: SHARED, project: null, readsShared: true, own: [".openclaw"] },
  // Honest data is called after the number.
  pi: { label: "pi", user: SHARED, project: SHARED, readsShared: true, own: [".pi"], words: [] },
  qwen: { label: "Qwen Code", user: SHARED, project: SHARED, readsShared: true, own: [".qwen"] },
} as const satisfies Record<string, Agent>;
export type AgentName = keyof typeof AGENTS;

export const AGENT_NAMES = Object.keys(AGENTS) as AgentName[];

export const isAgentName = (text: string): text is AgentName => Object.hasOwn(AGENTS, text);

const agentOf = (name: AgentName): Agent => AGENTS[name];
const ownOf = (name: AgentName): readonly string[] => agentOf(name).own ?? [];

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
  const usual = [...new Set(AGENT_NAMES.flatMap((name) => [dirname(agentOf(name).user), ...ownOf(name)]))];
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
      const ofProject = project === null ? [] : [dirname(project) === ".github" ? project : dirname(project)];
      // Some read from a project what they read from a home.
      return [...ofProject, ...(own.includes("/") ? [] : [own]), ...ownOf(name)];
    }),
  ),
];

/** What files for an agent are called after. In lower case. */
export const AGENT_WORDS: readonly string[] = AGENT_NAMES.flatMap(
  (name) => agentOf(name).words ?? [name.split("-")[0] ?? name],
);

/** Whether one copy in the shared directory serves both. */
export const readsShared = (name: AgentName): boolean => name === "agents" || agentOf(name).readsShared === true;

/** Whether it looks for skills in a project. */
export const looksInProjects = (name: AgentName): boolean => agentOf(name).project !== null;
