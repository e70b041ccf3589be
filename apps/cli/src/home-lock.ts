import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CliError, EXIT } from "./failures.ts";
import { isRecord } from "./json-file.ts";

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this home does. The lock is SQLite's on an empty database file, which the
 * operating system takes back from a killed process: no stale lock, no guessing from process ids.
 */
export async function withHomeLock<T>(path: string, work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path);
  try {
    const deadline = Date.now() + timeoutMs;
    while (!tryLock(database)) {
      if (Date.now() > deadline)
        throw new CliError(
          EXIT.unexpected,
          "home_busy",
          "Another gaia process has been changing the installed skills for a minute",
        );
      await sleep(50);
    }
    return await work();
  } finally {
    database.close();
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isRecord(error) && error["errcode"] === SQLITE_BUSY) return false;
    throw error;
  }
}
