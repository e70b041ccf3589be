import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../../../test/harness/describe-with.ts";
import { service } from "../../../test/harness/services.ts";
import { testSkill } from "../src/index.ts";
import { startPythonIndex } from "./python-index.ts";
import { type RunPlace, runPlace } from "./run-context.ts";

const pytest = await service("pytest");
let index: { url: string; close(): void } | null = null;
let place: RunPlace;

beforeAll(async () => {
  index = pytest.available ? await startPythonIndex(pytest.url) : null;
  place = await runPlace({ environment: { PIP_INDEX_URL: index?.url ?? "http://127.0.0.1:1/simple" } });
});
afterAll(async () => {
  index?.close();
  await place.remove();
});

const block = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const oneCase = (title: string, input: unknown, expected: unknown): string =>
  `### ${title}\n\n**Input:**\n\n${block(input)}\n\n**Expected Output:**\n\n${block(expected)}\n`;

await describeWith("bubblewrap", "a skill's own tests", () => {
  test("cases that Skill Markdown declares: what is expected is there, or where it differs is said", async () => {
    const text = `---
name: halves
version: 1.0.0
description: Halves numbers.
---

# Halves

Halves numbers.

## Provided Tools

### halve

Halves it.

**Parameters:**
- \`value\` (number, required): The number

**Implementation:**

\`\`\`typescript
async (params, context) => ({ half: params.value / 2, of: params.value })
\`\`\`

## Test Cases

${[
  oneCase("An even one", { value: 4 }, { half: 2 }),
  oneCase("A wrong one", { value: 4 }, { half: 3 }),
  oneCase("No number", { value: "four" }, { half: 3 }),
].join("\n")}`;
    const skill = await place.skill("halves", { "halves.skill.md": text });
    const report = await testSkill(place.ctx, skill);
    expect(report.ok).toBe(false);
    expect(report.cases).toEqual([
      { name: "An even one", kind: "declared", outcome: "passed", message: null },
      { name: "A wrong one", kind: "declared", outcome: "failed", message: "output.half is 2, not 3" },
      { name: "No number", kind: "declared", outcome: "failed", message: "halve: value has to be a number." },
    ]);
  });

  test.skipIf(!pytest.available)("tests/ with pytest, confined as its tools are", async () => {
    const skill = await place.toolSkill("tested", ["network:none"]);
    await place.layDown("person/.gaia/skills/tested/tests", {
      "test_tools.py": `
import os
import pytest
from tools import greet

def test_greets():
    assert greet("Ada")["message"] == "Hello, Ada!"

def test_sees_no_home():
    assert not os.path.exists(${JSON.stringify(place.ctx.userHome)} + "/.ssh")

def test_fails():
    assert greet("Ada")["message"] == "Bye"

@pytest.mark.skip
def test_later():
    pass
`,
    });
    const report = await testSkill(place.ctx, skill);
    const ended = report.cases.map(({ name, outcome }) => [name, outcome]);
    expect(ended, JSON.stringify(report.cases)).toEqual([
      ["tests/test_tools.py::test_greets", "passed"],
      ["tests/test_tools.py::test_sees_no_home", "passed"],
      ["tests/test_tools.py::test_fails", "failed"],
      ["tests/test_tools.py::test_later", "skipped"],
    ]);
    expect(report.cases[2]?.message).toContain("Bye");
    expect(report.ok).toBe(false);
  });
});
