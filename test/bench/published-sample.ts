import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { writeZip } from "@gaia/archive";

/** A skill as its author's folder holds it; its content is data, and is not run. */
export interface SampleSkill {
  folder: string;
  zip: Uint8Array;
}

const MANIFEST = /^(?:SKILL\.md|skill\.ya?ml|skill\.json|manifest\.json)$/i;

interface Chosen {
  archive: string;
  dir: string;
  count: number;
}

/** `count` of the skills in an archive, evenly spread over their sorted folders. */
export async function openSample(input: Chosen): Promise<SampleSkill[]> {
  const folders = await openFolders(input);
  return Promise.all(
    folders.map(async (path) => ({ folder: relative(folderIn(input.dir), path), zip: writeZip(await filesOf(path)) })),
  );
}

/** Unpacks the archive below `dir`. @returns the folders of `count` of its skills, evenly spread over all of them in their order */
export async function openFolders({ archive, dir, count }: Chosen): Promise<string[]> {
  const root = folderIn(dir);
  await mkdir(root);
  await promisify(execFile)("tar", ["-xzf", archive, "-C", root]);
  return spread((await foldersOf(root)).sort(), count);
}

const folderIn = (dir: string): string => join(dir, "skills");

/** `count` of these, or all where there are fewer, with equal distances between them. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const most = Math.min(count, all.length);
  return Array.from({ length: most }, (_, at) => Math.floor((at * all.length) / most)).flatMap((at) =>
    all.slice(at, at + 1),
  );
}

/** Folders with a manifest; one below another is part of it. */
async function foldersOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && MANIFEST.test(entry.name))) return [dir];
  const below = await Promise.all(
    entries.filter((each) => each.isDirectory()).map(({ name }) => foldersOf(join(dir, name))),
  );
  return below.flat();
}

/** All files below a folder, by their paths in it. */
export async function filesOf(folder: string): Promise<{ path: string; bytes: Uint8Array }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({ path: relative(folder, file), bytes: new Uint8Array(await readFile(file)) })),
  );
}
