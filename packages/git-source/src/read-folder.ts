import { DEFAULT_LIMITS, isSystemJunk, type PackageFile } from "@gaia/archive";
import type { GitCommit } from "./open-commit.ts";
import { GitSourceError } from "./git-source-error.ts";
import { type LfsPointer, readLfsPointer } from "./lfs-pointer.ts";
import type { PathEntry } from "./walk-tree.ts";

/** A file of a folder, as git has it: `id` is its blob's, `lfs` is there where its bytes are a pointer. */
export interface SourceFile extends PackageFile {
  isExecutable: boolean;
  id: string;
  lfs: LfsPointer | null;
}

/** What stands in a folder and is no file that could be read. `missing`: the clone does not have it. */
export interface OtherEntry {
  path: string;
  kind: "link" | "submodule" | "other" | "missing";
}

/** A folder of a commit. Paths are from the folder on. */
export interface SourceFolder {
  files: SourceFile[];
  others: OtherEntry[];
}

/** The bounds of a package (docs/manifest.md). */
export const FOLDER_LIMITS = { files: DEFAULT_LIMITS.files, bytes: DEFAULT_LIMITS.unpackedBytes };

/** What stands below a folder ("" is the root), with paths from there on; without what a system leaves behind. Pure. */
export function entriesIn(entries: readonly PathEntry[], folder: string): PathEntry[] {
  const head = folder === "" ? "" : `${folder}/`;
  return entries
    .filter(({ path }) => path.startsWith(head))
    .map((entry) => ({ ...entry, path: entry.path.slice(head.length) }))
    .filter(({ path }) => !isSystemJunk(path));
}

/**
 * The files of a folder, as bytes. `leavesOut` says by path what is not read.
 * @throws GitSourceError `too_large` for more than a package may hold; as `ObjectReader`
 */
export async function readFolder(
  { entries, reader }: Pick<GitCommit, "entries" | "reader">,
  {
    folder,
    leavesOut = () => false,
    limits = FOLDER_LIMITS,
  }: { folder: string; leavesOut?: (path: string) => boolean; limits?: typeof FOLDER_LIMITS },
): Promise<SourceFolder> {
  const below = entriesIn(entries, folder).filter(({ path }) => !leavesOut(path));
  const wanted = below.filter(isFile);
  if (wanted.length > limits.files)
    throw new GitSourceError("too_large", `${nameOf(folder)} has more than ${limits.files} files`);
  const sizes = await reader.find([...new Set(wanted.map(({ id }) => id))]);
  const total = wanted.reduce((sum, { id }) => sum + (sizes.get(id)?.sizeBytes ?? 0), 0);
  if (total > limits.bytes)
    throw new GitSourceError("too_large", `${nameOf(folder)} has more than ${limits.bytes} bytes`);
  const blobs = await reader.read([...sizes.keys()], limits.bytes);
  const files: SourceFile[] = [];
  const others: OtherEntry[] = [];
  for (const { path, kind, id } of below) {
    const blob = blobs.get(id);
    if (kind !== "file" && kind !== "executable") others.push({ path, kind });
    else if (blob === undefined) others.push({ path, kind: "missing" });
    else if (blob.type !== "blob") throw new GitSourceError("unsound", `${path} is no file`);
    else
      files.push({ path, bytes: blob.bytes, isExecutable: kind === "executable", id, lfs: readLfsPointer(blob.bytes) });
  }
  return { files, others };
}

const isFile = ({ kind }: PathEntry): boolean => kind === "file" || kind === "executable";
const nameOf = (folder: string): string => (folder === "" ? "the root of this repository" : folder);
