import { constants } from "node:fs";
import { mkdir, open, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { DEFAULT_LIMITS, type PackageFile } from "@gaia/archive";
import { refused } from "../failures.ts";

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
    await writeFile(target, bytes, { flag: "wx", mode: isScript ? 0o755 : 0o644 });
  }
}

/** What stands below a directory: its regular files by path, and the paths of what is none. */
export interface ReadFiles {
  files: PackageFile[];
  others: string[];
}

/**
 * Reads what stands below a directory; no link is followed. Null: more than a package may hold and what stands beside one, or nested
 * deeper.
 */
export async function readFiles(directory: string): Promise<ReadFiles | null> {
  const found: ReadFiles = { files: [], others: [] };
  const budget = { files: DEFAULT_LIMITS.files + 16, bytes: DEFAULT_LIMITS.unpackedBytes + 4 * 1024 * 1024 };
  return (await readInto({ root: directory, found, budget }, directory, 0)) ? found : null;
}

interface Reading {
  root: string;
  found: ReadFiles;
  budget: { files: number; bytes: number };
}

async function readInto(reading: Reading, directory: string, depth: number): Promise<boolean> {
  const { root, found, budget } = reading;
  if (depth > DEFAULT_LIMITS.depth) return false;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const place = join(directory, entry.name);
    const path = relative(root, place).split(sep).join("/").normalize("NFC");
    budget.files -= 1;
    if (budget.files < 0) return false;
    if (entry.isDirectory()) {
      if (!(await readInto(reading, place, depth + 1))) return false;
    } else if (entry.isFile()) {
      const bytes = await readRegular(place, budget.bytes);
      if (bytes === null) return false;
      budget.bytes -= bytes.byteLength;
      found.files.push({ path, bytes });
    } else found.others.push(path);
  }
  return true;
}

/** Null: it is larger than that. O_NOFOLLOW: what was a file a moment ago may be a link now. */
async function readRegular(place: string, maxBytes: number): Promise<Uint8Array | null> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    return size > maxBytes ? null : new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}
