import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { account, call, inspected, publish } from "../harness/api.ts";
import { builtServer, residentMib } from "../harness/built-server.ts";
import { freePort } from "../harness/child-server.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { zipOf } from "../harness/samples.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { cpuMilliseconds } from "./cpu-time.ts";
import { NODE, startQuietly } from "./targets/start-quietly.ts";

/** CPU time of one start until `/readyz` says ready, in milliseconds. */
export interface StartResult {
  what: "empty" | "warm";
  built: number[];
  /** The same from the sources, in the same minutes: what the figures of another machine are held against. */
  sources: number[];
}

/** Resident memory of the embedded registry, in MiB. */
export interface MemoryResult {
  started: number;
  rest: number;
  /** The most while one skill of each format was inspected, looked at each 50 ms; null where there are no scanners. */
  inspecting: number | null;
  after: number;
  /** The most ever; at a start V8 takes much for a moment to compile PostgreSQL's parser. */
  most: number;
}

const SOURCES = [...NODE, new URL("../../apps/server/src/main.ts", import.meta.url).pathname];
const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";
/** Longer than a thread stays without work. */
const REST_MS = 30_000;

/** Starts on an empty data directory and once more on the same, taking turns with starts from the sources. */
export async function measureStarts(dir: string, rounds: number): Promise<StartResult[]> {
  const empty: StartResult = { what: "empty", built: [], sources: [] };
  const warm: StartResult = { what: "warm", built: [], sources: [] };
  await start(join(dir, "start-first"), builtServer(), async () => undefined);
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ["built", "sources"] as const) {
      const argv = kind === "built" ? builtServer() : SOURCES;
      const own = join(dir, `start-${kind}-${round}`);
      empty[kind].push(await start(own, argv, async () => undefined));
      warm[kind].push(await start(own, argv, async () => undefined));
    }
  }
  return [empty, warm];
}

/** What the registry holds after its start, at rest, while it inspects, and at rest again. */
export async function measureMemory(dir: string): Promise<MemoryResult> {
  const { scanners } = await findSharedScanners();
  const result: MemoryResult = { started: 0, rest: 0, inspecting: null, after: 0, most: 0 };
  const look = async ({ pid, url }: { pid: number; url: string }) => {
    result.started = residentMib(pid).now;
    await sleep(REST_MS);
    result.rest = residentMib(pid).now;
    if (scanners !== null) result.inspecting = await mostWhile(pid, () => inspectSamples(url));
    await sleep(REST_MS);
    const { now, most } = residentMib(pid);
    Object.assign(result, { after: now, most });
  };
  const env: Record<string, string> = scanners === null ? {} : { SCANNER_DIR: scanners.binDir };
  await start(join(dir, "memory"), builtServer(), look, env);
  return result;
}

async function start(
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

async function inspectSamples(url: string): Promise<void> {
  const token = await account(url, ADMIN_TOKEN, "bench");
  for (const { files, query } of Object.values(FORMAT_SAMPLES)) {
    const { body } = await publish(url, token, zipOf(files), query);
    await inspected(url, body.name, body.version, token, 600_000);
  }
}

async function mostWhile(pid: number, run: () => Promise<void>): Promise<number> {
  let most = 0;
  const clock = setInterval(() => (most = Math.max(most, residentMib(pid).now)), 50);
  await run().finally(() => clearInterval(clock));
  return most;
}
