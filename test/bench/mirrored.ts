import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { call } from "../harness/api.ts";
import { type ChildServer, freePort } from "../harness/child-server.ts";
import { findSharedScanners } from "../harness/scanners.ts";
import { counted } from "./published-report.ts";
import { openFolders } from "./published-sample.ts";
import { ADMIN_TOKEN, startEmbedded } from "./start-embedded.ts";

// `npm run bench:mirrored`: a folder of skills that others published, mirrored by the command line into a fresh embedded registry with the
// real scanners. On the way the registry is killed once, and the command line with the registry once. test/bench/README.md says how.

const { values: options } = parseArgs({
  options: {
    /** A .tar.gz in which each folder with a manifest is a skill. */
    archive: { type: "string" },
    minutes: { type: "string", default: "120" },
  },
});
if (options.archive === undefined) throw new Error("which skills? --archive=FILE.tar.gz");

interface Told {
  path: string;
  name: string | null;
  version: string | null;
  outcome: string;
  error: { code: string; message: string } | null;
}

const dir = await mkdtemp(join(tmpdir(), "skill-registry-mirrored-"));
const say = (text: string): void => void process.stdout.write(`${text}\n`);
async function run(scannerDir: string, count: number): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + Number(options.minutes) * 60_000;
  const startedAt = performance.now();
  let server = await startServer(port, scannerDir);
  try {
    await killedAt(url, Math.floor(count / 3), () => process.kill(server.pid, "SIGKILL"));
    server = await startServer(port, scannerDir);
    await killedAt(url, Math.floor((2 * count) / 3), (client) => {
      client.kill("SIGKILL");
      process.kill(server.pid, "SIGKILL");
    });
    server = await startServer(port, scannerDir);
    const told = await completed(url);
    say(`all were sent or refused after ${minutes(startedAt)}`);
    const versions = await verdicts(url, told, end);
    say(`the last verdict was there after ${minutes(startedAt)}`);
    report(told, versions);
    const outcomes = (await completed(url)).map(({ outcome }) => outcome);
    say(counted("a run more", outcomes).join("\n"));
  } finally {
    await server.stop();
  }
}

const startServer = (port: number, scannerDir: string): Promise<ChildServer> =>
  startEmbedded({ dir, port, scannerDir });

/** The command line at work; with `--json` it says at its end what came of each, without it one line as each is done. */
function mirror(url: string, shown: "--json" | "--yes"): ChildProcess {
  const cli = join(import.meta.dirname, "../../apps/cli/bin/gaia.js");
  const line = ["skill", "admin", "mirror", join(dir, "skills"), "--publisher", "admin", "--name", "published", shown];
  const env = {
    PATH: process.env["PATH"],
    HOME: dir,
    GAIA_HOME: join(dir, "home"),
    GAIA_REGISTRY: url,
    GAIA_TOKEN: ADMIN_TOKEN,
  };
  return spawn(process.execPath, [cli, ...line], { env, stdio: ["ignore", "pipe", "inherit"] });
}

/** Mirrors until so many were told, and then has `kill` end it. */
async function killedAt(url: string, many: number, kill: (client: ChildProcess) => void): Promise<void> {
  const client = mirror(url, "--yes");
  const gone = new Promise((resolve) => client.once("close", resolve));
  let lines = 0;
  for await (const part of client.stdout ?? []) {
    const before = lines;
    lines += String(part).split("\n").length - 1;
    if (before < many && lines >= many) {
      say(`killed after ${lines} of them`);
      kill(client);
    }
  }
  await gone;
  if (lines < many) throw new Error(`the command line ended by itself after ${lines} skills`);
}

/** What came of each skill, in a run that nothing ends. */
async function completed(url: string): Promise<Told[]> {
  const client = mirror(url, "--json");
  const gone = new Promise((resolve) => client.once("close", resolve));
  let said = "";
  for await (const part of client.stdout ?? []) said += part;
  await gone;
  return JSON.parse(said).skills;
}

async function verdicts(url: string, told: Told[], end: number): Promise<Map<string, Version>> {
  const open = new Set(told.filter(({ outcome }) => outcome === "published" || outcome === "already_there"));
  const seen = new Map<string, Version>();
  while (open.size > 0 && performance.now() < end) {
    for (const each of open) {
      const { body } = await call(`${url}/api/v1/skills/${each.name}/${each.version}`, { token: ADMIN_TOKEN });
      if (body.status === "received" || body.status === "inspecting") break;
      seen.set(each.path, { status: body.status, verdict: body.verdict, from: body.mirrored_from?.origin ?? null });
      open.delete(each);
    }
    process.stderr.write(`${open.size} wait for a verdict\n`);
    await pause(2_000);
  }
  if (open.size > 0) process.exitCode = 1;
  return seen;
}

interface Version {
  status: string;
  verdict: string | null;
  from: string | null;
}

function report(told: Told[], versions: Map<string, Version>): void {
  const taken = told.filter(({ path }) => versions.has(path));
  const twice = taken.length - new Set(taken.map(({ name, version }) => `${name}@${version}`)).size;
  const names = new Set(taken.map(({ name }) => name));
  say(`${told.length} folders: ${taken.length} taken, ${names.size} names, ${twice} the same as another folder's`);
  const lines = [
    ...counted(
      "verdict",
      [...versions.values()].map(({ status, verdict }) => `${verdict ?? "none"}, ${status}`),
    ),
    ...counted(
      "without provenance",
      [...versions.values()].filter(({ from }) => from === null).map(() => "version"),
    ),
    ...counted(
      "refused",
      told.flatMap(({ error }) => (error === null ? [] : [`${error.code}: ${error.message}`])),
    ),
    ...counted(
      "outcome",
      told.map(({ outcome }) => outcome),
    ),
  ];
  say(lines.join("\n"));
}

const minutes = (since: number): string => `${((performance.now() - since) / 60_000).toFixed(1)} minutes`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

try {
  const { scanners } = await findSharedScanners();
  if (scanners === null) throw new Error("there are no scanners on this machine");
  const folders = await openFolders({ archive: options.archive, dir, count: Number.MAX_SAFE_INTEGER });
  await run(scanners.binDir, folders.length);
} finally {
  await rm(dir, { recursive: true, force: true });
}
