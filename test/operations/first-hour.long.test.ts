import { spawnSync } from "node:child_process";
import { cp, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cpuMilliseconds } from "../bench/cpu-time.ts";
import { NODE } from "../bench/targets/start-quietly.ts";
import { call } from "../harness/api.ts";
import { builtServer } from "../harness/built-server.ts";
import { findProgram, freePort, startChildServer } from "../harness/child-server.ts";
import { startProcess } from "../harness/process.ts";
import { until } from "../harness/until.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const MAIN = join(ROOT, "apps/server/src/main.ts");

const made: string[] = [];
const fresh = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), "first-hour-"));
  made.push(dir);
  return dir;
};
afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true });
});

interface Served {
  pid: number;
  url: string;
}

/** Runs the server in `dataDir`, with no scanners and none to install, and lets `use` look at it once it is ready. */
async function served<Result>(
  argv: string[],
  dataDir: string,
  use: (server: Served) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, SCANNER_DIR: dataDir };
  const server = await startChildServer({ argv, port, env, startTimeoutMs: 60_000 });
  try {
    const url = `http://127.0.0.1:${port}`;
    expect((await call(`${url}/readyz`)).status).toBe(200);
    return await use({ pid: server.pid, url });
  } finally {
    await server.stop();
  }
}

describe("at a terminal", () => {
  const script = findProgram("script");

  test.skipIf(script === null)("three plain lines, warnings in words, and the log in a file", async () => {
    const dataDir = await fresh();
    const port = await freePort();
    // A program that runs another on a terminal of its own; with it the terminal goes, as when a window is closed.
    const command = [...NODE, MAIN].join(" ");
    const env = { PORT: String(port), DATA_DIR: dataDir, SCANNER_DIR: dataDir, SHELL: "/bin/bash" };
    const said = join(dataDir, "said");
    const argv = [script ?? "", "--quiet", "--flush", "--return", "--command", command, said];
    const terminal = await startChildServer({ argv, port, env, startTimeoutMs: 60_000 });
    await until(async () => (await readFile(said, "utf8")).includes("Warning: there are no scanners"));
    await terminal.stop();
    const lines = (await readFile(said, "utf8")).replaceAll(/\r|\u001b\[[0-9;]*[A-Za-z]/g, "").split("\n");
    const at = lines.indexOf(`The registry is at http://127.0.0.1:${port}`);
    expect(lines.slice(at, at + 4)).toEqual([
      `The registry is at http://127.0.0.1:${port}`,
      expect.stringMatching(/^The admin's token is in .*admin-token$/),
      expect.stringMatching(/^Its key, to compare in `trust add`: SHA256:[A-Za-z0-9+/]{43}$/),
      expect.stringMatching(/^Ctrl-C stops it; what it does is written to .*registry\.log$/),
    ]);
    expect(lines.filter((line) => line.startsWith("{"))).toEqual([]);
    const events = async () =>
      (await readFile(join(dataDir, "registry.log"), "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event);
    await until(async () => (await events()).includes("stopped"));
    expect(await events()).toEqual(expect.arrayContaining(["started", "scanners_missing", "stopping"]));
  });

  test("into a pipe goes the log, and nothing else", async () => {
    const server = await startProcess({ env: { DATA_DIR: await fresh(), SCANNER_DIR: "/nonexistent" } });
    server.kill("SIGTERM");
    expect(await server.exited).toMatchObject({ exitCode: 0 });
    const events = server
      .log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(events).toEqual(expect.arrayContaining(["started", "stopped"]));
  });

  test("/readyz says how far the scanners are, and stays ready without them", async () => {
    await served([...NODE, MAIN], await fresh(), async ({ url }) => {
      const scanners = async () => (await call(`${url}/readyz`)).body.scanners;
      await until(async () => (await scanners()).status === "missing");
      expect((await scanners()).progress).toMatch(/has no|neither/);
    });
  });
});

test("npm holds no package against a newcomer's Node 20", async () => {
  const npm = findProgram("npm");
  if (npm === null) throw new Error("npm is what this project is installed with");
  const dir = await fresh();
  for (const pattern of ["package.json", "package-lock.json", ".npmrc", "{apps,packages}/*/package.json"]) {
    for await (const path of glob(pattern, { cwd: ROOT }))
      await cp(join(ROOT, path), join(dir, dirname(path), path.split("/").at(-1) ?? ""), { recursive: true });
  }
  const old = join(dir, "old-node.cjs");
  await writeFile(old, "Object.defineProperty(process, 'version', { value: 'v20.20.2' });\n");
  const ask = (more: string[]) =>
    spawnSync(npm, ["ci", "--dry-run", "--offline", ...more], {
      cwd: dir,
      env: { PATH: process.env["PATH"], HOME: dir, NODE_OPTIONS: `--require=${old}` },
      encoding: "utf8",
    });
  expect(ask(["--loglevel=warn"]).stderr).toContain("EBADENGINE");
  const answer = ask([]);
  expect(answer.status, answer.stderr).toBe(0);
  expect(answer.stderr).toBe("");
});

describe("the start", () => {
  test("of the built server costs less CPU time than from the sources, empty and warm", async () => {
    await served(builtServer(), await fresh(), async () => undefined);
    const spent = { built: [0, 0], sources: [0, 0] };
    for (const kind of ["built", "sources"] as const) {
      const argv = kind === "built" ? builtServer() : [...NODE, MAIN];
      const dataDir = await fresh();
      for (const turn of [0, 1])
        spent[kind][turn] = await served(argv, dataDir, async ({ pid }) => cpuMilliseconds([pid]) ?? NaN);
    }
    const ratio = (turn: number) => (spent.built[turn] ?? NaN) / (spent.sources[turn] ?? NaN);
    expect(ratio(0), JSON.stringify(spent)).toBeLessThan(0.85);
    expect(ratio(1), JSON.stringify(spent)).toBeLessThan(0.75);
  });
});
