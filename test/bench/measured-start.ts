import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { residentMib } from "../harness/built-server.ts";
import { freePort } from "../harness/child-server.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { cpuMilliseconds } from "./cpu-time.ts";
import { startQuietly } from "./targets/start-quietly.ts";

export const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";
/** Longer than a thread stays without work. */
export const REST_MS = 30_000;

/**
 * Starts a registry in `dir`, has it looked at, and ends it.
 * @returns CPU time of the start until `/readyz` says ready, in milliseconds
 */
export async function startMeasured(
  dir: string,
  argv: string[],
  look: (server: { pid: number; url: string }) => Promise<void>,
  env: Record<string, string> = { SCANNER_DIR: dir },
): Promise<number> {
  await mkdir(dir, { recursive: true });
  const [port, osv] = [await freePort(), await startFakeOsv([])];
  const given = { PORT: String(port), DATA_DIR: join(dir, "data"), ADMIN_TOKEN, OSV_URL: osv.url, ...env };
  const server = await startQuietly({ argv, port, log: join(dir, "log"), startTimeoutMs: 120_000, env: given });
  try {
    const url = `http://127.0.0.1:${port}`;
    await call(`${url}/readyz`);
    const cpu = cpuMilliseconds([server.pid]);
    await look({ pid: server.pid, url });
    return cpu ?? NaN;
  } finally {
    await server.stop();
    await osv.close();
  }
}

/** The most that a process held in RAM while something was done, in MiB, looked at each 50 ms. */
export async function mostWhile(pid: number, run: () => Promise<void>): Promise<number> {
  let most = 0;
  const clock = setInterval(() => (most = Math.max(most, residentMib(pid).now)), 50);
  await run().finally(() => clearInterval(clock));
  return most;
}
