import type { FoundCommands } from "./found-command.ts";
import { readYaml } from "./yaml-document.ts";
import { yamlLines } from "./yaml-lines.ts";
import { commandsOf } from "./yaml-walk.ts";

/**
 * The commands in YAML, by the keys that hand a text to a shell: `run:` of workflows, `script:` lists, `command:` of hooks; however
 * the text spells them. What no parser reads (a template, most of the time) is looked through line by line, too.
 */
export function yamlCommands(text: string): FoundCommands {
  const yaml = readYaml(text);
  const parsed = yaml === null ? [] : commandsOf(yaml);
  const lines = yaml === null || yaml.isBroken ? yamlLines(text) : null;
  const known = new Set(parsed.map((each) => each.text.trim()));
  const found = [...parsed, ...(lines?.found ?? []).filter((each) => !known.has(each.text.trim()))];
  return {
    found: found.filter((each) => /\S[\s\S]*[\s/]\S|\.sh$/.test(each.text)),
    isWhole: yaml !== null && (lines?.isWhole ?? true),
  };
}
