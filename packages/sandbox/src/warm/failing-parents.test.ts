import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { NO_STAND_IN, standIn } from "../../test/stand-in-program.ts";
import { type CommandResult, sandboxRunner } from "../index.ts";
import { type WarmOptions, type WarmRun, warmRunner } from "./warm-runner.ts";

const program = standIn();
const canWarm = program !== null && (await sandboxRunner()).isolation === "bubblewrap";
const roots: string[] = [];
const runners: WarmRun[] = [];

interface Warmed {
  run: WarmRun;
  cold: string[];
  /** Processes of this machine that run in a parent of it, from outside. */
  parents(): number[];
}

async function warmed(options: Partial<WarmOptions> & { loads?: string[] } = {}): Promise<Warmed> {
  const { loads = [], ...rest } = options;
  const workRoot = mkdtempSync(join(tmpdir(), "warm-test-"));
  const cold: string[] = [];
  const run = await warmRunner({
    workRoot,
    programs: [{ module: "stand_in", loads: ["stand_in_loaded", ...loads] }],
    onCold: (module, why) => cold.push(`${module}: ${why}`),
    ...rest,
  });
  roots.push(workRoot);
  runners.push(run);
  return { run, cold, parents: () => pythonsOf(workRoot) };
}

/** Those that were started with something below this directory and are a Python, not the container around it. */
function pythonsOf(root: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "latin1");
        return words.includes(root) && /python[\d.]*$/.test(readlinkSync(`/proc/${pid}/exe`));
      } catch {
        return false;
      }
    });
}

/** With the first of them the others may go. */
function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It went.
    }
  }
}

afterAll(async () => {
  await Promise.all(runners.map((run) => run.close()));
  // They were killed; the kernel takes its time.
  for (let waits = 0; waits < 50 && roots.flatMap(pythonsOf).length > 0; waits += 1) await later(100);
  expect(roots.flatMap(pythonsOf)).toEqual([]);
  for (const root of roots) {
    expect(readdirSync(root)).toEqual([]);
    rmSync(root, { recursive: true });
  }
  if (program !== null) rmSync(program.directory, { recursive: true });
});

const loadedBy = ({ stdout }: CommandResult): unknown => (JSON.parse(stdout) as { loaded: unknown }).loaded;
const later = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe.skipIf(!canWarm)(
  "a parent that does not do its part is replaced, and its jobs have their answer all the same",
  async () => {
    const { asks, install } = program ?? NO_STAND_IN;

    test("killed while nobody asks", async () => {
      const { run, cold, parents } = await warmed();
      const first = loadedBy(await run(asks(["loaded"])));
      killAll(parents());
      await expect.poll(() => run.parents()).toEqual([]);
      const then = [loadedBy(await run(asks(["loaded"]))), loadedBy(await run(asks(["loaded"])))];
      expect(then[0]).toBe(then[1]);
      expect(then[0]).not.toBe(first);
      expect(cold).toEqual([]);
    });

    test("killed with a job under way", async () => {
      const { run, cold, parents } = await warmed();
      await run(asks(["loaded"]));
      const asked = run(asks(["sleep", "1"]));
      await later(400);
      killAll(parents());
      expect(await asked).toMatchObject({ exitCode: 0, stdout: '{"slept": true}\n' });
      expect(cold).toEqual([expect.stringMatching(/^stand_in: it/)]);
      expect(loadedBy(await run(asks(["loaded"])))).toBe(loadedBy(await run(asks(["loaded"]))));
    });

    test("stopped: what does not begin in time runs elsewhere, and the parent is ended", async () => {
      const { run, cold, parents } = await warmed({ begunWithinMs: 1_000 });
      const first = loadedBy(await run(asks(["loaded"])));
      const stopped = parents();
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
      const cut = await run(asks(["loaded"], { timeoutMs: 200 }));
      expect(cut.timedOut).toBe(true);
      expect(loadedBy(await run(asks(["loaded"])))).not.toBe(first);
      expect(cold.length).toBeGreaterThan(0);
      await expect.poll(() => parents().filter((pid) => stopped.includes(pid))).toEqual([]);
    });

    test.for([
      ["says something else than that it is ready", "import os; os.write(1, b'all is well\\n')"],
      ["says too much", "import os; os.write(1, b'x' * 20_000)"],
      ["cannot be loaded", "raise ImportError('no')"],
      ["ends", "import os; os._exit(0)"],
    ])("one that %s", async ([, code = ""], { task }) => {
      const module = `broken_${task.name.replaceAll(/\W/g, "_")}`;
      install(module, code);
      const { run, cold } = await warmed({ loads: [module] });
      const said = [loadedBy(await run(asks(["loaded"]))), loadedBy(await run(asks(["loaded"])))];
      expect(said[0]).not.toBe(said[1]);
      // Which of the two is seen first is a matter of time.
      expect(cold.length).toBeGreaterThan(0);
      expect(cold.filter((reason) => !/^stand_in: (?:it did not load|its parent ended)$/.test(reason))).toEqual([]);
      expect(run.parents()).toEqual([]);
    });

    test("one that talks nonsense later", async () => {
      const code = "import os, threading; threading.Timer(1.5, lambda: os.write(1, b'forked all\\n')).start()";
      install("babbles", code);
      const { run } = await warmed({ loads: ["babbles"] });
      const first = loadedBy(await run(asks(["loaded"])));
      await expect.poll(() => run.parents(), { timeout: 5_000 }).toEqual([]);
      expect(loadedBy(await run(asks(["loaded"])))).not.toBe(first);
    });

    test("one whose forks cannot be confined is never asked again: they run as without it", async () => {
      // What a machine answers that allows no namespace inside another.
      const code =
        "import sys; m = sys.modules['__main__']; m.LIBC.unshare = lambda flags: m.ctypes.set_errno(1) or -1\n";
      install("forbids", code);
      const { run, cold } = await warmed({ loads: ["forbids"] });
      const said = [loadedBy(await run(asks(["loaded"]))), loadedBy(await run(asks(["loaded"])))];
      expect(said[0]).not.toBe(said[1]);
      expect(cold).toEqual(["stand_in: namespaces 1"]);
    });
  },
);

