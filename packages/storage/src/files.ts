import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { BlobInfo, Blobs } from "./blobs.ts";
import { ensureKey, ensurePrefix, isKey } from "./keys.ts";
import { StorageError } from "./storage-error.ts";

/** Half-written files live here: same file system as the blobs, and no key starts with a dot. */
const TEMP_DIR = ".tmp";
const STALE_TEMP_MS = 60 * 60 * 1000;
const MAX_BLOB_BYTES = 256 * 1024 * 1024;

/**
 * Blobs as files below `dir`, one file per key, which is made when it is missing. A put is written aside, synced, renamed into place and
 * its directories synced, so a crash or a full disk leaves the old state. Temporary files of a process that died are removed after an
 * hour. A key may not lie below another key (`a` and `a/b`).
 */
export function fileBlobs(dir: string): Blobs {
  const root = resolve(dir);
  const temp = join(root, TEMP_DIR);
  const pathOf = (key: string): string => {
    ensureKey(key);
    return join(root, ...key.split("/"));
  };
  let opening: Promise<void> | null = null;
  const ensureOpen = (): Promise<void> => {
    opening ??= openStore(temp).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  return {
    put: (key, bytes) =>
      translated(async () => {
        const path = pathOf(key);
        await ensureOpen();
        await writeDurably({ root, temp, path, bytes });
      }),
    read: (key) => translated(() => readWhole(pathOf(key))),
    has: (key) =>
      translated(async () => {
        const found = await stat(pathOf(key)).catch(nullIfMissing);
        return found?.isFile() ?? false;
      }),
    async *list(prefix) {
      ensurePrefix(prefix);
      // Only the directory that the prefix names can hold matches.
      const below = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const start = join(root, ...below.split("/").filter((segment) => segment !== ""));
      try {
        for await (const info of walk(root, start)) if (info.key.startsWith(prefix)) yield info;
      } catch (error) {
        throw toStorageError(error);
      }
    },
    remove: (key) =>
      translated(async () => {
        const path = pathOf(key);
        const found = await stat(path).catch(nullIfMissing);
        if (!found?.isFile()) return;
        await rm(path, { force: true });
        await syncDir(dirname(path));
      }),
    check: () =>
      translated(async () => {
        await ensureOpen();
        const probe = join(temp, randomUUID());
        await writeSynced(probe, new Uint8Array(1));
        await rm(probe);
      }),
    async close() {},
  };
}

async function openStore(temp: string): Promise<void> {
  await mkdir(temp, { recursive: true, mode: 0o700 });
  for await (const entry of await opendir(temp)) {
    const path = join(temp, entry.name);
    const found = await stat(path).catch(nullIfMissing);
    if (found?.isFile() && Date.now() - found.mtimeMs > STALE_TEMP_MS) await rm(path, { force: true });
  }
}

async function writeDurably(input: { root: string; temp: string; path: string; bytes: Uint8Array }): Promise<void> {
  const aside = join(input.temp, randomUUID());
  const parent = dirname(input.path);
  try {
    await writeSynced(aside, input.bytes);
    const firstMade = await mkdir(parent, { recursive: true, mode: 0o700 });
    await rename(aside, input.path);
    await syncDir(parent);
    // A new directory is itself an entry in its parent, and is lost in a crash unless that is synced too.
    if (firstMade !== undefined) await syncUpTo(parent, dirname(firstMade));
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncUpTo(from: string, last: string): Promise<void> {
  for (let dir = from; dir !== last && dir !== dirname(dir);) {
    dir = dirname(dir);
    await syncDir(dir);
  }
}

async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readWhole(path: string): Promise<Uint8Array | null> {
  let file: FileHandle | null;
  try {
    // O_NONBLOCK: a pipe put in a blob's place must not hold us.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return nullIfMissing(error);
  }
  try {
    const found = await file.stat();
    if (found.isDirectory()) return null;
    if (!found.isFile() || found.size > MAX_BLOB_BYTES) throw new StorageError("corrupt", "not a blob of ours");
    const bytes = await file.readFile();
    if (bytes.length !== found.size) throw new StorageError("corrupt", "the file changed while it was read");
    return bytes;
  } finally {
    await file.close();
  }
}

async function* walk(root: string, start: string): AsyncGenerator<BlobInfo> {
  const pending = [start];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    const entries = await opendir(dir).catch(nullIfMissing);
    if (entries === null) continue;
    for await (const entry of entries) {
      const path = join(dir, entry.name);
      const key = relative(root, path).split(sep).join("/");
      if (!isKey(key)) continue;
      if (entry.isDirectory()) pending.push(path);
      if (!entry.isFile()) continue;
      const found = await stat(path).catch(nullIfMissing);
      if (found !== null) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }
}

async function translated<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw toStorageError(error);
  }
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = errnoOf(error);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new StorageError("full", "no room is left for blobs", { cause: error });
  }
  if (code === "EISDIR" || code === "ENOTDIR" || code === "EEXIST" || code === "ENOTEMPTY" || code === "ENAMETOOLONG") {
    return new StorageError("invalid_key", "the key lies above or below another one", { cause: error });
  }
  if (code === "ELOOP") return new StorageError("corrupt", "not a blob of ours", { cause: error });
  return new StorageError("unavailable", `blobs cannot be reached (${code})`, { cause: error });
}

function nullIfMissing(error: unknown): null {
  const code = errnoOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}

function errnoOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}
