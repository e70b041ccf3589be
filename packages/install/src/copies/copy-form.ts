import { type PackageFile, withoutReserved } from "@gaia/archive";
import { findLoaderCases, portableCopy, readersOf, readSkill, refusedBy } from "@gaia/manifest";
import { digestOfFiles } from "../digest-of-files.ts";
import { type AgentName, AGENTS } from "../home/agents.ts";
import type { CopyForm, LockEntry } from "../home/skill-lock.ts";
import { isGeneratedRequirements } from "../terms/generated-files.ts";

const SKILL_FILE = "SKILL.md";

/** A copy of a skill in one form: its files and their digest, and what it lacks of what was published, in sentences. */
export interface MadeCopy {
  form: CopyForm;
  files: PackageFile[];
  digest: string;
  leftOut: string[];
}

/** Why there is no copy, as a sentence. */
export interface NoCopy {
  impossible: string;
}

/** A skill that is installed, or about to be: `files` as they lie in its place, receipts included. */
export interface Subject {
  name: string;
  entry: Pick<LockEntry, "version" | "agents" | "enabled" | "as_published">;
  files: readonly PackageFile[];
}

/** The copy for one agent's directory. Pure. */
export const copyFor = (owner: AgentName, subject: Subject): MadeCopy | NoCopy =>
  copyIn(formFor(owner, subject), subject);

/**
 * The form of the copy in one agent's directory. `.agents/skills` has the portable one, whatever reads it; the directory of one agent the
 * published bytes where all that read it load them. A package without a SKILL.md has no other than the portable one. Pure.
 */
export function formFor(owner: AgentName, { name, entry, files }: Subject): CopyForm {
  if (!hasSkillFile(files)) return "portable";
  if (entry.as_published) return "published";
  if (owner === "agents") return "portable";
  const readers: readonly string[] = [owner, ...readersOf(AGENTS[owner].user)];
  const packaged = withoutReserved(files).filter((file) => !isGenerated(file));
  const cases = findLoaderCases(packaged, { folder: name });
  // A second SKILL.md would be listed by whatever name it has, which may be another skill's.
  const isOther =
    cases.some((one) => one.case === "second-skill") || refusedBy(cases).some((one) => readers.includes(one));
  return isOther ? "portable" : "published";
}

/** The copy in this form. Pure. */
export function copyIn(form: CopyForm, { entry, files }: Subject): MadeCopy | NoCopy {
  const own = withoutReserved(files);
  if (form === "published")
    return hasSkillFile(own)
      ? { form, files: own, digest: digestOfFiles(own), leftOut: [] }
      : { impossible: `The package has no ${SKILL_FILE}.` };
  const packaged = own.filter((file) => !isGenerated(file));
  const { skill } = readSkill(packaged, { version: entry.version });
  if (skill === null) return { impossible: "This version cannot read the skill's manifest." };
  const copy = portableCopy(skill, packaged);
  if ("impossible" in copy) return copy;
  const taken = new Set(copy.files.map(({ path }) => path));
  const generated = own.filter((file) => isGenerated(file) && !taken.has(file.path));
  const all = [...copy.files, ...generated];
  return { form, files: all, digest: digestOfFiles(all), leftOut: copy.leftOut };
}

const hasSkillFile = (files: readonly PackageFile[]): boolean => files.some(({ path }) => path === SKILL_FILE);

/** What an install wrote beside a package's own files. */
const isGenerated = ({ path, bytes }: PackageFile): boolean => isGeneratedRequirements(path, bytes);