describe.skipIf(!canWarm)("a parent that is worn is another", async () => {
  const { asks } = program ?? NO_STAND_IN;
  const loaded = async (run: WarmRun): Promise<unknown> => loadedBy(await run(asks(["loaded"])));

  test("after so many jobs", async () => {
    const { run, cold, parents } = await warmed({ mostJobs: 2 });
    const said = [await loaded(run), await loaded(run), await loaded(run), await loaded(run), await loaded(run)];
    expect(new Set(said).size).toBe(3);
    expect([said[0], said[2]]).toEqual([said[1], said[3]]);
    await expect.poll(() => parents().length).toBe(1);
    expect(cold).toEqual([]);
  });

  test("from a size on, and what it still runs comes to its end", async () => {
    const { run, cold, parents } = await warmed({ mostResidentKib: 1 });
    const running = run(asks(["sleep", "1"]));
    await later(500);
    expect(run.parents()[0]?.residentKib).toBeGreaterThan(5_000);
    expect(await loaded(run)).not.toBe(await loaded(run));
    expect(await running).toMatchObject({ stdout: '{"slept": true}\n' });
    await expect.poll(() => parents().length).toBe(1);
    expect(cold).toEqual([]);
  });

  test("when something else is installed there", async () => {
    let revision = "one";
    const { run } = await warmed({ revisionOf: async () => revision });
    const said = [await loaded(run), await loaded(run)];
    revision = "two";
    said.push(await loaded(run), await loaded(run));
    expect(new Set(said).size).toBe(2);
    expect(said[1]).toBe(said[0]);
  });

  test("and none when nobody asked for a while, or ever again", async () => {
    const { run, parents } = await warmed({ idleMs: 300 });
    await loaded(run);
    expect(parents()).toHaveLength(1);
    await expect.poll(parents, { timeout: 5_000 }).toEqual([]);
    await loaded(run);
    const abort = new AbortController();
    const running = run(asks(["sleep", "20"]), abort.signal);
    await later(300);
    await run.close();
    await expect.poll(parents).toEqual([]);
    expect(run.parents()).toEqual([]);
    // What was lost with them runs without one now.
    abort.abort();
    expect(await running).toMatchObject({ aborted: true });
  });
});
