import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { account, inspected, publish } from "../harness/api.ts";
import { builtServer, residentMib } from "../harness/built-server.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { zipOf } from "../harness/samples.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { type ApiMemory, measureApiMemory } from "./api-memory.ts";
import { ADMIN_TOKEN, mostWhile, REST_MS, startMeasured } from "./measured-start.ts";
import { NODE } from "./targets/start-quietly.ts";

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
  api: ApiMemory | null;
}

const SOURCES = [...NODE, new URL("../../apps/server/src/main.ts", import.meta.url).pathname];

/** Starts on an empty data directory and once more on the same, taking turns with starts from the sources. */
export async function measureStarts(dir: string, rounds: number): Promise<StartResult[]> {
  const empty: StartResult = { what: "empty", built: [], sources: [] };
  const warm: StartResult = { what: "warm", built: [], sources: [] };
  await startMeasured(join(dir, "start-first"), builtServer(), async () => undefined);
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ["built", "sources"] as const) {
      const argv = kind === "built" ? builtServer() : SOURCES;
      const own = join(dir, `start-${kind}-${round}`);
      empty[kind].push(await startMeasured(own, argv, async () => undefined));
      warm[kind].push(await startMeasured(own, argv, async () => undefined));
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
  await startMeasured(join(dir, "memory"), builtServer(), look, env);
  result.api = await measureApiMemory(join(dir, "memory-api"), builtServer());
  return result;
}

async function inspectSamples(url: string): Promise<void> {
  const token = await account(url, ADMIN_TOKEN, "bench");
  for (const { files, query } of Object.values(FORMAT_SAMPLES)) {
    const { body } = await publish(url, token, zipOf(files), query);
    await inspected(url, body.name, body.version, token, 600_000);
  }
}
