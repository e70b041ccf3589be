import { lstat, open, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { GitSourceError } from "./git-source-error.ts";
import { isObjectId } from "./object-id.ts";
import type { ObjectFormat } from "./settings.ts";

/** A repository on this machine: a clone, a bare one, or a further work tree of one. None of its settings counts. */
export interface LocalRepository {
  /** Absolute, without links. */
  objects: string;
  format: ObjectFormat;
  /** The commit or tag that `HEAD`, a branch or a tag names. Null: there is none of that name. */
  resolve(revision: string): Promise<string | null>;
}

const MOST_BYTES = 16 * 1024 ** 2;
const MOST_HOPS = 5;

/**
 * The repository in this directory, or else the nearest one above.
 * @throws GitSourceError `not_a_repository`, `borrowed_objects`
 */
export async function findLocalRepository(directory: string): Promise<LocalRepository> {
  const own = await gitDirectory(directory);
  const common = resolve(own, (await textOf(join(own, "commondir")))?.trim() ?? ".");
  const objects = await realpath(join(common, "objects")).catch(() => null);
  if (objects === null || !(await stat(objects)).isDirectory()) throw notOne(directory);
  for (const name of ["alternates", "http-alternates"])
    if (((await textOf(join(objects, "info", name))) ?? "").trim() !== "")
      throw new GitSourceError(
        "borrowed_objects",
        `${directory} borrows objects from another clone: make one of its own (git repack -a -d, then remove objects/info/${name})`,
      );
  const settings = (await textOf(join(common, "config"))) ?? "";
  if (/^\s*refstorage\s*=\s*reftable\s*$/im.test(settings))
    return { objects, format: formatIn(settings), resolve: noRefs };
  return { objects, format: formatIn(settings), resolve: async (revision) => resolveRef({ own, common }, revision) };
}

/** Of `extensions.objectFormat` alone; what else stands there is not looked at. */
const formatIn = (settings: string): ObjectFormat =>
  /^\s*objectformat\s*=\s*"?sha256"?\s*$/im.test(settings) ? "sha256" : "sha1";

async function noRefs(): Promise<null> {
  throw new GitSourceError(
    "no_commit",
    "the branches of this clone are in a form that is not read here: name a commit",
  );
}

async function gitDirectory(directory: string): Promise<string> {
  for (let at = await realpath(directory).catch(() => resolve(directory)); ; at = dirname(at)) {
    const found = await gitDirectoryAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) throw notOne(directory);
  }
}

async function gitDirectoryAt(directory: string): Promise<string | null> {
  const dot = join(directory, ".git");
  const status = await lstat(dot).catch(() => null);
  if (status?.isFile() === true) {
    const [, path] = /^gitdir: ([^\n\r]+)/.exec((await textOf(dot)) ?? "") ?? [];
    if (path === undefined) throw notOne(directory);
    return resolve(directory, path);
  }
  if (status?.isDirectory() === true) return dot;
  // A folder of a work tree may have a file of that name.
  const isBare = (await stat(join(directory, "objects")).catch(() => null))?.isDirectory() === true;
  return isBare && (await textOf(join(directory, "HEAD"))) !== null ? directory : null;
}

const notOne = (directory: string): GitSourceError =>
  new GitSourceError("not_a_repository", `${directory} is no git repository`);

async function resolveRef(at: { own: string; common: string }, revision: string): Promise<string | null> {
  const names =
    revision === "HEAD" ? ["HEAD"] : ["refs/heads/", "refs/tags/", "refs/remotes/"].map((one) => one + revision);
  const found = new Map<string, string>();
  for (const name of names) {
    const id = await readRef(at, name, 0);
    if (id !== null) found.set(name, id);
  }
  const ids = [...new Set(found.values())];
  if (ids.length > 1)
    throw new GitSourceError("ambiguous", `${revision} is both ${[...found.keys()].join(" and ")}: name the commit`);
  return ids[0] ?? null;
}

/** gitrepository-layout(5): a file of its own, else a line of `packed-refs`. */
async function readRef(at: { own: string; common: string }, name: string, hops: number): Promise<string | null> {
  if (hops > MOST_HOPS || !/^(?:HEAD|refs\/[\w.+/@-]+)$/.test(name) || /\.\./.test(name)) return null;
  const text = (await textOf(join(name === "HEAD" ? at.own : at.common, name)))?.trim();
  const [, target] = /^ref: (\S+)$/.exec(text ?? "") ?? [];
  if (target !== undefined) return readRef(at, target, hops + 1);
  if (text !== undefined && isObjectId(text)) return text;
  const packed = ((await textOf(join(at.common, "packed-refs"))) ?? "").split("\n");
  const line = packed.find((one) => one.slice(one.indexOf(" ") + 1) === name);
  const id = line?.slice(0, line.indexOf(" ")) ?? "";
  return isObjectId(id) ? id : null;
}

/** A regular file's text, up to a bound; null: there is none. */
async function textOf(path: string): Promise<string | null> {
  if ((await stat(path).catch(() => null))?.isFile() !== true) return null;
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new GitSourceError("too_large", `${path} is too large to be read`);
    return (await file.readFile()).toString("utf8");
  } finally {
    await file.close();
  }
}
