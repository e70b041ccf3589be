import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { followedLog } from "../harness/followed-log.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type PassingAnswer, type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

const SCRIPT = fileURLToPath(new URL("../../infra/monitoring/check-log.sh", import.meta.url));
/** More than one tile holds, so that a tile of the level above is checked too. */
const LEAVES = 300;

interface Ended {
  /** Null when it did not end within its time. */
  exitCode: number | null;
  out: string;
  error: string;
}

/** Runs a program to its end; one that takes longer than `longestMs` is ended. */
function run(argv: string[], env: Record<string, string> = {}, longestMs = 60_000): Promise<Ended> {
  const child = spawn(argv[0] ?? "", argv.slice(1), {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  const said = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.error += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, ...said }));
  });
}

const turned = (answer: PassingAnswer): PassingAnswer => {
  const body = Buffer.from(answer.body);
  body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
  return { ...answer, body };
};
const missing = (): PassingAnswer => ({ status: 404, type: "text/plain", body: "not here" });
const otherPage = (): PassingAnswer => ({ status: 200, type: "text/html", body: "<h1>Down for maintenance</h1>" });

await describeWith("tessera_fsck", "Tessera's fsck reads a registry's log (first week, B8)", (fsck) => {
  let registry: TestRegistry;
  let proxy: RewritingProxy;
  let dir: string;
  let keyFile: string;
  let size: number;

  const check = (url: string, more: string[] = [], env: Record<string, string> = {}) =>
    run([SCRIPT, `${url}/log`, keyFile, ...more], { TESSERA_FSCK: fsck.url, ...env });
  const itself = (url: string, options: string[] = ["--N=8"], longestMs?: number) =>
    run([fsck.url, "--ui=false", `--storage_url=${url}/log`, `--public_key=${keyFile}`, ...options], {}, longestMs);

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    proxy = await startRewritingProxy(registry.url);
    dir = await mkdtemp(join(tmpdir(), "check-log-"));
    keyFile = join(dir, "log.key");
    const { body } = await call(`${registry.url}/api/v1/keys`);
    await writeFile(keyFile, `${body.log.key}\n`);
    const token = await account(registry.url, registry.adminToken, "ada");
    for (const version of ["1.0.0", "1.1.0", "2.0.0"])
      await publishedAtOnce(registry, { token, name: "weather", version });
    const yanked = await call(`${registry.url}/api/v1/skills/weather/2.0.0/yank`, {
      token,
      json: { reason: "a leak" },
    });
    expect(yanked.status, JSON.stringify(yanked.body)).toBe(200);
    // Many decisions more, as the table has them: the worker places, writes and signs these as any.
    await runSql(
      registry,
      `INSERT INTO log_leaves (leaf) SELECT leaf FROM (SELECT leaf FROM log_leaves ORDER BY id LIMIT 1) one, generate_series(1, ${LEAVES})`,
    );
    size = Number((await rowsOf(registry, "SELECT count(*) FROM log_leaves"))[0]?.["count"]);
    await until(async () => (await followedLog(registry.url).checkpoint()).checkpoint.tree.size === size);
  });
  afterAll(async () => {
    await proxy?.close();
    await registry?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test("a whole log: exit code 0, with its size and root", async () => {
    const { checkpoint } = await followedLog(registry.url).checkpoint();
    const root = Buffer.from(checkpoint.tree.root);
    const sentence = `Successfully fsck'd log with size ${size} and root ${root.toString("base64")} (${root.toString("hex")})\n`;
    expect(await check(registry.url)).toEqual({ exitCode: 0, out: sentence, error: "" });
    proxy.rewrite = null;
    for (const more of [[], [checkpoint.origin]])
      expect(await check(proxy.url, more)).toEqual({ exitCode: 0, out: sentence, error: "" });
  });

  test.each<[string, string, (answer: PassingAnswer) => PassingAnswer]>([
    ["an altered entry", "/log/tile/entries/000", turned],
    ["an altered entry of the unfinished bundle", "/log/tile/entries/001.p/", turned],
    ["an altered hash", "/log/tile/0/000", turned],
    ["an altered hash of the level above", "/log/tile/1/000.p/", turned],
    ["an altered checkpoint", "/log/checkpoint", turned],
    ["a missing bundle", "/log/tile/entries/000", missing],
    ["a missing tile", "/log/tile/0/000", missing],
    ["a page in a tile's place", "/log/tile/0/000", otherPage],
    ["a page in the checkpoint's place", "/log/checkpoint", otherPage],
  ])("%s: exit code 1, where that of fsck itself is 0", async (_, where, become) => {
    const changed: string[] = [];
    proxy.rewrite = (path, answer) => {
      if (!(where.endsWith("/") ? path.startsWith(where) : path === where)) return answer;
      changed.push(path);
      return become(answer);
    };
    const direct = await itself(proxy.url);
    expect(changed).not.toEqual([]);
    expect(direct).toMatchObject({ exitCode: 0, error: expect.stringContaining("fsck failed: ") });
    const checked = await check(proxy.url);
    expect(checked).toMatchObject({ exitCode: 1, out: "", error: expect.stringContaining("fsck failed: ") });
    expect(checked.error).toContain(`check-log: the log at ${proxy.url}/log is not whole, or could not be read\n`);
    expect(checked.error.length).toBeLessThan(3_000);
  });

  test("another log's key, another origin, and no server: exit code 1, where that of fsck itself is 0", async () => {
    const { checkpoint } = await followedLog(registry.url).checkpoint();
    const other = await startTestRegistry({ withoutScanners: true });
    const { body } = await call(`${other.url}/api/v1/keys`);
    await other.close();
    expect(await itself(other.url)).toMatchObject({ exitCode: 0, error: expect.stringContaining("fsck failed") });
    expect((await check(other.url)).exitCode).toBe(1);
    const origin = `${checkpoint.origin}-2`;
    expect((await itself(registry.url, [`--origin=${origin}`])).exitCode).toBe(0);
    expect(await check(registry.url, [origin])).toMatchObject({ exitCode: 1, out: "" });
    const otherKey = join(dir, "other.key");
    await writeFile(otherKey, body.log.key);
    const env = { TESSERA_FSCK: fsck.url };
    expect((await run([SCRIPT, `${registry.url}/log`, otherKey], env)).exitCode).toBe(1);
  });

  test("fsck with one worker never ends where it finds two wrong tiles; the script does", async () => {
    proxy.rewrite = (path, answer) => (path === "/log/tile/entries/000" ? turned(answer) : answer);
    expect((await itself(proxy.url, ["--N=1"], 5_000)).exitCode).toBeNull();
    expect((await check(proxy.url)).exitCode).toBe(1);
  });

  test("a server that does not go on: exit code 1 within the time that is set", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
    const checked = await check(url, [], { CHECK_LOG_SECONDS: "2" });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    expect(checked).toMatchObject({ exitCode: 1, error: expect.stringContaining("did not end within 2 seconds") });
  });

  test("only fsck's own last sentence counts", async () => {
    const root = `${Buffer.alloc(32).toString("base64")} (${"0".repeat(64)})`;
    const success = `I1129 06:00:14.177681   14536 fsck.go:161] Successfully fsck'd log with size 3 and root ${root}`;
    const failure =
      "E1129 06:00:14.177681   14536 main.go:85] fsck failed: calculated root 00, but checkpoint claims 01";
    const saying = async (lines: string[], exitCode = 0): Promise<Ended> => {
      const program = join(dir, "fake-fsck");
      await writeFile(program, `#!/bin/sh\ncat >&2 <<'END'\n${lines.join("\n")}\nEND\nexit ${exitCode}\n`);
      await chmod(program, 0o755);
      return await run([SCRIPT, "http://127.0.0.1:1/log", keyFile], { TESSERA_FSCK: program });
    };
    expect((await saying([success])).exitCode).toBe(0);
    for (const lines of [
      [],
      [failure, success],
      [success, failure],
      [success, "one more line"],
      [`x ${success}`],
      [failure.replace("calculated", `${success.slice(45)} calculated`)],
      [success.replace("fsck.go", "main.go")],
    ])
      expect(await saying(lines), lines.join("\n")).toMatchObject({ exitCode: 1, out: "" });
    expect((await saying([success], 1)).exitCode).toBe(1);
  });

  test("called wrongly: exit code 2, and what is missing", async () => {
    const ended = (argv: string[], program = fsck.url) => run([SCRIPT, ...argv], { TESSERA_FSCK: program });
    expect(await ended([])).toMatchObject({ exitCode: 2, error: expect.stringContaining("usage: ") });
    expect((await ended(["a", keyFile, "c", "d"])).exitCode).toBe(2);
    const noKey = await ended([`${registry.url}/log`, join(dir, "none")]);
    expect(noKey).toMatchObject({ exitCode: 2, error: expect.stringContaining("cannot be read") });
    const noProgram = await ended([`${registry.url}/log`, keyFile], join(dir, "none"));
    expect(noProgram).toMatchObject({ exitCode: 2, error: expect.stringContaining("cmd/fsck@v1.0.4") });
  });

  test("a closed registry's log needs a token", async () => {
    const closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
    const { body } = await call(`${closed.url}/api/v1/keys`);
    const closedKey = join(dir, "closed.key");
    await writeFile(closedKey, body.log.key);
    await until(async () => (await fetch(`${closed.url}/log/checkpoint`)).ok);
    const ended = (env: Record<string, string>) =>
      run([SCRIPT, `${closed.url}/log`, closedKey], { TESSERA_FSCK: fsck.url, ...env });
    expect(await ended({})).toMatchObject({ exitCode: 1, error: expect.stringContaining("401") });
    expect((await ended({ CHECK_LOG_TOKEN: closed.adminToken })).exitCode).toBe(0);
    await closed.close();
  });
});
