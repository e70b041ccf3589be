import { classOf, type NewSkill, titleOf } from "./new-skill.ts";

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The formats whose manifest is JSON beside the code. */
export const codeFormats = {
  "aria-2": (skill: NewSkill) => ({
    "skill.json": toJson({
      name: `aria-${skill.name}`,
      version: "0.1.0",
      description: skill.description,
      author: skill.author,
      layer: 3,
      // `api_client` is for skills that use the database, and an install looks for it in the registry.
      dependencies: [],
      focus_affinity: ["orchestrator"],
      // What the format has no field for is carried in this block.
      gaia: { permissions: ["network:none", "filesystem:none"] },
      tools: [
        {
          name: "greet",
          description: "Greet a person by name.",
          input_schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      ],
    }),
    "__init__.py": `from aria_skills.base import BaseSkill, SkillConfig, SkillResult, SkillStatus
from aria_skills.registry import SkillRegistry


@SkillRegistry.register
class ${classOf(skill.name)}Skill(BaseSkill):
    """Greets a person by name."""

    @property
    def name(self) -> str:
        return "${skill.name.replaceAll("-", "_")}"

    async def initialize(self) -> bool:
        return True

    async def health_check(self) -> SkillStatus:
        return SkillStatus.AVAILABLE

    async def greet(self, name: str) -> SkillResult:
        """Greet a person by name."""
        return SkillResult.ok({"greeting": "Hello, " + name})
`,
  }),
  miaos: (skill: NewSkill) => ({
    "package.json": toJson({
      name: `miaos-skill-${skill.name}`,
      version: "0.1.0",
      license: skill.license,
      author: skill.author,
      keywords: ["miaos-skill"],
      skill: {
        id: skill.name,
        name: titleOf(skill.name),
        description: skill.description,
        parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        entryPoint: "run.js",
        gaia: { permissions: ["network:none", "filesystem:none"] },
      },
    }),
    "run.js": `process.stdin.on("data", (text) => {
  const { name } = JSON.parse(text);
  console.log(JSON.stringify({ greeting: "Hello, " + name }));
});
`,
  }),
};
