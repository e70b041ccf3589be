import { type HostKind, oneOf } from "@gaia/reading";
import type { InstructionRule } from "../../matching/rule.ts";
import { FETCH_COMMAND, PIPED_INTO_SHELL } from "../../lexicon/actions.ts";

export const COMMANDS: Omit<
  InstructionRule,
  "id" | "severity" | "title" | "rationale" | "message" | "hint" | "examples"
> = {
  category: "instruction",
  within: "line",
  ordered: true,
  all: [FETCH_COMMAND, PIPED_INTO_SHELL],
};

/** Hosts that nobody answers for. */
export const UNNAMED: HostKind[] = ["ip", "paste", "shortener", "drop", "http"];

export const ODD_INDEX = oneOf(
  "\\b(?:pip3?|uv pip|uv|pipx|uvx|python3? -m pip)\\s[^\\n]{0,80}(?:--(?:extra-)?index(?:-url)?|-i|--from|" +
    "install)[\\s=]{1,3}[\"']?(?:git\\+)?https?://",
  "\\b(?:npm|pnpm|yarn|npx|bunx?)\\s[^\\n]{0,80}(?:--registry[\\s=]{1,2}|install\\s{1,2}|i\\s{1,2}|" +
    "-g\\s{1,2}|-y\\s{1,2}|npx\\s{1,2})[\"']?(?:git\\+)?https?://",
  "\\b(?:go run|cargo install --git|gem install --source|brew install|docker run|deno run)\\s[^\\n]{0,60}https?://",
);
