import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./errors.ts";

/** A held lock. */
export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Takes the one exclusive lock on a data directory, which is made (0700) when it is not there. The kernel holds the lock
 * for SQLite on `lock.sqlite`, so it vanishes with the process, however that ends; nothing is ever left to clean up.
 * @throws DatabaseError `data_dir_locked` naming the holder, `data_dir_unusable` when the directory cannot be written
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const dir = resolve(dataDir);
  const holderFile = join(dir, "lock.json");
  const lock = await openLock(dir, holderFile);
  // For people only: who holds it. The lock itself never depends on this file.
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, host: hostname() })).catch(() => {});
  let held = true;
  return {
    async release() {
      if (!held) return;
      held = false;
      await rm(holderFile, { force: true }).catch(() => {});
      lock.close();
    },
  };
}

async function openLock(dir: string, holderFile: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  let lock: DatabaseSync | null = null;
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(dir, "lock.sqlite"), { timeout: 0 });
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) {
      throw new DatabaseError("data_dir_unusable", `The data directory ${dir} cannot be used: ${String(error)}`, {
        cause: error,
      });
    }
    const holder = await describeHolder(holderFile);
    throw new DatabaseError(
      "data_dir_locked",
      `The data directory ${dir} is in use by ${holder}. Stop that process, or give this one a DATA_DIR of its own.`,
    );
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? error.errcode : null;
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

async function describeHolder(holderFile: string): Promise<string> {
  try {
    const holder: unknown = JSON.parse(await readFile(holderFile, "utf8"));
    if (typeof holder === "object" && holder !== null && "pid" in holder && "host" in holder) {
      const where = holder.host === hostname() ? "" : ` on ${String(holder.host)}`;
      return `process ${String(holder.pid)}${where}`;
    }
  } catch {
    // Unreadable between its writes: the lock stands all the same.
  }
  return "another process";
}
