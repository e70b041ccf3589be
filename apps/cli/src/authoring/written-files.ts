import { randomUUID } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { refused } from "../failures/failures.ts";
import { kindOf } from "@gaia/install/installed";

/**
 * Puts changed files of an author's skill in their places, each at once: a reader sees the old text or the new one. Only a regular file,
 * or a place where nothing is, is written; the mode stays. Throws exit 4 for a link.
 */
export async function writeAuthorFiles(root: string, files: readonly PackageFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const place = join(root, path);
    const kind = await kindOf(place);
    if (kind !== "file" && kind !== null) throw refused("not_a_file", `${place} is a ${kind}; it was not written`);
    const mode = kind === null ? 0o644 : (await stat(place)).mode & 0o777;
    const temporary = join(dirname(place), `.${randomUUID()}.tmp`);
    try {
      const file = await open(temporary, "wx", mode);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      await rename(temporary, place);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
}

/** The files of `after` that `before` does not hold with the same bytes, and the paths that are gone. */
export function changesBetween(
  before: readonly PackageFile[],
  after: readonly PackageFile[],
): { written: PackageFile[]; removed: string[] } {
  const old = new Map(before.map(({ path, bytes }) => [path, bytes]));
  const written = after.filter(({ path, bytes }) => {
    const was = old.get(path);
    return was === undefined || Buffer.compare(was, bytes) !== 0;
  });
  const kept = new Set(after.map(({ path }) => path));
  return { written, removed: before.map(({ path }) => path).filter((path) => !kept.has(path)) };
}
