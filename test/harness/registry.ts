import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "../../apps/server/src/config/config.ts";
import { createLogger } from "../../apps/server/src/logging/log.ts";
import type { Terminal } from "../../apps/server/src/terminal/terminal.ts";
import { type Running, start } from "../../apps/server/src/start.ts";
import { startFakeOsv } from "./fake-osv-server.ts";
import { fakeQuietScanners, recordScans } from "./recorded-scans.ts";
import { sharedScanners } from "./scanners.ts";
import { freshDataDir, quickPlace } from "./template-data-dir.ts";

/** A real registry for one suite: the whole server, on a fresh data directory and a free port. */
export interface TestRegistry {
  url: string;
  adminToken: string;
  dataDir: string;
  running: Running;
  /** Lets no inspection of this skill begin to look before the function that it returns is called; for registries without scanners. */
  holdInspection(name: string): () => void;
  /** Waits until no inspection is unfinished and the queue is empty; throws after `timeoutMs` (60 s). */
  settle(timeoutMs?: number): Promise<void>;
  /** Closes it; throws when jobs are left in the queue, but for those that are about to end. */
  close(): Promise<void>;
}

/** So long a job whose work is done may take to end. */
const ENDING_MS = 10_000;

const NOBODY: Terminal = { line() {}, status() {} };

/**
 * Starts a registry with the scanners of this machine and an OSV server of ours. What they say of equal packages is recorded
 * (`recorded-scans.ts`), but where scanning itself is the subject: `scansAnew`. `environment` overrides variables, as
 * `DATABASE_URL`; `logFile` is where its log goes; `withoutScanners` is for suites that never look at an inspection's result
 * (`fakeQuietScanners`).
 */
export async function startTestRegistry(
  options: {
    environment?: Record<string, string>;
    dataDir?: string;
    withoutScanners?: boolean;
    scansAnew?: boolean;
    logFile?: string;
  } = {},
): Promise<TestRegistry> {
  const dataDir = options.dataDir ?? (await freshDataDir(await quickPlace()));
  const adminToken = "test-admin-token-of-24-characters-or-more";
  const osv = await startFakeOsv();
  const scannerDir = options.withoutScanners ? join(dataDir, "no-scanners") : (await sharedScanners()).binDir;
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    OSV_URL: osv.url,
    SCANNER_DIR: scannerDir,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "fatal",
    RATE_LIMIT_READS: "1000000",
    RATE_LIMIT_WRITES: "1000000",
    SWEEP_SECONDS: "1",
    ...options.environment,
  });
  const aside = options.logFile === undefined ? [] : [{ file: options.logFile, terminal: NOBODY }];
  const running = await start(settings, createLogger(settings.LOG_LEVEL, ...aside));
  if (!running) throw new Error("ROLE=migrate starts nothing");
  const { queue, scanning } = running.services;
  const held = new Map<string, PromiseWithResolvers<void>>();
  if (options.withoutScanners) fakeQuietScanners(scanning, (name) => held.get(name)?.promise);
  else if (!options.scansAnew && options.environment?.["SCANNER_DIR"] === undefined) recordScans(scanning);
  const settle = async (timeoutMs = 60_000): Promise<void> => {
    const deadline = Date.now() + timeoutMs;
    while ((await queue.depth()) > 0) {
      if (Date.now() > deadline) throw new Error(`${await queue.depth()} jobs are still in the queue`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    url: running.url,
    adminToken,
    dataDir,
    running,
    holdInspection(name) {
      const hold = Promise.withResolvers<void>();
      held.set(name, hold);
      return () => {
        if (held.get(name) === hold) held.delete(name);
        hold.resolve();
      };
    },
    settle,
    async close() {
      for (const { resolve } of held.values()) resolve();
      // A verdict is there a moment before its job has ended.
      if (!options.withoutScanners) await settle(ENDING_MS).catch(() => {});
      const left = await queue.depth();
      await running.close();
      await osv.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      if (left > 0 && !options.withoutScanners) throw new Error(`${left} jobs were left in the queue`);
    },
  };
}
