import { skillEntry, SkillCatalogError, type Skill } from "@modelcontextprotocol/server/ext/skills";
import { readJudged } from "./judged-files.ts";
import type { JudgedSkill, ServedSkill } from "./served-skill.ts";

const BASE = "skill://";
/** No skill has this name, as none has a dot: what is local is told apart by its address. */
const LOCAL_PREFIX = "local.skills";
/** What every host of the Skills extension takes (its section "Limits"). */
const LIMITS = { files: 512, bytes: 16_777_216 };

/** Of a manifest with a mapping below `metadata`, as that of `metadata.gaia`, too: its clients take text alone there. */
const NOT_LISTED = "offered as tools, prompt and resources, and not in skills/list, which takes less";

/** A judged skill with its address and its entry of the Skills extension; `notes` says what could not be offered of it. */
export async function toServed(skill: JudgedSkill): Promise<{ skill: ServedSkill; notes: string[] }> {
  const { name } = skill.runnable;
  const path = skill.scope === "local" ? `${LOCAL_PREFIX}/${name}` : name;
  const notes: string[] = [];
  const entry = await entryOf(skill, path);
  if (typeof entry === "string") notes.push(`${name}: ${NOT_LISTED}: ${entry}`);
  const served = { ...skill, rootUri: `${BASE}${path}`, entry: typeof entry === "string" ? null : entry };
  return { skill: served, notes };
}

/** Null: it is of another format. A text: it would be an Agent Skill, and breaks the rules of the extension. */
async function entryOf(skill: JudgedSkill, path: string): Promise<Skill | string | null> {
  if (!skill.files.some((file) => file.path === "SKILL.md")) return null;
  const bytes = skill.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (skill.files.length > LIMITS.files || bytes > LIMITS.bytes) return "it is larger than clients have to take";
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const file of skill.files) {
    const read = await readJudged(skill, file);
    if (read === null) return `${file.path} was changed`;
    files[file.path] = read;
  }
  try {
    return await skillEntry(path, files);
  } catch (error) {
    if (error instanceof SkillCatalogError) return error.problems.map(({ message }) => message).join("; ");
    throw error;
  }
}

/** The address of a file of a skill. */
export const fileUri = (skill: Pick<ServedSkill, "rootUri">, path: string): string =>
  `${skill.rootUri}/${path.split("/").map(encodeURIComponent).join("/")}`;
