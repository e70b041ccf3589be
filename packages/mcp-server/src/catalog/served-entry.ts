import { writeSkill } from "@gaia/manifest";
import { skillEntry, SkillCatalogError, type Skill } from "@modelcontextprotocol/server/ext/skills";
import { readJudged } from "./judged-files.ts";
import type { JudgedSkill, ServedSkill } from "./served-skill.ts";

const BASE = "skill://";
/** No skill has this name, as none has a dot: what is local is told apart by its address. */
const LOCAL_PREFIX = "local.skills";
/** What every host of the Skills extension takes (its section "Limits"). */
const LIMITS = { files: 512, bytes: 16_777_216 };

const NOT_LISTED = "offered as tools, prompt and resources, and not in skills/list, which takes less";
const SKILL_FILE = "SKILL.md";

type Files = Readonly<Record<string, Uint8Array>>;

/** `skillFile`: SKILL.md as clients get it, where that is another than the published one. */
interface Listed {
  entry: Skill;
  skillFile: Uint8Array | null;
}

/** A judged skill with its address and its entry of the Skills extension; `notes` says what could not be offered of it. */
export async function toServed(skill: JudgedSkill): Promise<{ skill: ServedSkill; notes: string[] }> {
  const { name } = skill.runnable;
  const path = skill.scope === "local" ? `${LOCAL_PREFIX}/${name}` : name;
  const listed = await listedAs(skill, path);
  const rootUri = `${BASE}${path}`;
  if (listed !== null && "entry" in listed) return { skill: { ...skill, rootUri, ...listed }, notes: [] };
  const notes = listed === null ? [] : [`${name}: ${NOT_LISTED}: ${listed.problem}`];
  return { skill: { ...skill, rootUri, entry: null, skillFile: null }, notes };
}

/** Null: it is of another format. A problem: it would be an Agent Skill, and breaks the rules of the extension. */
async function listedAs(skill: JudgedSkill, path: string): Promise<Listed | { problem: string } | null> {
  if (!skill.files.some((file) => file.path === SKILL_FILE)) return null;
  const bytes = skill.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (skill.files.length > LIMITS.files || bytes > LIMITS.bytes)
    return { problem: "it is larger than clients have to take" };
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const file of skill.files) {
    const read = await readJudged(skill, file);
    if (read === null) return { problem: `${file.path} was changed` };
    files[file.path] = read;
  }
  const published = await entryOf(path, files);
  if ("problem" in published) return (await listedAsText(skill, path, files)) ?? published;
  return { entry: published.entry, skillFile: null };
}

/**
 * With SKILL.md as the open standard has it, what is nested below `metadata` as JSON. Clients take text alone there, and hold the entry
 * against the SKILL.md that they read: it has to be the file that has text alone. Null: that is no entry either.
 */
async function listedAsText(skill: JudgedSkill, path: string, files: Files): Promise<Listed | null> {
  const own = Object.entries(files).map(([name, bytes]) => ({ path: name, bytes }));
  const written = writeSkill(skill.manifest, own, "agent-skills");
  if ("impossible" in written) return null;
  const skillFile = written.files.find((file) => file.path === SKILL_FILE)?.bytes;
  if (skillFile === undefined) return null;
  const made = await entryOf(path, { ...files, [SKILL_FILE]: skillFile });
  return "problem" in made ? null : { entry: made.entry, skillFile };
}

async function entryOf(path: string, files: Files): Promise<{ entry: Skill } | { problem: string }> {
  try {
    return { entry: await skillEntry(path, files) };
  } catch (error) {
    if (!(error instanceof SkillCatalogError)) throw error;
    return { problem: error.problems.map(({ message }) => message).join("; ") };
  }
}

/** The address of a file of a skill. */
export const fileUri = (skill: Pick<ServedSkill, "rootUri">, path: string): string =>
  `${skill.rootUri}/${path.split("/").map(encodeURIComponent).join("/")}`;
