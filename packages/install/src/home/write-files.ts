import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";
import { naming } from "./system-words.ts";

/** Writes a skill's files below a new directory: regular files alone, those that begin with `#!` executable. */
export async function writeFiles(directory: string, files: readonly PackageFile[]): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const made = new Set([directory]);
  for (const { path, bytes } of files) {
    const target = resolve(directory, path);
    // The archive reader has judged the path already; this is the wall behind it.
    if (!target.startsWith(directory + sep)) throw refused("path_traversal", `${path} leaves the skill's directory`);
    const parent = dirname(target);
    if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o755 });
    made.add(parent);
    const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
    await writeFile(target, bytes, { flag: "wx", mode: isScript ? 0o755 : 0o644 }).catch(naming(target));
  }
}
