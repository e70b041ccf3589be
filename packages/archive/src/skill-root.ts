import { sortByPath } from "./package-file.ts";
import type { PackageFile } from "./package-file.ts";
import { isSystemJunk } from "./system-junk.ts";

/** A skill as an archive carried it. `ignored`: the paths in the archive that are a system's, and no part of the skill. */
export interface SkillRoot {
  files: PackageFile[];
  ignored: string[];
}

/**
 * The files with the skill at the root, without what a system left among them (`isSystemJunk`): whoever goes on sees none of its bytes.
 * `npm pack`, GitHub and Finder put everything below one folder: where no manifest is at the root, and all files are below one top
 * folder with a manifest directly in it, that folder is taken off. Otherwise paths stay as they are.
 *
 * @param isManifestName decides by a file's name alone, e.g. `SKILL.md`
 */
export function atSkillRoot(files: readonly PackageFile[], isManifestName: (name: string) => boolean): SkillRoot {
  const own = files.filter(({ path }) => !isSystemJunk(path));
  const ignored = files.flatMap(({ path }) => (isSystemJunk(path) ? [path] : []));
  return { files: withoutTopFolder(own, isManifestName), ignored };
}

function withoutTopFolder(files: PackageFile[], isManifestName: (name: string) => boolean): PackageFile[] {
  if (files.some(({ path }) => !path.includes("/") && isManifestName(path))) return files;
  const folder = /^[^/]+\//.exec(files[0]?.path ?? "")?.[0];
  if (folder === undefined || !files.every(({ path }) => path.startsWith(folder))) return files;
  const stripped = files.map(({ path, bytes }) => ({ path: path.slice(folder.length), bytes }));
  const hasManifest = stripped.some(({ path }) => !path.includes("/") && isManifestName(path));
  return hasManifest ? sortByPath(stripped) : files;
}
