import { GitSourceError } from "./git-source-error.ts";
import type { ObjectReader } from "./object-reader.ts";
import { type EntryKind, readTreeObject, type TreeEntry } from "./tree-object.ts";

/** What a commit may cost. */
export interface TreeLimits {
  /** Files, links and submodules, by path. */
  entries: number;
  /** Folders inside each other. */
  depth: number;
  /** Of one level's trees together. */
  treeBytes: number;
}

export const TREE_LIMITS: TreeLimits = { entries: 100_000, depth: 32, treeBytes: 32 * 1024 ** 2 };

/** What stands at one path of a commit. */
export interface PathEntry {
  /** NFC, `/` between folders; of a name that no package has, as it is shown to people. */
  path: string;
  kind: Exclude<EntryKind, "tree">;
  id: string;
}

/**
 * Everything below a tree, by path, and the id of each folder's tree ("" is the root). Goes level by level, so that each level is one
 * question to git; a tree that is in many places is read once a level and counted at each. Folders called `skipped` are not looked into.
 * @throws GitSourceError `too_large`, `unsound`; `no_commit` where a tree is not in the clone
 */
export async function walkTree(
  reader: ObjectReader,
  { root, limits = TREE_LIMITS, skipped }: { root: string; limits?: TreeLimits; skipped: ReadonlySet<string> },
): Promise<{ entries: PathEntry[]; trees: Map<string, string> }> {
  const entries: PathEntry[] = [];
  const folders = new Map<string, string>();
  let level: { path: string; id: string }[] = [{ path: "", id: root }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth)
      throw new GitSourceError("too_large", `the folders of this commit nest deeper than ${limits.depth}`);
    for (const { path, id } of level) folders.set(path, id);
    const below: typeof level = [];
    const trees = await readTrees(reader, level, limits);
    for (const { path, id } of level) {
      for (const entry of trees.get(id) ?? []) {
        const at = { path: path === "" ? nameOf(entry) : `${path}/${nameOf(entry)}`, id: entry.id };
        if (entry.kind !== "tree") entries.push({ ...at, kind: entry.name === null ? "other" : entry.kind });
        else if (entry.name === null) entries.push({ ...at, kind: "other" });
        else if (!skipped.has(entry.name)) below.push(at);
      }
      if (entries.length + below.length + folders.size > limits.entries)
        throw new GitSourceError("too_large", `this commit has more than ${limits.entries} files and folders`);
    }
    level = below;
  }
  return { entries, trees: folders };
}

const nameOf = ({ name, shown }: TreeEntry): string => (name ?? shown).normalize("NFC");

async function readTrees(
  reader: ObjectReader,
  level: readonly { id: string }[],
  { treeBytes }: TreeLimits,
): Promise<Map<string, TreeEntry[]>> {
  const ids = [...new Set(level.map(({ id }) => id))];
  const found = await reader.read(ids, treeBytes);
  const trees = new Map<string, TreeEntry[]>();
  for (const id of ids) {
    const object = found.get(id);
    if (object === undefined)
      throw new GitSourceError("no_commit", "a folder of this commit is not in the clone: fetch it whole");
    if (object.type !== "tree") throw new GitSourceError("unsound", "what should be a folder of this commit is none");
    trees.set(id, readTreeObject(object.bytes, reader.format));
  }
  return trees;
}
