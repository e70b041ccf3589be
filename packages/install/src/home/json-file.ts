import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { unexpected } from "../failures.ts";

/** Reads a JSON object of ours; null when there is no such file. A file that cannot be read as one is never taken as empty. */
export async function readJsonFile(path: string): Promise<Record<string, unknown> | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw unexpected("unreadable_file", `${path} cannot be read`, { cause: error });
  }
  const value = parse(text);
  if (isRecord(value)) return value;
  if (isConflicted(text))
    throw unexpected("merge_conflict", `${path} has conflict markers: two sides of a merge stand in it`, {
      hint: "take one side of it whole (`git checkout --ours` or `--theirs`, and the path), then run it again",
    });
  throw unexpected("damaged_file", `${path} is damaged: it is not a JSON object`, {
    hint: "restore it from a backup, or move it away and set it up again",
  });
}

/** Writes a JSON file so that a reader sees the old text or the new one, never a part. `mode` is for a new file. */
export async function writeJsonFile(path: string, value: unknown, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(path, `${JSON.stringify(value, null, 2)}\n`, mode);
}

/**
 * Writes a file so that a reader sees the old bytes or the new ones. A link in its place is replaced and never followed: a repository may
 * bring one that leads anywhere. The directory has to be there, and to be looked at by the caller.
 */
export async function writeWhole(path: string, data: string | Uint8Array, mode = 0o644): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).replace(/^\./, "")}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(data).catch((error: unknown) => {
        throw isRecord(error) ? Object.assign(error, { path }) : error;
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** As git and Mercurial mark what they could not merge. */
const isConflicted = (text: string): boolean => /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text);

/** A JSON object of unknown content. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a file system call failed because there is nothing at that path. */
export const isMissing = (error: unknown): boolean =>
  isRecord(error) && (error["code"] === "ENOENT" || error["code"] === "ENOTDIR");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
