import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSigningKey } from "@gaia/trust";
import { account, call, inspected, publish } from "../harness/api.ts";
import { builtServer, residentMib } from "../harness/built-server.ts";
import { freePort } from "../harness/child-server.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { zipOf } from "../harness/samples.ts";
import { localServices } from "../harness/local-services.ts";
import { runProcess } from "../harness/process.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { cpuMilliseconds } from "./cpu-time.ts";
import { dropDatabases, freshDatabase } from "./databases.ts";
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
  /** Of a process with `ROLE=api` on PostgreSQL and Redis; null where one of them is missing. */
  api: { rest: number; /** The most while it took packages and was read. */ serving: number; after: number } | null;
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
  const result: MemoryResult = { started: 0, rest: 0, inspecting: null, after: 0, most: 0, api: null };
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
  result.api = await measureApiMemory(join(dir, "memory-api"));
  return result;
}

const DATABASE = `bench_memory_${process.pid}`;
const READS = ["/api/v1/skills", "/api/v1/search?q=hello", "/", "/search?q=hello"];
const MOST_READS = 250;

async function measureApiMemory(dir: string): Promise<MemoryResult["api"]> {
  const services = localServices();
  const [postgres, redis] = [await services.find("postgres"), await services.find("redis")];
  try {
    if (!postgres.available || !redis.available) return null;
    const role = {
      DATABASE_URL: await freshDatabase(postgres.url, DATABASE),
      REDIS_URL: redis.url,
      SIGNING_KEY: generateSigningKey(),
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      ROLE: "api",
      RATE_LIMIT_WRITES: "0",
    };
    const api = { rest: 0, serving: 0, after: 0 };
    const look = async ({ pid, url }: { pid: number; url: string }) => {
      await sleep(REST_MS);
      api.rest = residentMib(pid).now;
      api.serving = await mostWhile(pid, () => publishAndRead(url));
      await sleep(REST_MS);
      api.after = residentMib(pid).now;
    };
    const migrated = await runProcess({ env: { ...role, ADMIN_TOKEN, DATA_DIR: dir, ROLE: "migrate" } });
    if (migrated.exitCode !== 0) throw new Error(`ROLE=migrate failed: ${migrated.output}`);
    await start(dir, builtServer(), look, role);
    return api;
  } finally {
    if (postgres.available) await dropDatabases(postgres.url, DATABASE);
    await services.stop();
  }
}

/** Every format is published, and every address is read anew, so that nothing is answered from what is kept. */
async function publishAndRead(url: string): Promise<void> {
  const token = await account(url, ADMIN_TOKEN, "bench");
  for (const { files, query } of Object.values(FORMAT_SAMPLES)) await publish(url, token, zipOf(files), query);
  for (let count = 0; count < MOST_READS; count += 1) {
    for (const path of READS) await call(`${url}${path}${path.includes("?") ? "&" : "?"}limit=${1 + (count % 50)}`);
  }
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
