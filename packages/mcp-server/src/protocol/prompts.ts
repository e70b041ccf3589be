import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Catalog } from "../catalog/catalog.ts";
import { readJudged } from "../catalog/judged-files.ts";
import type { KeptCatalog } from "../catalog/kept-catalog.ts";
import type { ServedSkill } from "../catalog/served-skill.ts";
import { cleaned } from "./cleaned-text.ts";
import { metaOf } from "./tool-list.ts";

const ARGUMENT = "task";
const LONGEST_TASK = 65_536;

/** Skills whose instructions a person can put into a conversation: those that have some, and whose author does not keep them from it. */
export const listedPrompts = ({ skills }: Catalog): Prompt[] => skills.filter(isPrompt).map(toPrompt);

function isPrompt({ manifest, files }: ServedSkill): boolean {
  const { file, bodyStart } = manifest.instructions;
  const size = files.find(({ path }) => path === file)?.sizeBytes ?? 0;
  return manifest.kind !== "mcp" && manifest.invocation.user?.value !== false && size > bodyStart;
}

function toPrompt(skill: ServedSkill): Prompt {
  const { manifest, runnable } = skill;
  const hint = manifest.invocation.argumentHint?.value;
  return {
    name: runnable.name,
    title: cleaned(manifest.displayName.value, 128),
    description: cleaned(manifest.description.value, 1_024),
    arguments: [
      {
        name: ARGUMENT,
        description: hint === undefined ? "What it is to be used for" : cleaned(hint, 256),
        required: false,
      },
    ],
    _meta: metaOf(skill),
  };
}

/** The instructions of a skill as one message, with where they come from and where its files are. */
export async function promptOf(
  kept: KeptCatalog,
  { name, task }: { name: string; task: string | undefined },
): Promise<GetPromptResult> {
  const skill = await findPrompt(kept, name);
  const file = skill.manifest.instructions.file;
  const text = await instructionsOf(skill);
  if (text === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${file} of ${name} was changed`);
  const asked =
    task === undefined || task === "" ? "" : `\n\nWhat it is to be used for: ${task.slice(0, LONGEST_TASK)}`;
  const said = `${headOf(skill)}\n\n${text}${asked}`;
  return {
    description: cleaned(skill.manifest.description.value, 1_024),
    messages: [{ role: "user", content: { type: "text", text: said } }],
  };
}

async function findPrompt(kept: KeptCatalog, name: string): Promise<ServedSkill> {
  const { skills, refused } = await kept.current();
  const found = skills.find((one) => one.runnable.name === name && isPrompt(one));
  if (found !== undefined) return found;
  const why = refused.find((one) => one.name === name)?.reason;
  const shown = JSON.stringify(cleaned(name, 128));
  const text = why === undefined ? `There is no skill ${shown} with instructions` : `${shown} is not offered: ${why}`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, cleaned(text, 600));
}

async function instructionsOf(skill: ServedSkill): Promise<string | null> {
  const { file, bodyStart } = skill.manifest.instructions;
  const judged = skill.files.find(({ path }) => path === file);
  const bytes = judged === undefined ? null : await readJudged(skill, judged);
  return bytes === null ? null : Buffer.from(bytes.subarray(bodyStart)).toString("utf8").trim();
}

function headOf({ runnable, scope, origin, rootUri }: ServedSkill): string {
  const whose =
    scope === "local" || origin === null
      ? "this repository's own skill, for which no registry vouches"
      : `a skill of ${origin.publisher} from ${origin.registry}, tier ${runnable.tier}`;
  return `Instructions of ${runnable.name} ${runnable.version}, ${whose}. Files that they name are resources below ${rootUri}/.`;
}
