import { type ArchiveLimits, isSystemJunk, type PackageFile, sha256Hex, writeStoredTarGz } from "@gaia/archive";
import { RegistryError } from "@gaia/catalog/errors";
import {
  findSkillPlaces,
  IGNORE_FILE,
  isLooseSkill,
  isManifestName,
  NEVER_PACKED,
  readIgnoreRules,
} from "@gaia/manifest";
import type { SplitSkill } from "../kernel/packages.ts";
import { inRegistryWords, readFilesOf } from "../publishing/read-upload.ts";

const MIB = 1024 * 1024;

/** So many skills one archive may bring, and so large it may be, packed and unpacked. */
const MOST_SKILLS = 200;
export const BATCH_BYTES = 100 * MIB;
const MOST_FILES = 10_000;
/** Folders that may stand above a skill's own. */
const MORE_DEPTH = 6;
const MORE_PATH_BYTES = 240;
const MOST_RULES_BYTES = 64 * 1024;

/**
 * Takes an archive of many skills apart, each as a package of its own; where a skill is and what of its folder is left out is found as the
 * command line finds it in a folder. Whether a package may be published is not judged here. Pure.
 * @throws RegistryError `package_too_large`, `invalid_package` for what cannot be read, has no skill, or more than it may
 */
export async function splitBatch(bytes: Uint8Array, limits: ArchiveLimits): Promise<SplitSkill[]> {
  const files = readFilesOf(bytes, {
    ...limits,
    packedBytes: BATCH_BYTES,
    unpackedBytes: BATCH_BYTES,
    files: MOST_FILES,
    depth: limits.depth + MORE_DEPTH,
    pathBytes: limits.pathBytes + MORE_PATH_BYTES,
  });
  const sent = withoutLeftOut(files);
  const places = await placesIn(sent);
  if (places.length === 0)
    throw new RegistryError(
      "invalid_package",
      "No skill was found in it: each has its manifest in a folder of its own.",
    );
  if (places.length > MOST_SKILLS)
    throw new RegistryError(
      "package_too_large",
      `It has ${places.length} skills, and one archive may have ${MOST_SKILLS}: send them in several.`,
    );
  return places.map((path) => {
    const packed = inRegistryWords(() => writeStoredTarGz(filesOf(sent, path)));
    return { path, sha256: sha256Hex(packed), bytes: packed };
  });
}

/** Without what no package holds, and what the author's own rules at the root of the archive leave out. */
function withoutLeftOut(files: readonly PackageFile[]): PackageFile[] {
  const ignores = rulesAt(files, "");
  return files.filter(({ path }) => isSent(path) && !ignores(path, false));
}

const isSent = (path: string): boolean =>
  !isSystemJunk(path) && path.split("/").every((name) => name === IGNORE_FILE || !NEVER_PACKED.has(name));

function rulesAt(files: readonly PackageFile[], folder: string) {
  const place = folder === "" ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`;
  const file = files.find(({ path, bytes }) => path === place && bytes.byteLength <= MOST_RULES_BYTES);
  return readIgnoreRules(file === undefined ? "" : Buffer.from(file.bytes).toString("utf8"));
}

/** A manifest at the root makes the whole archive one skill, as of a folder. */
async function placesIn(files: readonly PackageFile[]): Promise<string[]> {
  const tree = treeOf(files);
  const isOne = (tree.get("") ?? []).some(({ name, kind }) => kind === "file" && isManifestName(name));
  if (isOne) return [""];
  return findSkillPlaces({ list: (folder) => tree.get(folder) ?? [], isLeftOut: () => false });
}

type Entries = { name: string; kind: "file" | "folder" }[];

/** What lies in each folder. */
function treeOf(files: readonly PackageFile[]): Map<string, Entries> {
  const tree = new Map<string, Entries>();
  const add = (path: string, kind: "file" | "folder"): void => {
    const cut = path.lastIndexOf("/");
    const folder = cut < 0 ? "" : path.slice(0, cut);
    const beside = tree.get(folder);
    if (beside === undefined && folder !== "") add(folder, "folder");
    const entry = { name: path.slice(cut + 1), kind };
    if (beside === undefined) tree.set(folder, [entry]);
    else beside.push(entry);
  };
  for (const { path } of files) add(path, "file");
  return tree;
}

function filesOf(files: readonly PackageFile[], place: string): PackageFile[] {
  const name = place.slice(place.lastIndexOf("/") + 1);
  const loose = isLooseSkill(name) ? files.find(({ path }) => path === place) : undefined;
  if (loose !== undefined) return [{ path: name, bytes: loose.bytes }];
  const top = place === "" ? "" : `${place}/`;
  const below = files.filter(({ path }) => path.startsWith(top));
  const ignores = rulesAt(files, place);
  return below
    .map(({ path, bytes }) => ({ path: path.slice(top.length), bytes }))
    .filter(({ path }) => !path.split("/").includes(IGNORE_FILE) && !ignores(path, false));
}
