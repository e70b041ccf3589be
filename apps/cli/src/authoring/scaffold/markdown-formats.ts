import { titleOf, type NewSkill, yamlText } from "./new-skill.ts";

const TOOLS_PY = `from gaia.agents.base.tools import tool


@tool
def greet(name: str) -> dict:
    """Greet a person by name."""
    return {"greeting": "Hello, " + name}
`;

const pageOf = ({ name, description }: NewSkill, step: string): string =>
  `# ${titleOf(name)}\n\n${description}\n\n## Steps\n\n1. ${step}\n2. Say what came of it in one sentence.\n`;

const withTool = (skill: NewSkill): string => pageOf(skill, "Call `greet` with the name of whom to greet.");

/** The formats whose manifest is a page with front matter. */
export const markdownFormats = {
  "gaia-0.1": (skill: NewSkill) => ({
    "SKILL.md": `---
name: ${skill.name}
version: 0.1.0
description: ${yamlText(skill.description)}
author: ${yamlText(skill.author)}
license: ${skill.license}
permissions:
  - filesystem:none
  - network:none
tools:
  - name: greet
    description: Greet a person by name
    parameters:
      name:
        type: string
        required: true
    returns:
      type: object
security_tier: experimental
---

${withTool(skill)}`,
    "tools.py": TOOLS_PY,
  }),
  // As the reference reader of Agent Skills takes it, too: it knows no `version` at the top, and no flow style.
  gaia: (skill: NewSkill) => ({
    "SKILL.md": `---
name: ${skill.name}
description: ${yamlText(skill.description)}
license: ${skill.license}
metadata:
  author: ${yamlText(skill.author)}
  version: "0.1.0"
  gaia:
    security_tier: experimental
    permissions:
      - filesystem:none
      - network:none
    tools:
      - name: greet
        description: Greet a person by name
        parameters:
          name:
            type: string
            required: true
---

${withTool(skill)}`,
    "tools.py": TOOLS_PY,
  }),
  "agent-skills": (skill: NewSkill) => ({
    "SKILL.md": `---
name: ${skill.name}
description: ${yamlText(skill.description)}
license: ${skill.license}
metadata:
  author: ${yamlText(skill.author)}
  version: "0.1.0"
---

${pageOf(skill, "Write a greeting of one line, with the name of whom to greet.")}`,
  }),
  openclaw: (skill: NewSkill) => ({
    "SKILL.md": `---
name: ${skill.name}
description: ${yamlText(skill.description)}
version: 0.1.0
license: ${skill.license}
metadata:
  openclaw:
    requires:
      bins: []
---

${pageOf(skill, "Write a greeting of one line, with the name of whom to greet.")}`,
  }),
  "openclaw-draft": (skill: NewSkill) => ({
    "SKILL.md": `---
claw_version: 1
name: ${skill.name}
version: 0.1.0
description: ${yamlText(skill.description)}
network: false
actions:
  - name: greet
    description: Greet a person by name
    handler: handlers/greet.py
    parameters:
      name:
        type: string
        required: true
---

${withTool(skill)}`,
    "handlers/greet.py": `def greet(name):\n    return {"greeting": "Hello, " + name}\n`,
  }),
  "skill-md": (skill: NewSkill) => ({
    [`${skill.name}.skill.md`]: `---
name: ${skill.name}
version: 0.1.0
description: ${yamlText(skill.description)}
category: general
tags: [greeting]
---

# ${titleOf(skill.name)}

${skill.description}

## Capabilities

- Greet a person by name

## Work Direction

1. Use \`greet\`

## Provided Tools

### greet

Greet a person by name.

**Parameters:**
- \`name\` (string, required): Whom to greet

**Returns:**
- \`greeting\` (string): The greeting

**Implementation:**

\`\`\`typescript
async (params, context) => {
  return { greeting: "Hello, " + params.name };
}
\`\`\`

## Test Cases

### Test Case 1: A name

**Input:**
\`\`\`json
{ "name": "Ada" }
\`\`\`

**Expected Output:**
\`\`\`json
{ "greeting": "Hello, Ada" }
\`\`\`
`,
  }),
};
