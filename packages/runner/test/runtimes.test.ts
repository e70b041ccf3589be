import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { listTools, type RunnableSkill, runTool, type ToolOutcome } from "../src/index.ts";
import { type RunPlace, runPlace } from "./run-context.ts";

let place: RunPlace;
const run = (skill: RunnableSkill, tool: string, input: unknown): Promise<ToolOutcome> =>
  runTool(place.ctx, { skill, tool, input });

beforeAll(async () => {
  place = await runPlace();
});
afterAll(() => place.remove());

const ariaManifest = (name: string, layer: number, dependencies: string[], tool: string): string =>
  JSON.stringify({
    name: `aria-${name}`,
    version: "1.0.0",
    description: "An Aria skill.",
    author: "Ada",
    layer,
    dependencies,
    focus_affinity: [],
    tools: [
      {
        name: tool,
        description: "Does it",
        input_schema: { type: "object", properties: { text: { type: "string" } } },
      },
    ],
  });

const ariaModule = (directory: string, body: string): string => `
from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry
${body}

@SkillRegistry.register
class ASkill(BaseSkill):
    @property
    def name(self) -> str:
        return "${directory}"

    async def initialize(self) -> bool:
        self._status = SkillStatus.AVAILABLE
        return True

    async def health_check(self) -> SkillStatus:
        return self._status

    async def shout(self, text: str) -> SkillResult:
        return SkillResult.ok({"text": louder(text)})
`;

const MARKDOWN = `---
name: papers
version: 1.0.0
description: Works on papers.
---

# Papers

Works on papers.

## Provided Tools

### score

Scores a paper.

**Parameters:**
- \`text\` (string, required): Its text

**Returns:**
- \`score\` (number): From 0 to 1

**Implementation:**

\`\`\`typescript
async (params, context) => {
  const { text } = params as { text: string };
  console.log("noise");
  return { score: half(text.length) };
}
\`\`\`

### leak

Reads what it may not.

**Parameters:**
- \`path\` (string, required): Which

**Implementation:**

\`\`\`typescript
async (params, context) => {
  const { readFile } = await import("node:fs/promises");
  return { text: await readFile(params.path, "utf8") };
}
\`\`\`

## Orchestration

All of it.

**Parameters:**
- \`texts\` (array, required): Several

**Workflow:**

\`\`\`typescript
async (tools, params, context) => {
  const found = [];
  for (const text of params.texts) found.push(await tools.score({ text }));
  return { status: "completed", found };
}
\`\`\`

## Helper Functions

\`\`\`typescript
function half(value: number): number {
  return value / 2;
}
\`\`\`
`;

const OPENCLAW = (language: string): string => `---
name: weather
description: Tells the weather.
claw_version: 1
network: false
actions:
  - name: tell
    description: Tells it
    handler: handlers/weather.${language}:tell_it
    parameters:
      city: {type: string, required: true}
---

# Weather
`;

