import { sortByPath } from "./package-file.ts";
import type { PackageFile } from "./package-file.ts";

/** The Mac's Finder puts its metadata beside the folder that it packs. */
const FINDER_FOLDER = "__MACOSX/";

/**
 * The files with the skill at the root. `npm pack`, GitHub and Finder put everything below one folder: where no manifest
 * is at the root, and all files are below one top folder with a manifest directly in it, that folder is taken off.
 * Otherwise the files come back as they are. No file is ever dropped: `__MACOSX/` stays where it is.
 *
 * @param isManifestName decides by a file's name alone, e.g. `SKILL.md`
 */
export function atSkillRoot(files: readonly PackageFile[], isManifestName: (name: string) => boolean): PackageFile[] {
  const unchanged = [...files];
  if (files.some(({ path }) => !path.includes("/") && isManifestName(path))) return unchanged;
  const own = files.filter(({ path }) => !path.startsWith(FINDER_FOLDER));
  const folder = /^[^/]+\//.exec(own[0]?.path ?? "")?.[0];
  if (folder === undefined || !own.every(({ path }) => path.startsWith(folder))) return unchanged;
  const hasManifest = own.some(({ path }) => {
    const name = path.slice(folder.length);
    return !name.includes("/") && isManifestName(name);
  });
  // A `__MACOSX` inside would meet the one beside.
  const hasInnerFinderFolder = own.some(({ path }) =>
    path.slice(folder.length).toLowerCase().startsWith(FINDER_FOLDER.toLowerCase()),
  );
  if (!hasManifest || (hasInnerFinderFolder && own.length < files.length)) return unchanged;
  const stripped = files.map(({ path, bytes }) => ({
    path: path.startsWith(folder) ? path.slice(folder.length) : path,
    bytes,
  }));
  return sortByPath(stripped);
}
