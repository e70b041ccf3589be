import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./against/compare.ts";
import { measureAccess } from "./access.ts";
import { measureAuthoring } from "./authoring.ts";
import { measureGrowth } from "./growth.ts";
import { measureInspections } from "./inspection.ts";
import { lookAtMachine } from "./machine.ts";
import { measureLatencies, measureLoads, type Plan } from "./measure.ts";
import { describeRun, writePage } from "./page.ts";
import { judgeAims, type Run } from "./results.ts";
import { measureMemory, measureStarts } from "./resting.ts";
import { startBareHono } from "./targets/bare-hono.ts";
import { startNginx } from "./targets/nginx.ts";
import { startRegistry } from "./targets/registry.ts";
import { readBodies, type Target } from "./targets/target.ts";
import { startVerdaccio } from "./targets/verdaccio.ts";

// `npm run bench`: the registry and its peers side by side, in one run. docs/bench.md says what the figures mean.

const { values: options } = parseArgs({
  options: {
    /** One round of two seconds each. */
    quick: { type: "boolean", default: false },
    /** Puts the run into docs/bench.md. */
    write: { type: "boolean", default: false },
    rounds: { type: "string" },
    seconds: { type: "string" },
    /** Only the registry and bare Hono. */
    "no-peers": { type: "boolean", default: false },
    /** How many skills there are; with `--database=postgres`, up to which number growth is measured. */
    skills: { type: "string" },
    /** `postgres`: growth is measured too, on PostgreSQL. */
    database: { type: "string" },
    /** Only `loads`, `latencies`, `inspections`, `access`, `start`, `memory` or `growth`. */
    only: { type: "string" },
    /** Another commit: its build and this one's side by side, with `--only=inspections`, `analysers`, `memory` or `reads`. */
    against: { type: "string" },
    /** With `--against`: a .tar.gz in which each folder with a manifest is a skill, so many of them, and after how many minutes it ends. */
    archive: { type: "string" },
    count: { type: "string" },
    minutes: { type: "string", default: "60" },
    /** Where the registry writes a CPU profile when it stops. */
    profile: { type: "string" },
  },
});

const plan: Plan = {
  rounds: Number(options.rounds ?? (options.quick ? 1 : 5)),
  seconds: Number(options.seconds ?? (options.quick ? 2 : 4)),
  connections: 32,
  skills: options.database ? 10_000 : Number(options.skills ?? 10_000),
  searches: options.quick ? 150 : 300,
  publishes: options.quick ? 40 : 100,
  pages: options.quick ? 100 : 200,
  peerRequests: 20,
  packageBytes: 20_000,
  inspections: options.quick ? 5 : 20,
  access: options.quick ? 200 : 1_000,
};

if (options.database !== undefined && options.database !== "postgres") throw new Error("--database takes `postgres`");
const mostSkills = options.database === "postgres" ? Number(options.skills ?? 100_000) : null;

const dir = await mkdtemp(join(tmpdir(), "skill-registry-bench-"));
// nginx's worker may be another user; what is private in here has a directory of its own.
await chmod(dir, 0o755);
const started: Target[] = [];
const skipped: Run["skipped"] = [];
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  if (options.against === undefined) await measureAll();
  else if (!(await compareWith(options.against))) process.exitCode = 1;
} finally {
  await Promise.all(started.map((target) => target.stop()));
  await rm(dir, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const run = await bench();
  process.stdout.write(`${describeRun(run)}\n`);
  if (options.write) await writePage(run);
  if (judgeAims(run).some(({ met }) => met === false)) say("\nNot every aim was met.");
}

function compareWith(against: string): Promise<boolean> {
  const { only, archive } = options;
  const given = (value: string | undefined) => (value === undefined ? null : Number(value));
  const bounds = { count: given(options.count), rounds: given(options.rounds), minutes: Number(options.minutes) };
  const { seconds, connections, skills } = plan;
  return compare({ only, against, archive, ...bounds, seconds, connections, skills, dir, say });
}

async function bench(): Promise<Run> {
  const machine = lookAtMachine(dir);
  const inspections = isWanted("inspections") ? await measureInspections(dir, plan.inspections) : null;
  const authoring = options.only ? null : await measureAuthoring(dir, plan.seconds);
  const access = isWanted("access") ? await measureAccess(dir, plan.access) : null;
  const starts = isWanted("start") ? await measureStarts(dir, plan.rounds) : [];
  const memory = isWanted("memory") ? await measureMemory(dir) : null;
  const growth = mostSkills === null || !isWanted("growth") ? null : await measureSizes(mostSkills);
  const isServed = isWanted("loads") || isWanted("latencies");
  const { loads, latencies } = isServed ? await measureServers() : { loads: [], latencies: [] };
  return {
    at: new Date(),
    command: ["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" "),
    rounds: plan.rounds,
    seconds: plan.seconds,
    connections: plan.connections,
    machine,
    versions: started.map(({ name, version }) => ({ name, version })),
    skipped,
    loads,
    latencies,
    authoring,
    inspections,
    access,
    starts,
    memory,
    growth,
  };
}

function measureSizes(most: number) {
  return measureGrowth({ most, rounds: plan.rounds, searches: plan.searches, startIn, say });
}

function isWanted(part: "loads" | "latencies" | "inspections" | "access" | "start" | "memory" | "growth"): boolean {
  return options.only === undefined || options.only === part;
}

async function measureServers(): Promise<Pick<Run, "loads" | "latencies">> {
  const registry = await startIn("registry", (own) =>
    startRegistry(own, { skills: plan.skills, profileDir: options.profile ?? null, databaseUrl: null }),
  );
  if (!registry) throw new Error(`the registry did not start: ${skipped.map(({ reason }) => reason).join("; ")}`);
  const bodies = await readBodies(registry);
  await startIn("bare Hono", (own) => startBareHono(own, bodies));
  if (!options["no-peers"]) await startIn("nginx", (own) => startNginx(own, bodies));
  const verdaccio = options["no-peers"] ? null : await startIn("Verdaccio", (own) => startVerdaccio(own, bodies));
  return {
    loads: isWanted("loads") ? await measureLoads(started, plan, say) : [],
    latencies: isWanted("latencies") ? await measureLatencies({ registry, verdaccio }, plan, say) : [],
  };
}

/** Starts a target in a directory of its own, or notes why it is skipped. */
async function startIn<T extends Target>(name: string, start: (dir: string) => Promise<T | null>): Promise<T | null> {
  const own = join(dir, name.toLowerCase().replaceAll(" ", "-"));
  await mkdir(own);
  try {
    const target = await start(own);
    if (target) started.push(target);
    else skipped.push({ name, reason: "not installed on this machine" });
    return target;
  } catch (error) {
    skipped.push({ name, reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
