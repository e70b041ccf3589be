import { basename, dirname, join, resolve, sep } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { isManifestName } from "@gaia/manifest";
import { misused, notFound, type ProblemError, refused } from "../failures/failures.ts";
import { kindOf } from "@gaia/install/installed";
import type { LeavingOut } from "./leaving-out.ts";
import { readAuthorDirectory, readOneFile } from "./skill-directory.ts";

/** A skill on the author's disk. */
export interface AuthorSkill {
  /** As it was given. */
  path: string;
  /** The absolute directory that `files` count from. */
  root: string;
  /** The folder's name where a folder is the skill; null where one file is. */
  folder: string | null;
  files: PackageFile[];
  /** What no package may hold. */
  errors: ProblemError[];
  /** What a package will not keep. */
  notes: ProblemError[];
  /** The rules by which files of the folder are left out; null where one file is the skill. */
  leavingOut: LeavingOut | null;
}

/**
 * Reads the skill that `path` names: a folder, a manifest in its folder (`SKILL.md`, `skill.json`, …), or a `*.skill.md`, which is a
 * skill by itself. Throws exit 3 when there is nothing, exit 4 for a link or what no package may hold.
 */
export async function readAuthorSkill(path: string): Promise<AuthorSkill> {
  const place = resolve(path);
  const kind = await kindOf(place);
  if (kind === null) throw notFound(`There is no ${path}`);
  // A link to a folder is the author's own way to it; what lies in the folder is not followed.
  if (kind === "directory" || (kind === "link" && (await kindOf(join(place, sep))) === "directory"))
    return inFolder(path, place);
  if (kind !== "file") throw refused("not_a_file", `${path} is a ${kind}, not a file or a folder`);
  const name = basename(place);
  if (!isManifestName(name)) throw misused(`${path} is neither a folder nor a skill's manifest`);
  if (!/.\.skill\.md$/i.test(name)) return inFolder(path, dirname(place));
  const bytes = await readOneFile(place);
  return {
    path,
    root: dirname(place),
    folder: null,
    files: [{ path: name.normalize("NFC"), bytes }],
    errors: [],
    notes: [],
    leavingOut: null,
  };
}

async function inFolder(path: string, root: string): Promise<AuthorSkill> {
  return { path, root, folder: basename(root), ...(await readAuthorDirectory(root)) };
}
