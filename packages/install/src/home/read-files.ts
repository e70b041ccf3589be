import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DEFAULT_LIMITS, type PackageFile } from "@gaia/archive";

/** What stands below a directory. */
export interface FoundFiles {
  /** Its regular files, in the order of the directories. */
  files: PackageFile[];
  /** Those of them that are executable. */
  executables: string[];
  /** What is no regular file. */
  others: { path: string; isLink: boolean }[];
  /** More than a package may hold and what stands beside one: reading stopped there. */
  excess: "depth" | "files" | "bytes" | null;
}

interface Reading {
  root: string;
  leavesOut(path: string, isDirectory: boolean): boolean;
  found: FoundFiles;
  budget: { files: number; bytes: number };
}

/** Reads what stands below a directory, but for what is left out; no link is followed. */
export async function readFiles(directory: string, leavesOut: Reading["leavesOut"] = () => false): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], executables: [], others: [], excess: null };
  // Reserved and generated files stand beside a whole package, hence the room above the limits.
  const budget = { files: DEFAULT_LIMITS.files + 16, bytes: DEFAULT_LIMITS.unpackedBytes + 6 * 1024 * 1024 };
  await readInto({ root: directory, leavesOut, found, budget }, directory, 0);
  return found;
}

async function readInto(reading: Reading, directory: string, depth: number): Promise<void> {
  const { root, found } = reading;
  if (depth > DEFAULT_LIMITS.depth) found.excess = "depth";
  else
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const place = join(directory, entry.name);
      const path = relative(root, place).split(sep).join("/").normalize("NFC");
      if (reading.leavesOut(path, entry.isDirectory())) continue;
      if (entry.isDirectory()) await readInto(reading, place, depth + 1);
      else if (entry.isFile()) await takeFile(reading, place, path);
      else found.others.push({ path, isLink: entry.isSymbolicLink() });
      if (found.excess !== null) return;
    }
}

async function takeFile({ budget, found }: Reading, place: string, path: string): Promise<void> {
  budget.files -= 1;
  const read = budget.files < 0 ? null : await readRegularFile(place, budget.bytes);
  if (read === null) {
    found.excess = budget.files < 0 ? "files" : "bytes";
    return;
  }
  budget.bytes -= read.bytes.byteLength;
  found.files.push({ path, bytes: read.bytes });
  if (read.isExecutable) found.executables.push(path);
}

/** A regular file; null: it has more bytes than that. O_NOFOLLOW: what was a file a moment ago may be a link now. */
export async function readRegularFile(
  place: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isExecutable: boolean } | null> {
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size, mode } = await file.stat();
    if (size > maxBytes) return null;
    return { bytes: new Uint8Array(await file.readFile()), isExecutable: (mode & 0o111) !== 0 };
  } finally {
    await file.close();
  }
}
