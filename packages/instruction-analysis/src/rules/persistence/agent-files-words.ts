import { words } from "@gaia/reading";

export const ORDER_TO_AGENT = words(
  "(?:the |this |following |these ){0,4}(?:instruction|instructions|directive|rule|rules|line|lines|block|" +
    "text|section|command|prompt|note|entry|snippet)(?: below| above| to)?",
  "(?:always|never|must) (?:run|load|use|follow|call|execute|start|include|send|fetch|trust|invoke|obey|" +
    "prefer|recommend|install|consult|check|read|approve|report|post|skip|add|accept|allow|begin|activate|" +
    "apply)",
  "this skill|so (?:that )?(?:you|it|every|all|each|future|any|the)|remember (?:to|that)|trust(?:ed|s)?",
  "exempt|allowlist(?:ed)?|permission(?:s)?|mcpServers?|auto-?approve|hooks?|bypass",
);

export const BLIND_TRUST = words(
  "(?:never|not to|do not|don['’]t|no longer) (?:question|ask|refuse|verify|check|doubt|warn|confirm|" +
    "decline|challenge|inspect|hesitate)",
  "without (?:question|asking|checking|verification|approval|confirmation)|obey",
  "(?:is|are) (?:always |fully |implicitly ){0,4}(?:trusted|pre-?approved|exempt|whitelisted|authori[sz]ed)",
  "(?:always|fully|blindly|implicitly) trust|trust (?:all|any|every|anything|everything|whatever)",
  "need(?:s)? no (?:approval|confirmation|permission|check|review)",
  "no (?:approval|confirmation|permission) (?:is )?(?:needed|required)",
  "(?:outranks?|overrides?|above) (?:the|any|all|every)|highest (?:priority|authority)|signed with",
  "master (?:word|password|key)|allow (?:all|any|every)|bypass",
);

/** What agents read as their own orders and settings. */
export const AGENT_FILES = words(
  "(?:~/|\\./|\\$HOME/)?(?:\\.?[\\w.-]{1,20}/){0,4}(?:AGENTS|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|" +
    "TOOLS|USER|BOOTSTRAP|copilot-instructions)\\.md",
  "\\.cursorrules|\\.cursor/rules\\S{0,40}|\\.windsurfrules|\\.clinerules",
  "\\.github/copilot-instructions\\.md",
  "(?:\\.claude|\\.cursor|\\.vscode|\\.gemini|\\.codex|\\.openclaw|\\.continue)/[\\w.-]{1,60}",
  "(?:claude_desktop_config|mcp|mcp_config|settings\\.local)\\.json",
  "(?:agent|assistant|claude|cursor|editor|codex|copilot)(?:['’]s)? (?:settings(?:\\.json)?|configuration|" +
    "config|memory|rules|instructions? files?|system prompt|global instructions)",
  "(?:long-term|persistent|global|permanent|agent|your|own|its|project|core) memory(?: files?)?",
  "memory files?|system prompt files?|rules files?|custom instructions|global rules|startup instructions",
);
