import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { service } from "../../../../test/harness/services.ts";
import { givingConfine } from "../../test/given-to-skills.ts";
import { PLAIN } from "../../test/plain-confined.ts";
import { confinedRunner } from "./confined-runner.ts";
import { startOwnProxy } from "./own-proxy.ts";
import { finishRuns } from "./run-marks.ts";

const bubblewrap = await service("bubblewrap");

describe.skipIf(!bubblewrap.available)("what ends before its time (needs bubblewrap)", () => {
  let dir: string;
  let marks: string;
  let place: string;
  const started: ChildProcess[] = [];
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "crash-"));
    [marks, place] = [join(dir, "running"), join(dir, "place")];
    await mkdir(join(place, ".old"), { recursive: true });
  });
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
    await rm(dir, { recursive: true });
  });

  test("H-B3 what a killed process left in a watched directory is put aside by the next one", async () => {
    const script = fileURLToPath(new URL("../../test/killed-run.ts", import.meta.url));
    const child = spawn(process.execPath, [script, marks, place], { stdio: "ignore" });
    started.push(child);
    await expect.poll(() => existsSync(join(place, ".kiro")), { timeout: 25_000, interval: 5 }).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(join(place, ".kiro"))).toBe(true);
    const [mark = ""] = await readdir(marks);
    const { outside } = JSON.parse(readFileSync(join(marks, mark), "utf8"));
    expect(existsSync(outside)).toBe(true);
    const told = (await Promise.all([finishRuns(marks), finishRuns(marks)])).flat();
    expect(told).toEqual([
      {
        kind: "guarded",
        path: join(place, ".kiro"),
        aside: expect.stringContaining(join(place, ".kiro.made-inside-")),
        rule: "made",
      },
    ]);
    expect(readdirSync(place).toSorted()).toEqual([expect.stringMatching(/^\.kiro\.made-inside-/), ".old"]);
    expect(existsSync(outside)).toBe(false);
    expect(await readdir(marks)).toEqual([]);
  });

  test("H-B3 a run that goes on is nobody else's to finish, and one that ends leaves no mark", async () => {
    const confine = givingConfine(await confinedRunner({ marks }));
    await writeFile(join(dir, "not-a-mark"), "");
    const run = confine({
      ...PLAIN,
      argv: ["python3", "-I", "-c", `import time\nopen("${place}/begun", "w")\ntime.sleep(1.5)`],
      mounts: [{ source: place, target: place, writable: true }],
    });
    await expect.poll(() => existsSync(join(place, "begun")), { timeout: 20_000 }).toBe(true);
    expect(await readdir(marks)).toHaveLength(1);
    expect(await finishRuns(marks)).toEqual([]);
    expect(await readdir(marks)).toHaveLength(1);
    expect(await run).toMatchObject({ exitCode: 0, denials: [] });
    expect(await readdir(marks)).toEqual([]);
  });

  test("H-B3 the proxy is a process of its own: its end is the end of a command's network, and of nothing else", async () => {
    const confine = givingConfine(await confinedRunner());
    const code = `
import time, urllib.request
open("${place}/begun", "w")
for n in range(200):
    try: urllib.request.urlopen("http://nobody.example/", timeout=5).read()
    except urllib.error.HTTPError: pass
    except OSError: print("no network"); break
    time.sleep(0.05)`;
    const mounts = [{ source: place, target: place, writable: true }];
    const run = confine({ ...PLAIN, mounts, argv: ["python3", "-I", "-c", `import urllib.error${code}`] });
    await expect.poll(() => existsSync(join(place, "begun")), { timeout: 20_000 }).toBe(true);
    expect(proxiesOfThis()).toHaveLength(1);
    for (const pid of proxiesOfThis()) process.kill(pid, "SIGKILL");
    expect(await run).toMatchObject({ exitCode: 0, stdout: "no network\n", stderr: expect.stringContaining("proxy") });
    expect(await confine({ ...PLAIN, argv: ["true"] })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(proxiesOfThis()).toEqual([]);
  });
});

test("H-B3 where no proxy can be started a command is refused, and whoever asked for it goes on", async () => {
  const node = process.execPath;
  onTestFinished(() => {
    process.execPath = node;
  });
  // As when Node was upgraded meanwhile.
  process.execPath = "/nowhere/node";
  const socketPath = join(tmpdir(), "never.sock");
  const network = { hosts: [], methods: "read", near: [] } as const;
  const proxy = startOwnProxy({ socketPath, network, networkBytes: 0 }, () => {});
  await expect(proxy.ready).rejects.toMatchObject({ code: "no_isolation" });
  expect(await proxy.end()).toBeNull();
  proxy.stop();
});

/** The processes of proxies that this process has started. */
const proxiesOfThis = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes("proxy-process"))
    .filter((pid) => textOf(`/proc/${pid}/status`).includes(`PPid:\t${process.pid}\n`));

/** Nothing where the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
