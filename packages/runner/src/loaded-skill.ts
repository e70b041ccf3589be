import { type PackageFile, withoutReserved, sha256Hex } from "@gaia/archive";
import { isLocalFile, readFiles } from "@gaia/install/installed";
import { type CanonicalSkill, readSkill } from "@gaia/manifest";
import { RunError, type RunnableSkill } from "./context.ts";

/** A skill with what its files say. */
export interface LoadedSkill {
  skill: RunnableSkill;
  manifest: CanonicalSkill;
  /** Its own files: these bytes are what is run. */
  files: readonly PackageFile[];
}

/**
 * Reads a skill's files, once, and its manifest.
 * @throws RunError `not_runnable` when the manifest cannot be read, `changed` when something else lies there than what was judged
 */
export async function loadSkill(skill: RunnableSkill): Promise<LoadedSkill> {
  const all = skill.files ?? (await readOwn(skill));
  if (skill.digests !== null) ensureJudged(skill, skill.digests, all);
  const files = withoutReserved(all);
  const read = readSkill(files, { defaultVersion: skill.version, mode: "import", folder: skill.name });
  if (read.skill !== null) return { skill, manifest: read.skill, files };
  const first = read.diagnostics.find(({ severity }) => severity === "error");
  throw new RunError(
    "not_runnable",
    `The manifest of ${skill.name} cannot be read: ${first?.message ?? "it has errors."}`,
  );
}

/** Caches, environments and version control stand in a working copy and belong to no skill; an installed one has nothing beside it. */
async function readOwn({ name, directory, pins }: RunnableSkill): Promise<PackageFile[]> {
  const found = await readFiles(directory, (path) => pins === null && !isLocalFile(path));
  if (found.excess === null) return found.files;
  throw new RunError("not_runnable", `${name} holds more than a package may.`);
}

function ensureJudged(
  { name }: RunnableSkill,
  digests: ReadonlyMap<string, string>,
  files: readonly PackageFile[],
): void {
  const isWhole = files.length === digests.size;
  const other = files.find(({ path, bytes }) => digests.get(path) !== sha256Hex(bytes));
  if (isWhole && other === undefined) return;
  const what = other === undefined ? "a file is missing" : `${other.path} is another one`;
  throw new RunError("changed", `${name} was changed after it was judged, and nothing of it was run: ${what}.`);
}

export const hasFile = ({ files }: Pick<LoadedSkill, "files">, path: string): boolean =>
  files.some((file) => file.path === path);
