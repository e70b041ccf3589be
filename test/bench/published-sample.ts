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

/** `count` of the skills in an archive, evenly spread over their sorted folders. */
export async function openSample(input: { archive: string; dir: string; count: number }): Promise<SampleSkill[]> {
  const root = join(input.dir, "skills");
  await mkdir(root);
  await promisify(execFile)("tar", ["-xzf", input.archive, "-C", root]);
  const folders = (await foldersOf(root)).sort();
  const count = Math.min(input.count, folders.length);
  const chosen = Array.from({ length: count }, (_, at) => folders[Math.floor((at * folders.length) / count)] ?? root);
  return Promise.all(
    chosen.map(async (folder) => ({ folder: relative(root, folder), zip: writeZip(await filesOf(folder)) })),
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

async function filesOf(folder: string): Promise<{ path: string; bytes: Uint8Array }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({ path: relative(folder, file), bytes: new Uint8Array(await readFile(file)) })),
  );
}
