import { GitSourceError } from "./git-source-error.ts";
import { isObjectId } from "./object-id.ts";
import type { ObjectReader } from "./object-reader.ts";
import { type PathEntry, walkTree } from "./walk-tree.ts";

/** A commit, and everything that stands in it. */
export interface GitCommit {
  /** Its whole id, in lower-case hex. */
  commit: string;
  entries: readonly PathEntry[];
  /** The id of each folder's tree; "" is the root. */
  trees: ReadonlyMap<string, string>;
  reader: ObjectReader;
}

const MOST_COMMIT_BYTES = 1024 ** 2;

/** Packages of other managers, which are no skills of this repository's, however many files they have. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "__pycache__", "site-packages", "venv"]);

/**
 * The commit of that id, or of the only one that begins with these digits.
 * @throws GitSourceError `no_commit`, and as `walkTree`
 */
export async function openCommit(reader: ObjectReader, name: string): Promise<GitCommit> {
  const asked = `${name}^{commit}`;
  const found = (await reader.find([asked])).get(asked);
  if (found?.type !== "commit")
    throw new GitSourceError("no_commit", `there is no commit ${name} here (or several begin so)`);
  const { id } = found;
  const object = (await reader.read([id], MOST_COMMIT_BYTES)).get(id);
  const text = Buffer.from(object?.bytes ?? []).toString("latin1");
  const [, root = ""] = /^tree ([0-9a-f]+)\n/.exec(text) ?? [];
  if (object?.type !== "commit" || !isObjectId(root))
    throw new GitSourceError("unsound", `commit ${id} cannot be read`);
  return { commit: id, ...(await walkTree(reader, { root, skipped: SKIPPED })), reader };
}
