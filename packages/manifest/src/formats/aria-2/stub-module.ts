/** Where Aria looks for a skill's class. */
export const STUB_MODULE = "__init__.py";

/** What the class has besides its tools. */
export const STUB_METHODS: readonly string[] = ["name", "initialize", "health_check", "config", "close"];

/**
 * An `__init__.py` for a skill that had none: the class that the standard requires, with one method a tool. Nothing was ported, and each
 * method says so; a skill without tools has nothing to port and is healthy. `directory` and the tools are Python identifiers: no other
 * text of the skill becomes code.
 */
export function stubModule(directory: string, tools: readonly string[]): string {
  const words = directory.split("_").filter((word) => word !== "");
  const pascal = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
  const className = `${/^[A-Z]/.test(pascal) ? "" : "Skill"}${pascal}Skill`;
  const status = tools.length === 0 ? "AVAILABLE" : "UNAVAILABLE";
  const lines = [
    `"""Written by a conversion: the skill ${directory} had no Python class of its own. Its instructions are in SKILL.md."""`,
    "",
    "from aria_skills.base import BaseSkill, SkillStatus",
    "from aria_skills.registry import SkillRegistry",
    "",
    "",
    "@SkillRegistry.register",
    `class ${className}(BaseSkill):`,
    `    """The skill ${directory}; ${tools.length === 0 ? "it has no tools" : "its tools were not ported"}."""`,
    "",
    "    @property",
    "    def name(self) -> str:",
    `        return "${directory}"`,
    "",
    "    async def initialize(self) -> bool:",
    "        return True",
    "",
    "    async def health_check(self) -> SkillStatus:",
    `        return SkillStatus.${status}`,
    ...tools.flatMap((tool) => [
      "",
      `    async def ${tool}(self, **arguments):`,
      `        """Not ported; see skill.json for what it takes."""`,
      `        raise NotImplementedError("The tool ${tool} was not ported to Aria.")`,
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
