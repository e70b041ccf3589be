/**
 * Where agents look for skills: below a person's home directory, and below the root of a project. After each agent's own documentation;
 * `agents` is the directory that several of them share.
 */
export const AGENTS = {
  agents: { label: "every agent that reads .agents/skills", user: ".agents/skills", project: ".agents/skills" },
  "claude-code": { label: "Claude Code", user: ".claude/skills", project: ".claude/skills" },
  codex: { label: "Codex", user: ".codex/skills", project: ".agents/skills" },
  copilot: { label: "GitHub Copilot", user: ".copilot/skills", project: ".github/skills" },
  cursor: { label: "Cursor", user: ".cursor/skills", project: ".cursor/skills" },
  gemini: { label: "Gemini CLI", user: ".gemini/skills", project: ".gemini/skills" },
  goose: { label: "Goose", user: ".config/goose/skills", project: ".goose/skills" },
  opencode: { label: "OpenCode", user: ".config/opencode/skills", project: ".opencode/skills" },
  openhands: { label: "OpenHands", user: ".openhands/skills", project: ".openhands/skills" },
  roo: { label: "Roo Code", user: ".roo/skills", project: ".roo/skills" },
  windsurf: { label: "Windsurf", user: ".codeium/windsurf/skills", project: ".windsurf/skills" },
} as const;
export type AgentName = keyof typeof AGENTS;

export const AGENT_NAMES = Object.keys(AGENTS) as AgentName[];

export const isAgentName = (text: string): text is AgentName => Object.hasOwn(AGENTS, text);
