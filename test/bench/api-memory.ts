import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSigningKey } from "@gaia/trust";
import { account, call, publish } from "../harness/api.ts";
import { residentMib } from "../harness/built-server.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { localServices } from "../harness/local-services.ts";
import { zipOf } from "../harness/samples.ts";
import { makeCatalog } from "./catalog.ts";
import { dropDatabases, freshDatabase } from "./databases.ts";
import { ADMIN_TOKEN, mostWhile, REST_MS, startMeasured } from "./measured-start.ts";
import { READ_SKILL, seedRegistry } from "./seed-registry.ts";

/** Resident memory of a process with `ROLE=api` on PostgreSQL and Redis, in MiB. */
export interface ApiMemory {
  rest: number;
  /** The most while pages, lists, searches, skills and packages were read. */
  reading: number;
  /** The most while it took a package of each format, three times. */
  taking: number;
  after: number;
}

const DATABASE = `bench_memory_${process.pid}`;
const SKILLS = 300;
const READ_ROUNDS = 250;
const TAKEN_TIMES = 3;

/** Measures a build, the built server as `argv` starts it; null where PostgreSQL or Redis is missing. */
export async function measureApiMemory(dir: string, argv: string[]): Promise<ApiMemory | null> {
  const services = localServices();
  const [postgres, redis] = [await services.find("postgres"), await services.find("redis")];
  try {
    if (!postgres.available || !redis.available) return null;
    const databaseUrl = await freshDatabase(postgres.url, DATABASE);
    await mkdir(dir, { recursive: true });
    await seedRegistry(join(dir, "data"), { skills: SKILLS, adminToken: ADMIN_TOKEN, databaseUrl });
    const memory: ApiMemory = { rest: 0, reading: 0, taking: 0, after: 0 };
    const look = async ({ pid, url }: { pid: number; url: string }) => {
      await sleep(REST_MS);
      memory.rest = residentMib(pid).now;
      memory.reading = await mostWhile(pid, () => readAll(url));
      memory.taking = await mostWhile(pid, () => publishAll(url));
      await sleep(REST_MS);
      memory.after = residentMib(pid).now;
    };
    await startMeasured(dir, argv, look, {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      SIGNING_KEY: generateSigningKey(),
      AUTH_SECRET: "test-auth-secret-of-32-characters-or-more",
      ROLE: "api",
      RATE_LIMIT_READS: "0",
      RATE_LIMIT_WRITES: "0",
    });
    return memory;
  } finally {
    if (postgres.available) await dropDatabases(postgres.url, DATABASE);
    await services.stop();
  }
}

/** Every address is another one, so that nothing is answered from what is kept. */
async function readAll(url: string): Promise<void> {
  const names = makeCatalog(SKILLS - 1).map(({ name }) => name);
  for (let round = 0; round < READ_ROUNDS; round += 1) {
    const [name = "", word = ""] = [names[round], names[round]?.split("-")[0]];
    const limit = 1 + (round % 50);
    for (const path of [
      `/api/v1/skills?limit=${limit}`,
      `/api/v1/search?q=${word}&limit=${limit}`,
      `/api/v1/skills/${name}`,
      `/?limit=${limit}`,
      `/search?q=${word}&limit=${limit}`,
      `/skills/${name}`,
      `/api/v1/skills/${READ_SKILL}/download`,
    ])
      await call(`${url}${path}`);
  }
}

/** The same package once more is read once more, and answered 200. */
async function publishAll(url: string): Promise<void> {
  const token = await account(url, ADMIN_TOKEN, "bench");
  for (let time = 0; time < TAKEN_TIMES; time += 1) {
    for (const [format, { files, query }] of Object.entries(FORMAT_SAMPLES)) {
      const { status, body } = await publish(url, token, zipOf(files), query);
      if (status !== (time === 0 ? 201 : 200)) throw new Error(`${format} was answered ${status}: ${body?.detail}`);
    }
  }
}
