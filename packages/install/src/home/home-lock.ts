import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { unexpected } from "../failures.ts";
import { isRecord } from "./json-file.ts";

/** A lock that was not renewed for so long belongs to a process that was killed; one that is alive renews it every second. */
const STALE_MS = 5_000;

/**
 * Runs `work` while no other process of this home does. The lock is a directory beside `path`, which every file system makes for one
 * alone and every version of Node can; whoever finds a killed process's waits until it is stale.
 */
export async function withHomeLock<T>(path: string, work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const release = await taken(path, Date.now() + timeoutMs);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function taken(path: string, deadline: number): Promise<() => Promise<void>> {
  for (;;) {
    // Each time anew: a project's that was refused goes with what it began (`sparingProject`).
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return await lock(path, { realpath: false, stale: STALE_MS, update: STALE_MS / 5 });
    } catch (error) {
      if (!isRecord(error) || error["code"] !== "ELOCKED") throw error;
      if (Date.now() > deadline)
        throw unexpected("home_busy", "Another gaia process has been changing the installed skills for a minute");
      await sleep(50);
    }
  }
}
