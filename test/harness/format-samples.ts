import type { SampleFiles } from "./samples.ts";
import { helloWorld } from "./samples.ts";

/** One small hand-written skill of every format the registry reads, by format. `query` is what publish needs beside it. */
export const FORMAT_SAMPLES: Record<string, { name: string; version: string; query: string; files: SampleFiles }> = {
  "gaia-0.1": { name: "hello-world", version: "0.1.0", query: "", files: helloWorld() },
  gaia: {
    name: "unit-converter",
    version: "1.2.0",
    query: "",
    files: {
      "SKILL.md": `---
name: unit-converter
description: Converts lengths between metric and imperial units. Use when a text mixes both.
version: 1.2.0
license: MIT
metadata:
  gaia:
    security_tier: experimental
    permissions:
      - filesystem:none
      - network:none
    tools:
      - name: to_metres
        description: Convert feet to metres
        parameters:
          feet: {type: number, required: true}
---

# Unit converter

Call \`to_metres\` with a length in feet.
`,
      "tools.py": `from gaia.agents.base.tools import tool


@tool
def to_metres(feet: float) -> dict:
    """Convert feet to metres."""
    return {"metres": feet * 0.3048}
`,
    },
  },
  "agent-skills": {
    name: "release-notes",
    version: "0.2.0",
    query: "?version=0.2.0",
    files: {
      "SKILL.md": `---
name: release-notes
description: Writes release notes from a list of merged changes. Use when a version is about to be published.
license: Apache-2.0
---

# Release notes

Group the changes by what a user notices. Put breaking changes first.
`,
    },
  },
  openclaw: {
    name: "json-peek",
    version: "1.0.3",
    query: "",
    files: {
      "SKILL.md": `---
name: json-peek
description: Looks into large JSON files with jq.
version: 1.0.3
metadata:
  openclaw:
    emoji: "🔎"
    requires:
      bins: [jq]
---

# JSON peek

Run \`jq 'keys' FILE\` first, then narrow down.
`,
    },
  },
  "openclaw-draft": {
    name: "word-count",
    version: "0.4.0",
    query: "?version=0.4.0",
    files: {
      "SKILL.md": `---
claw_version: 1
name: word-count
description: Counts the words of a text.
network: false
actions:
  - name: count_words
    description: Count the words of a text
    handler: handlers/count.py
    parameters:
      text: {type: string, required: true}
---

# Word count

Counts words.
`,
      "handlers/count.py": `def count_words(text):
    return {"words": len(text.split())}
`,
    },
  },
  "aria-2": {
    name: "goal-notes",
    version: "2.0.0",
    query: "",
    files: {
      "skill.json": `${JSON.stringify(
        {
          name: "aria-goal-notes",
          version: "2.0.0",
          description: "Keeps short notes beside a goal.",
          author: "Aria Team",
          layer: 3,
          dependencies: ["api_client"],
          focus_affinity: ["orchestrator"],
          // What the format has no field for is carried in this block.
          gaia: { permissions: ["network:none", "filesystem:none"] },
          tools: [
            {
              name: "add_note",
              description: "Add a note to a goal.",
              input_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
            },
          ],
        },
        null,
        2,
      )}\n`,
      "__init__.py": `from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class GoalNotesSkill(BaseSkill):
    """Keeps short notes beside a goal."""

    @property
    def name(self) -> str:
        return "goal_notes"

    async def initialize(self) -> bool:
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def add_note(self, text: str) -> SkillResult:
        """Add a note to a goal."""
        return SkillResult.ok({"note": text})
`,
    },
  },
  "skill-md": {
    name: "reading-time",
    version: "1.0.0",
    query: "",
    files: {
      "reading-time.skill.md": `---
name: reading-time
version: 1.0.0
description: Estimates how long a text takes to read
category: writing
tags: [reading, text]
---

# Reading Time

Estimates how long a text takes to read.

## Capabilities

- Estimate reading time

## Work Direction

1. Use \`estimate_time\`

## Provided Tools

### estimate_time

Estimate the reading time of a text.

**Parameters:**
- \`text\` (string, required): The text

**Returns:**
- \`minutes\` (number): Minutes

**Implementation:**

\`\`\`typescript
async (params, context) => {
  return { minutes: params.text.split(" ").length / 200 };
}
\`\`\`

## Test Cases

### Test Case 1: Short text

**Input:**
\`\`\`json
{ "text": "one two" }
\`\`\`

**Expected Output:**
\`\`\`json
{ "minutes": 0.01 }
\`\`\`
`,
    },
  },
  miaos: {
    name: "coin-flip",
    version: "1.1.0",
    query: "",
    files: {
      "package.json": `${JSON.stringify(
        {
          name: "miaos-skill-coin-flip",
          version: "1.1.0",
          license: "MIT",
          author: "Mia",
          keywords: ["miaos-skill"],
          skill: {
            id: "coin-flip",
            name: "Coin flip",
            description: "Flips a coin and says which side is up.",
            parameters: { type: "object", properties: { times: { type: "integer" } } },
            entryPoint: "run.js",
            gaia: { permissions: ["network:none", "filesystem:none", "shell:none"] },
          },
        },
        null,
        2,
      )}\n`,
      "run.js": `process.stdin.on("data", () => console.log(JSON.stringify({ side: "heads" })));\n`,
    },
  },
};
