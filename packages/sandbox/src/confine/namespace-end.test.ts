import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import { confinedRunner } from "./confined-runner.ts";
import { endNamespace, FIRST_PROCESS } from "./namespace-end.ts";
import { finishRuns } from "./run-marks.ts";

const bubblewrap = await service("bubblewrap");

describe.skipIf(!bubblewrap.available)("the end of a run's namespace (needs bubblewrap)", () => {
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), "ending-"));
  });
  afterEach(() => rm(outside, { recursive: true }));

  const SECONDS = `60.${process.pid}`;
  /** Forty processes in a namespace that does not end with whoever made it. */
  async function started(): Promise<ChildProcess> {
    const forty = `for n in $(seq 40); do setsid sleep ${SECONDS} & done; wait`;
    const mounts = ["--ro-bind", "/", "/", "--dev", "/dev"];
    const argv = ["bwrap", "--unshare-pid", ...mounts, "--info-fd", "7", "--", "sh", "-c", forty, outside];
    const script = 'exec 7> "$1"; shift; exec "$@"';
    const child = spawn("/bin/sh", ["-c", script, "sh", join(outside, FIRST_PROCESS), ...argv]);
    await expect.poll(async () => (await sleepers()).length, { timeout: 20_000 }).toBe(40);
    return child;
  }
  async function sleepers(): Promise<string[]> {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
    return lines.filter((line) => line === `sleep\0${SECONDS}\0`);
  }

  test("H-B3 it ends, and all others in it, when who watched it has gone", async () => {
    const child = await started();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await endNamespace(outside)).toBe(true);
    expect(await sleepers()).toEqual([]);
    expect(await endNamespace(outside)).toBe(true);
  });

  test("H-B3 what does not end is told after a while", async () => {
    const child = await started();
    expect(await endNamespace(outside, { kill: () => true, withinMs: 50 })).toBe(false);
    expect(await endNamespace(outside)).toBe(true);
    if (child.exitCode === null) await once(child, "exit");
  });

  test("H-B3 another process that has its number now is left alone", async () => {
    const other = spawn("sleep", ["60"]);
    await writeFile(join(outside, FIRST_PROCESS), `{ "child-pid": ${other.pid} }`);
    expect(await endNamespace(outside)).toBe(true);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill("SIGKILL");
    await rm(join(outside, FIRST_PROCESS));
    expect(await endNamespace(outside)).toBe(true);
  });

  test("H-B3 a run of which something does not end says so, and is looked at again by the next one", async () => {
    const [marks, place] = [join(outside, "running"), join(outside, "place")];
    await mkdir(place);
    const confine = givingConfine(await confinedRunner({ marks, end: async () => false }));
    const mounts = [{ source: place, target: place, writable: true }];
    const run = await confine({ ...PLAIN, mounts, guarded: { names: [".git"], made: null } });
    expect(run).toMatchObject({ exitCode: 0, denials: [{ kind: "unended" }] });
    const [mark = ""] = await readdir(marks);
    const { outside: own } = JSON.parse(await readFile(join(marks, mark), "utf8"));
    // As if this process had ended.
    const left = `1-0-${"0".repeat(16)}.json`;
    await rename(join(marks, mark), join(marks, left));
    await mkdir(join(place, ".git"));
    expect(await finishRuns(marks, async () => false)).toMatchObject([
      { path: join(place, ".git") },
      { kind: "unended" },
    ]);
    const [again = ""] = await readdir(marks);
    await rename(join(marks, again), join(marks, left));
    await mkdir(join(place, ".git"));
    expect(await finishRuns(marks)).toMatchObject([{ path: join(place, ".git") }]);
    expect(await readdir(marks)).toEqual([]);
    await expect(readdir(own)).rejects.toThrow("ENOENT");
  });
});
