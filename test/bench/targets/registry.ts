import { createHash } from "node:crypto";
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "../../harness/child-server.ts";
import { makeCatalog } from "../catalog.ts";
import { pause, until } from "../../harness/until.ts";
import { cpuMilliseconds } from "../cpu-time.ts";
import { READ_SKILL, seedRegistry } from "../seed-registry.ts";
import { NODE, startQuietly } from "./start-quietly.ts";
import { type Target, toRequests } from "./target.ts";

const OWN_ROOT = new URL("../../../", import.meta.url).pathname;
const ADMIN_TOKEN = "bench-admin-token-of-24-characters-or-more";
/** The seed depends on them; whatever else changes, a kept seed still fits. */
const SEED_SOURCES = [
  "migrations/*.sql",
  "test/bench/{seed-registry,catalog,vocabulary,random,sample-package}.ts",
  "test/harness/{samples,many-rows}.ts",
  "packages/{archive,db,manifest,search}/src/**/*.ts",
];

export interface RegistryTarget extends Target {
  url: string;
  adminToken: string;
}

/**
 * The registry as `npm start` runs it, one embedded process, over `skills` seeded skills; with `databaseUrl`, an empty database, on that PostgreSQL.
 * `profileDir` makes it write a CPU profile when it stops.
 */
export async function startRegistry(
  dir: string,
  input: {
    skills: number;
    profileDir: string | null;
    databaseUrl: string | null;
    /** Another tree, whose server and seed it is, and what it is called. */
    of?: { root: string; name: string };
  },
): Promise<RegistryTarget> {
  const { skills: count, databaseUrl, of = { root: OWN_ROOT, name: "registry" } } = input;
  const dataDir = join(dir, "data");
  if (databaseUrl === null) await cp(await ensureSeed(of.root, count), dataDir, { recursive: true });
  else await seedDatabase(dataDir, { skills: count, databaseUrl });
  const port = await freePort();
  const profile = input.profileDir === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${input.profileDir}`];
  const child = await startQuietly({
    argv: [...NODE, ...profile, join(of.root, "apps/server/src/main.ts")],
    port,
    log: join(dir, "log"),
    startTimeoutMs: 120_000,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      LOG_LEVEL: "info",
      // High, but on: counting is part of every answer.
      RATE_LIMIT_READS: "10000000",
      RATE_LIMIT_WRITES: "10000000",
      ...(await idleInspection(dir)),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const skills = `${url}/api/v1/skills`;
  // Another skill's archive, though the same bytes: each download changes the count in its skill's answer, and so its ETag.
  const [other] = makeCatalog(1);
  const proof = `${skills}/${READ_SKILL}/1.0.0/proof`;
  // What was seeded comes into the log when the server starts.
  await until(async () => (await fetch(proof)).status === 200);
  await untilQuiet(child.pid);
  return {
    name: of.name,
    version: (JSON.parse(await readFile(join(of.root, "package.json"), "utf8")) as { version: string }).version,
    pids: [child.pid],
    requests: await toRequests(`${skills}/${READ_SKILL}`, `${skills}/${other?.name}/download`, proof),
    url,
    adminToken: ADMIN_TOKEN,
    stop: () => child.stop(),
  };
}

/** A second and a half of CPU time in ten: more than its clocks take, less than the log does while it takes in what was seeded. */
const QUIET_MS = 1_500;
const LOOK_MS = 10_000;

/** Until a server that nobody asks has nothing left to do: its log takes in the seed in the thread that answers. */
async function untilQuiet(pid: number): Promise<void> {
  let before = cpuMilliseconds([pid]);
  await until(async () => {
    await pause(LOOK_MS);
    const now = cpuMilliseconds([pid]);
    const spent = now === null || before === null ? 0 : now - before;
    before = now;
    return spent < QUIET_MS;
  }, 600_000);
}

/**
 * Inspection off the clock: one worker whose scanners take for ever to answer. The first published version is taken up
 * and waits; the others stay queued. The server itself is as it always is.
 */
async function idleInspection(dir: string): Promise<Record<string, string>> {
  const binDir = join(dir, "scanners", "bin");
  await mkdir(binDir, { recursive: true });
  await writeFile(join(binDir, "python3"), "#!/bin/sh\nexec sleep 31\n", { mode: 0o755 });
  return { SCANNER_DIR: join(dir, "scanners"), WORKER_CONCURRENCY: "1", LEASE_SECONDS: "3600", SWEEP_SECONDS: "3600" };
}

async function seedDatabase(dataDir: string, input: { skills: number; databaseUrl: string }): Promise<void> {
  process.stderr.write(`seeding ${input.skills} skills on PostgreSQL\n`);
  await mkdir(dataDir, { mode: 0o700 });
  await seedRegistry(dataDir, { ...input, adminToken: ADMIN_TOKEN });
}

/** A seeded data directory, made once and kept for as long as what it is made from stays the same. */
async function ensureSeed(root: string, skills: number): Promise<string> {
  const cache = join(root, "node_modules/.cache/bench");
  const hash = createHash("sha256").update(String(skills));
  for await (const path of glob(SEED_SOURCES, { cwd: root })) {
    hash.update(path).update(await readFile(join(root, path)));
  }
  const seed = join(cache, `registry-${hash.digest("hex").slice(0, 16)}`);
  const kept = await readFile(join(seed, "complete"), "utf8").catch(() => null);
  if (kept !== null) return join(seed, "data");
  process.stderr.write(`seeding ${skills} skills, once (about a minute)\n`);
  for await (const old of glob("registry-*", { cwd: cache })) await rm(join(cache, old), { recursive: true });
  const draft = join(cache, "registry-draft");
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, "data"), { recursive: true, mode: 0o700 });
  // A seed is that of the tree's own migrations.
  const { seedRegistry: seedOwn }: { seedRegistry: typeof seedRegistry } = await import(
    pathToFileURL(join(root, "test/bench/seed-registry.ts")).href
  );
  await seedOwn(join(draft, "data"), { skills, adminToken: ADMIN_TOKEN, databaseUrl: null });
  await writeFile(join(draft, "complete"), "");
  await rename(draft, seed);
  return join(seed, "data");
}
