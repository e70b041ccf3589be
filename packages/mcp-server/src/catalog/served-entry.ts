import { writeSkill } from "@gaia/manifest";
import { skillEntry, SkillCatalogError, type Skill } from "@modelcontextprotocol/server/ext/skills";
import { readJudged } from "./judged-files.ts";
import type { JudgedSkill, MadeFile, ServedSkill } from "./served-skill.ts";

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
  skillFile: MadeFile | null;
}

/** A judged skill with its address and its entry of the Skills extension; `notes` says what could not be offered of it. */
export async function toServed(skill: JudgedSkill): Promise<{ skill: ServedSkill; notes: string[] }> {
  const { name } = skill.runnable;
  const path = skill.scope === "local" ? `${LOCAL_PREFIX}/${name}` : name;
  const listed = await listedAs(skill, path);
  const rootUri = `${BASE}${path}`;
  if ("entry" in listed) return { skill: { ...skill, rootUri, ...listed }, notes: [] };
  const notes = [`${name}: ${NOT_LISTED}: ${listed.problem}`];
  return { skill: { ...skill, rootUri, entry: null, skillFile: null }, notes };
}

/** A problem: no SKILL.md can be made of it, or one that breaks the rules of the extension. */
async function listedAs(skill: JudgedSkill, path: string): Promise<Listed | { problem: string }> {
  const bytes = skill.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (skill.files.length > LIMITS.files || bytes > LIMITS.bytes)
    return { problem: "it is larger than clients have to take" };
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const file of skill.files) {
    const read = await readJudged(skill, file);
    if (read === null) return { problem: `${file.path} was changed` };
    files[file.path] = read;
  }
  if (files[SKILL_FILE] === undefined) return listedAsMade(skill, path, files);
  const published = await entryOf(path, files);
  if ("entry" in published) return { entry: published.entry, skillFile: null };
  const made = await listedAsMade(skill, path, files);
  return "entry" in made ? made : published;
}

/**
 * With SKILL.md as the open standard has it, what is nested below `metadata` as JSON. Clients take text alone there, and hold the entry
 * against the SKILL.md that they read: it has to be the file that has text alone. The other files are the published ones.
 */
async function listedAsMade(skill: JudgedSkill, path: string, files: Files): Promise<Listed | { problem: string }> {
  const own = Object.entries(files).map(([name, bytes]) => ({ path: name, bytes }));
  const written = writeSkill(skill.manifest, own, "agent-skills");
  if ("impossible" in written) return { problem: written.impossible.map(({ message }) => message).join("; ") };
  const bytes = written.files.find((file) => file.path === SKILL_FILE)?.bytes;
  if (bytes === undefined) return { problem: `${SKILL_FILE} could not be made` };
  const listed = await entryOf(path, { ...files, [SKILL_FILE]: bytes });
  if ("problem" in listed) return listed;
  const { provenance, instructions } = skill.manifest;
  const from = skill.files.filter((file) => [provenance.manifestFile, instructions.file].includes(file.path));
  return { entry: listed.entry, skillFile: { bytes, from } };
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
