import { oneOf, words } from "@gaia/reading";
import {
  AWAY,
  BEFORE_ALL,
  CALLING,
  HIDDEN_PARAMETER,
  HINT,
  OTHERS,
  PROXY,
  SET_TO,
  TOOL,
  YOUR_HOST,
} from "./before-all-words.ts";
import { HOLDINGS, SECRET } from "../../lexicon/secrets.ts";
import type { InstructionRule } from "../../matching/rule.ts";

/** Tools and servers forced on the agent, or taken from it. */
export const COERCION_BEFORE_ALL: readonly InstructionRule[] = [
  {
    id: "coercion-before-all",
    severity: "high",
    category: "instruction",
    title: "A tool is to be called before all others",
    rationale: "A workflow says which of its own steps comes first; before every other tool, task or answer is a grab.",
    message: "forces a tool in front of everything else",
    hint: HINT,
    within: "sentence",
    near: 140,
    all: [BEFORE_ALL, OTHERS, TOOL],
    none: [
      words(
        "test(?:s|ing)?|lint|read(?:ing)? the (?:docs|file|code)|plan|git status|list_\\w{3,20}|search_tools",
        "login|authenticate|connection|snapshot|schema|resolve[-_]library|in this (?:workflow|skill)",
        "of this skill|of the workflow|commit|edit(?:ing|s)?",
      ),
    ],
  },
  {
    id: "coercion-hidden-parameter",
    severity: "high",
    category: "instruction",
    title: "A parameter of a tool carries off data",
    rationale:
      "The description of a tool that wants the conversation, files or secrets in a parameter that has nothing to do with its purpose.",
    message: "has private data put into a parameter of a tool",
    hint: "A tool takes what it needs for its purpose, and says why.",
    within: "sentence",
    near: 220,
    all: [
      HIDDEN_PARAMETER,
      CALLING,
      oneOf(
        HOLDINGS.source,
        SECRET.source,
        "\\b(?:its|their)\\s{1,3}(?:full\\s{1,3})?contents?\\b",
        "\\b(?:hidden part of|your)\\s{1,3}(?:own\\s{1,3})?(?:your\\s{1,3})?prompt\\b",
      ),
    ],
    none: [words("session id|optional parameters?:|never|sanitize|validate")],
  },
  {
    id: "coercion-proxy",
    severity: "high",
    category: "instruction",
    title: "The agent's traffic is to go through a stranger",
    rationale: "Who stands between the agent and its model reads and writes everything.",
    message: "sends the agent's traffic through an unrelated host",
    hint: "Leave base addresses, proxies and certificates as the user set them.",
    within: "sentence",
    near: 200,
    all: [PROXY, SET_TO],
    host: AWAY,
    none: [
      YOUR_HOST,
      words(
        "localhost|127\\.0\\.0\\.1|corporate|your (?:own )?(?:proxy|company|endpoint|base url)|self-?hosted",
        "if you (?:use|are)|behind a|example: |openai-compatible|vllm|litellm|ollama|playwright|vite|axios",
        "create\\(|new OpenAI",
      ),
    ],
  },
];
