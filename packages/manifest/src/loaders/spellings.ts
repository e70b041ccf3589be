import type { LoaderId } from "./loaders.ts";

/** Valid spellings that not every loader takes, by the names of the columns of docs/frameworks.md. */
export const SPELLINGS = {
  bom: "a byte-order mark",
  "blank-first": "a blank after the first `---`",
  "blank-second": "a blank after the second",
  number: "a number without quotes as description",
  flow: '`metadata: {a: "b"}`',
} as const;

export type Spelling = keyof typeof SPELLINGS;

/** `true`: it loads as it is meant, `false`: it does not load; a text: it loads, and so. */
type Outcomes = Readonly<Record<Spelling, boolean | string>>;

/** The day of these runs: one skill of each spelling in a folder that each loader read by its call, and one without any of it. */
export const SPELLINGS_RUN = "29 November 2026";

const ran = (outcomes: Partial<Outcomes> = {}): Outcomes => ({
  bom: true,
  "blank-first": true,
  "blank-second": true,
  number: true,
  flow: true,
  ...outcomes,
});

/** Who was run, in the release of its row in `agents.ts` or `frameworks.ts`. */
export const SPELLING_RUNS: Readonly<Partial<Record<LoaderId, Outcomes>>> = {
  "claude-code": ran(),
  cline: ran({ "blank-first": "without its fields: the front matter is shown as text", number: false }),
  codex: ran({ bom: false }),
  continue: ran({ bom: false, number: false }),
  copilot: ran({ number: false }),
  droid: ran({ bom: false, "blank-first": false, number: false }),
  gemini: ran({ bom: false, "blank-first": false }),
  kilo: ran({ number: false }),
  "kimi-cli": ran({ bom: "described as `---`", number: false }),
  "mistral-vibe": ran({ number: false }),
  openclaw: ran(),
  opencode: ran({ number: false }),
  openhands: ran({ bom: "without its description", number: false }),
  pi: ran({ bom: false, number: false }),
  qwen: ran({ "blank-first": false, "blank-second": false }),
  "adk-python": ran({ bom: false, number: false }),
  "agent-framework": ran(),
  "agentskills-core": ran({ bom: false, number: false }),
  agno: ran({ bom: false, number: false }),
  camel: ran({ bom: false, number: false }),
  crewai: ran({ bom: false, number: false }),
  deepagents: ran({ bom: false }),
  "fast-agent": ran({ bom: false, number: false }),
  haystack: ran({ bom: false, number: "gives a number" }),
  "openai-agents": ran({
    bom: "without its description",
    flow: "loads; without its description where the whole front matter is in braces",
  }),
  "pydantic-ai-skills": ran({ bom: false, "blank-first": false, "blank-second": false }),
  strands: ran({ bom: false, number: false }),
};

/** Who does not load one of these spellings. */
export const notLoading = (...spellings: readonly Spelling[]): LoaderId[] =>
  (Object.entries(SPELLING_RUNS) as [LoaderId, Outcomes][])
    .filter(([, outcomes]) => spellings.some((one) => outcomes[one] === false))
    .map(([id]) => id);
