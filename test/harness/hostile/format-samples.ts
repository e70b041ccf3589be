import { sampleFiles } from "../samples.ts";

/** A small sound package of one format. `yaml` and `json` put something into its manifest, as the last field. */
export interface FormatSample {
  format: string;
  /** Given at publish, for a format whose manifests need not have one. */
  query?: string;
  files: (name: string, addition?: string) => Record<string, string>;
}

const BODY = "\n# Sample\n\nSays hello.\n";
const front = (lines: string[], addition: string): string =>
  `---\n${lines.join("\n")}\n${addition}${addition === "" ? "" : "\n"}---\n${BODY}`;

/** Formats whose manifest begins with YAML. */
export const YAML_SAMPLES: FormatSample[] = [
  {
    format: "gaia-0.1",
    files: (name, addition = "") => {
      const files = sampleFiles({ name }) as Record<string, string>;
      const manifest = files["SKILL.md"]?.replace(/\n---\n/, `\n${addition}${addition === "" ? "" : "\n"}---\n`);
      return { ...files, "SKILL.md": manifest ?? "" };
    },
  },
  {
    format: "gaia",
    query: "?version=1.0.0",
    files: (name, addition = "") => ({
      "SKILL.md": front(
        [
          `name: ${name}`,
          "description: Says hello when somebody comes in",
          "license: MIT",
          "metadata:",
          "  gaia:",
          "    permissions: [filesystem:none]",
          "    tools:",
          "      - {name: greet, description: Greets, parameters: {name: {type: string, required: true}}}",
        ],
        addition,
      ),
      "tools.py": (sampleFiles({ name }) as Record<string, string>)["tools.py"] ?? "",
    }),
  },
  {
    format: "agent-skills",
    query: "?version=1.0.0",
    files: (name, addition = "") => ({
      "SKILL.md": front([`name: ${name}`, "description: Says hello when somebody comes in", "license: MIT"], addition),
    }),
  },
  {
    format: "openclaw",
    files: (name, addition = "") => ({
      "SKILL.md": front(
        [
          `name: ${name}`,
          "description: Says hello when somebody comes in",
          "version: 1.0.0",
          "license: MIT",
          "metadata:",
          "  openclaw:",
          "    requires: {env: [HELLO_KEY], bins: [curl]}",
          "    primaryEnv: HELLO_KEY",
        ],
        addition,
      ),
    }),
  },
  {
    format: "openclaw-draft",
    files: (name, addition = "") => ({
      "SKILL.md": front(
        [
          `name: ${name}`,
          "claw_version: 1",
          "version: 1.0.0",
          "description: Says hello when somebody comes in",
          "license: MIT",
          "network: true",
          "actions:",
          "  - {name: greet, description: Greets, handler: handlers/greet.py}",
        ],
        addition,
      ),
      "handlers/greet.py": "def greet():\n    return {}\n",
    }),
  },
  {
    format: "skill-md",
    files: (name, addition = "") => ({
      [`${name}.skill.md`]: `${front(
        [`name: ${name}`, "version: 1.0.0", "description: Says hello when somebody comes in"],
        addition,
      )}
## Capabilities

- Says hello

## Provided Tools

### greet

Greets somebody.

**Parameters:**
- \`name\` (string, required): Whom

**Returns:**
- \`text\` (string): What is said

**Implementation:**

\`\`\`typescript
async (params, context) => {
  return { text: params.name };
}
\`\`\`
`,
    }),
  },
];

const SCHEMA = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

const object = (fields: Record<string, unknown>, addition: string): string => {
  const text = JSON.stringify(fields, null, 2);
  return addition === "" ? text : `${text.slice(0, -2)},\n  ${addition}\n}`;
};

/** Formats whose manifest is JSON. */
export const JSON_SAMPLES: (FormatSample & { manifest: string })[] = [
  {
    format: "aria-2",
    manifest: "skill.json",
    files: (name, addition = "") => ({
      "skill.json": object(
        {
          name: `aria-${name}`,
          version: "1.0.0",
          description: "Says hello when somebody comes in",
          author: "Somebody",
          layer: 3,
          dependencies: ["api_client"],
          focus_affinity: ["social"],
          tools: [{ name: "greet", description: "Greets", input_schema: SCHEMA }],
        },
        addition,
      ),
      "__init__.py": ariaCode(name),
    }),
  },
  {
    format: "miaos",
    manifest: "miaos.skill.json",
    query: "?version=1.0.0",
    files: (name, addition = "") => ({
      "miaos.skill.json": object(
        {
          id: name,
          name: "Greeter",
          description: "Says hello when somebody comes in",
          parameters: SCHEMA,
          entryPoint: "run.js",
        },
        addition,
      ),
      "run.js": "console.log('{}');\n",
    }),
  },
  {
    format: "miaos",
    manifest: "package.json",
    files: (name, addition = "") => ({
      "package.json": object(
        {
          name: `miaos-skill-${name}`,
          version: "1.0.0",
          license: "MIT",
          keywords: ["miaos-skill"],
          skill: {
            id: name,
            name: "Greeter",
            description: "Says hello when somebody comes in",
            parameters: SCHEMA,
            entryPoint: "run.js",
          },
        },
        addition,
      ),
      "run.js": "console.log('{}');\n",
    }),
  },
];

function ariaCode(name: string): string {
  const snake = name.replaceAll("-", "_");
  const pascal = name
    .split("-")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join("");
  return `from aria_skills.base import BaseSkill, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class ${pascal}Skill(BaseSkill):
    @property
    def name(self) -> str:
        return "${snake}"

    async def initialize(self) -> bool:
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def greet(self, name: str) -> dict:
        return {"text": name}
`;
}
