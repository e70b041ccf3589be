import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { NO_STAND_IN, standIn } from "../../test/stand-in-program.ts";
import { type CommandResult, sandboxRunner } from "../index.ts";
import { type WarmOptions, type WarmRun, warmRunner } from "./warm-runner.ts";

const workRoot = mkdtempSync(join(tmpdir(), "warm-test-"));
const program = standIn();
const coldly = await sandboxRunner({ workRoot });
const canWarm = program !== null && coldly.isolation === "bubblewrap";
const runners: WarmRun[] = [];

/** `cold`: what did not go warm, and why. */
async function warmed(options: Partial<WarmOptions> = {}): Promise<{ run: WarmRun; cold: string[] }> {
  const cold: string[] = [];
  const run = await warmRunner({
    workRoot,
    programs: [{ module: "stand_in", loads: ["stand_in_loaded", "json", "ctypes", "socket"] }],
    onCold: (module, why) => cold.push(`${module}: ${why}`),
    ...options,
  });
  runners.push(run);
  return { run, cold };
}

afterAll(async () => {
  await Promise.all(runners.map((run) => run.close()));
  expect(readdirSync(workRoot)).toEqual([]);
  rmSync(workRoot, { recursive: true });
  if (program !== null) rmSync(program.directory, { recursive: true });
});

const said = ({ stdout }: CommandResult): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

describe.skipIf(!canWarm)("a program that was loaded once", async () => {
  const { asks } = program ?? NO_STAND_IN;
  const { run, cold } = await warmed();

  test("runs in a fork of what was loaded, and a command for another program as ever", async () => {
    const loaded = [said(await run(asks(["loaded"]))), said(await run(asks(["loaded"])))];
    expect(loaded[0]).toEqual(loaded[1]);
    expect(said(await coldly(asks(["loaded"])))).not.toEqual(loaded[0]);
    const other = await run({ ...asks([]), argv: ["/bin/sh", "-c", "echo other"] });
    expect(other.stdout).toBe("other\n");
    expect(cold).toEqual([]);
  });

  test("answers, and ends with a code, as a cold one does", async () => {
    const all = [["exit", "0"], ["exit", "7"], ["nothing-known"], [], ["crash"], ["depth"]];
    for (const command of all.map((words) => asks(words))) {
      const [warm, before] = [await run(command), await coldly(command)];
      expect({ ...warm, stderr: "", durationMs: 0 }).toEqual({ ...before, stderr: "", durationMs: 0 });
      expect(warm.stderr === "").toBe(before.stderr === "");
    }
    expect(cold).toEqual([]);
  });

  test("loses no output where this process is too busy to look while it runs", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const ending = new AbortController();
      const result = run(asks(["loaded"])).finally(() => ending.abort());
      while (!ending.signal.aborted) {
        const until = performance.now() + 200;
        while (performance.now() < until);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await result).stdout).toMatch(/^\{/);
    }
    expect(cold).toEqual([]);
  });

  test("has its own files, environment and directories, and sees no more than that", async () => {
    const files = [{ path: "code/a.py", bytes: new TextEncoder().encode("x = 1\n") }];
    const seen = said(await run(asks(["look"], { files, env: { SAID: "this" } })));
    expect(seen).toMatchObject({
      files: [],
      environment: expect.arrayContaining([
        ["HOME", "/job/home"],
        ["SAID", "this"],
        ["TMPDIR", "/job/tmp"],
      ]),
      processes: [1, 2],
      open: [0, 1, 2],
      kernel: [],
      shared: [],
      terminals: false,
      threads: 1,
      argv: ["look"],
    });
    expect(seen["directories"]).toEqual(expect.arrayContaining(["/job/work", "code", "work", "home", "tmp"]));
    const [refused, capabilities] = seen["rights"] as [Record<string, boolean>, number[]];
    expect(Object.entries(refused).filter(([, isRefused]) => !isRefused)).toEqual([]);
    expect(capabilities).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test(
    "S12 a hostile one leaves nothing to the next, nor to those that run beside it",
    { timeout: 60_000 },
    async () => {
      const before = said(await run(asks(["look"])));
      const left = said(await run(asks(["leave"])));
      // Its own places alone; and it did come to its end.
      expect(left["wrote"]).toEqual(["/dev/shm", "/job", "/job/home", "/job/shm", "/job/tmp", "/job/work"]);
      expect(left["loaded"]).toEqual(before["loaded"]);
      expect(said(await run(asks(["look"])))).toEqual(before);
      const beside = run(asks(["leave-and-stay", "3"]));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(run.parents()).toMatchObject([{ running: 1 }]);
      expect(said(await run(asks(["look"])))).toEqual(before);
      expect(said(await run(asks(["sleep", "0.2"])))).toEqual({ slept: true });
      await beside;
      expect(said(await run(asks(["look"])))).toEqual(before);
      expect(cold).toEqual([]);
      expect(run.parents()).toHaveLength(1);
    },
  );

  test.for([
    ["its deadline", ["sleep", "30"], { timeoutMs: 1_000 }, { timedOut: true, exitCode: null }],
    ["CPU time", ["compute"], { cpuMs: 1_000 }, { outOfCpu: true, timedOut: false }],
    ["output", ["print"], {}, { truncated: true }],
    ["memory", ["memory"], {}, { exitCode: 1, stderr: expect.stringContaining("MemoryError") }],
    ["the size of a file", ["file"], {}, { exitCode: 1, stderr: expect.stringContaining("File too large") }],
  ] as const)("ends at the bound of %s", async ([, words, changes, end]) => {
    const result = await run(asks([...words], changes));
    expect(result).toMatchObject(end);
    expect(result.stdout.length).toBeLessThanOrEqual(100_000);
    // And its parent goes on.
    expect((await run(asks(["exit", "3"]))).exitCode).toBe(3);
    expect(cold).toEqual([]);
    expect(run.parents().filter(({ running }) => running > 0)).toEqual([]);
  });

  test("more processes than there may be end with it", { timeout: 60_000 }, async () => {
    const { run: own, cold: elsewhere } = await warmed();
    const result = await own(asks(["bomb"]));
    // Linux does not hold the number against root.
    expect(result.exitCode === 0 || (result.exitCode === 1 && result.stderr.includes("BlockingIOError"))).toBe(true);
    expect((await own(asks(["exit", "3"]))).exitCode).toBe(3);
    expect(elsewhere).toEqual([]);
  });

  test("reaches nothing of this machine's network, unless it may", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    const reached = [
      said(await run(asks(["reach", port]))),
      said(await run(asks(["reach", port], { network: true }))),
      said(await run(asks(["reach", port]))),
    ];
    server.close();
    expect(reached).toEqual([{ reached: false }, { reached: true }, { reached: false }]);
    expect(run.parents()).toHaveLength(2);
  });

  test("ends when whoever asked wants it no more", async () => {
    const abort = new AbortController();
    const asked = run(asks(["sleep", "30"]), abort.signal);
    setTimeout(() => abort.abort(), 500);
    expect(await asked).toMatchObject({ aborted: true, exitCode: null, timedOut: false });
    expect(await run(asks(["loaded"]), abort.signal)).toMatchObject({ aborted: true, stdout: "" });
  });

  test("many at once, each with its own answer", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => run(asks(["exit", String(at)]))));
    expect(answers.map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(cold).toEqual([]);
  });

  test("a name that leaves its directory is refused, as ever", async () => {
    const files = [{ path: "../x", bytes: new Uint8Array() }];
    await expect(run(asks(["loaded"], { files }))).rejects.toMatchObject({ code: "path_escapes" });
  });
});