await describeWith("bubblewrap", "each kind of code runs as its own runtime does", () => {
  test("Aria: a registered class, its dependencies beside it, a SkillResult as JSON", async () => {
    await place.skill("voice-tools", {
      "skill.json": ariaManifest("voice-tools", 2, [], "shout"),
      "__init__.py": ariaModule("voice_tools", "def louder(text):\n    return text.upper()\n"),
    });
    const shouter = await place.skill("shouter", {
      "skill.json": ariaManifest("shouter", 3, ["voice_tools"], "shout"),
      "__init__.py": ariaModule("shouter", "from aria_skills.voice_tools import louder\n"),
    });
    const { ok, output, error } = await run(shouter, "shout", { text: "hey" });
    expect({ ok, error }).toEqual({ ok: true, error: null });
    expect(output).toMatchObject({ success: true, data: { text: "HEY" }, error: null });
    const low = await place.skill("low", {
      "skill.json": ariaManifest("low", 1, ["shouter"], "shout"),
      "__init__.py": ariaModule("low", ""),
    });
    expect((await run(low, "shout", { text: "hey" })).error?.message).toContain("a lower layer does not");
    const alone = await place.skill("alone", {
      "skill.json": ariaManifest("alone", 3, ["nowhere"], "shout"),
      "__init__.py": ariaModule("alone", ""),
    });
    expect((await run(alone, "shout", { text: "hey" })).error).toMatchObject({ code: "requirement_missing" });
  });

  test("Skill Markdown: tools with their helpers, and the workflow over them", async () => {
    const papers = await place.skill("papers", { "papers.skill.md": MARKDOWN });
    expect((await listTools(place.ctx, papers)).map(({ name }) => name)).toEqual(["score", "leak", "orchestration"]);
    expect(await run(papers, "score", { text: "abcd" })).toMatchObject({ ok: true, output: { score: 2 } });
    const workflow = await run(papers, "orchestration", { texts: ["ab", "abcd"] });
    expect(workflow.output).toEqual({ status: "completed", found: [{ score: 1 }, { score: 2 }] });
    const leak = await run(papers, "leak", { path: `${place.ctx.userHome}/.ssh/id_ed25519` });
    expect(leak.error?.permission).toBe("filesystem:read:~/.ssh/id_ed25519");
    expect((await run(papers, "score", { text: 3 })).error).toMatchObject({ code: "invalid_input" });
  });

  test("OpenClaw: a handler in Python, as it is; others are told to migrate", async () => {
    const handler = "def tell_it(city):\n    return {'city': city}\n";
    const weather = await place.skill("weather", { "SKILL.md": OPENCLAW("py"), "handlers/weather.py": handler });
    expect(await run(weather, "tell", { city: "Oslo" })).toMatchObject({ ok: true, output: { city: "Oslo" } });
    const shell = await place.skill("weather-sh", { "SKILL.md": OPENCLAW("sh"), "handlers/weather.sh": "echo" });
    expect((await run(shell, "tell", { city: "Oslo" })).error?.code).toBe("not_runnable");
  });

  test("Python: a tools.py that is not what the manifest declares is not called", async () => {
    const skill = await place.toolSkill("undeclared", ["network:none"]);
    await place.layDown("person/.gaia/skills/undeclared", {
      "tools.py": `from gaia.agents.base.tools import tool
@tool
def greet(name: int) -> dict:
    return {}
def act(what, where=""):
    """Not a tool."""
`,
    });
    const { error } = await run(skill, "greet", { name: "Ada" });
    expect(error?.code).toBe("invalid_tools");
    for (const one of [
      "greet has no docstring",
      "'name' is string in the manifest and integer in the code",
      "act is not decorated",
    ])
      expect(error?.message).toContain(one);
  });

  test("an answer that nests without end is no answer, and takes nothing down", async () => {
    const skill = {
      id: "deep",
      name: "Deep",
      description: "Nests.",
      parameters: { type: "object" },
      entryPoint: "run.js",
    };
    const nested = await place.skill("deep", {
      "package.json": JSON.stringify({ name: "miaos-skill-deep", version: "1.0.0", license: "MIT", skill }),
      "run.js": 'console.log("[".repeat(200_000) + "]".repeat(200_000));',
    });
    expect((await run(nested, "deep", {})).error).toMatchObject({ code: "invalid_output" });
  });

  test("what a manifest requires and this machine lacks is named", async () => {
    for (const [requirements, named] of [
      ["requirements: {env_vars: [NOT_SET_KEY]}\n", "NOT_SET_KEY"],
      ["requirements: {python: '>=3.99'}\n", ">=3.99"],
      ["requirements: {hardware: {npu: required}}\n", "hardware.npu"],
      ["requirements: {dependencies: ['x @ https://example.com/x.whl']}\n", "no package of an index"],
    ] as const) {
      const skill = await place.toolSkill("needy", ["network:none"], requirements);
      const { error } = await run(skill, "greet", { name: "Ada" });
      expect(error, requirements).toMatchObject({ code: "requirement_missing" });
      expect(error?.message).toContain(named);
    }
    const set = await place.toolSkill(
      "set",
      ["network:none"],
      "requirements: {env_vars: [A_SECRET], python: '>=3.8,<4'}\n",
    );
    expect((await run(set, "act", { what: "variable", where: "A_SECRET" })).output).toEqual({ value: "kept" });
  });
});
