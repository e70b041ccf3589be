import { readFile, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { builtServer, residentMib } from "../harness/built-server.ts";
import { freePort, startChildServer } from "../harness/child-server.ts";
import { runProcess, type ServerProcess, startProcess } from "../harness/process.ts";
import { sampleZip } from "../harness/samples.ts";
import { sharedScanners } from "../harness/scanners.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { startFakeOsv } from "../harness/fake-osv-server.ts";
import { until } from "../harness/until.ts";

/** What has a process write down what it and its threads load. */
const RECORDED = { NODE_OPTIONS: `--import=${fileURLToPath(new URL("../harness/record-loads.ts", import.meta.url))}` };
const TOKEN = "test-admin-token-of-24-characters-or-more";

describe("Starting", () => {
  test.each<[why: string, env: Record<string, string>, words: RegExp]>([
    ["several things that are none", { PORT: "-1", ROLE: "x", LOG_LEVEL: "loud" }, /ROLE: [^]*PORT: [^]*LOG_LEVEL: /],
    ["a worker without a database", { ROLE: "worker" }, /ROLE=worker needs DATABASE_URL[^]*needs REDIS_URL/],
    [
      "an API without keys of its own",
      {
        ROLE: "api",
        ADMIN_TOKEN: "",
        DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x",
        REDIS_URL: "redis://:hunter2@127.0.0.1:1",
      },
      /needs SIGNING_KEY[^]*needs ADMIN_TOKEN/,
    ],
    [
      "a bucket without credentials",
      { S3_BUCKET: "b", AWS_SECRET_ACCESS_KEY: "hunter2" },
      /S3_BUCKET needs AWS_ACCESS_KEY_ID/,
    ],
    ["a short token", { ADMIN_TOKEN: "hunter2" }, /ADMIN_TOKEN: must have 24 characters/],
    ["a database that is not there", { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" }, /Not started: /],
    [
      "a signing key that is none",
      { SIGNING_KEY: "-----BEGIN PRIVATE KEY-----\\nhunter2\\n-----END PRIVATE KEY-----" },
      /Not started: .*signing key/,
    ],
  ])("with %s is refused in words, with exit code 1, and no secret is shown", async (_, env, words) => {
    const dir = await freshDataDir();
    const ended = await runProcess({
      env: { DATA_DIR: dir, ADMIN_TOKEN: TOKEN, ...env },
    });
    expect(ended.exitCode, ended.output).toBe(1);
    expect(ended.output).toMatch(words);
    expect(ended.output).not.toContain("hunter2");
    expect(ended.output).not.toMatch(/\n\s+at /);
    await rm(dir, { recursive: true, force: true });
  });

  test("a second process on one data directory is refused, and the first goes on", async () => {
    const dataDir = await freshDataDir();
    const first = await startProcess({ env: { DATA_DIR: dataDir, SCANNER_DIR: dataDir } });
    const second = await runProcess({ env: { DATA_DIR: dataDir } });
    expect(second.exitCode).toBe(1);
    expect(second.output).toMatch(/Not started: /);
    expect(second.output).not.toMatch(/\n\s+at /);
    expect((await call(`${first.url}/readyz`)).status).toBe(200);

    // A start that is too late: the port is taken. That process ends too, with the reason, and leaves its directory usable.
    const other = await freshDataDir();
    const late = await runProcess({ env: { DATA_DIR: other, PORT: new URL(first.url).port, SCANNER_DIR: other } });
    expect(late.exitCode).toBe(1);
    expect(late.output).toMatch(/Not started: .*EADDRINUSE/);
    await first.close();
    // A killed process leaves no lock behind.
    const third = await startProcess({ env: { DATA_DIR: dataDir, SCANNER_DIR: dataDir } });
    await third.close();
    for (const dir of [dataDir, other]) await rm(dir, { recursive: true, force: true });
  });

  test("the admin's token is made once, for the owner's eyes only, and named but not shown; a new ADMIN_TOKEN revokes the old", async () => {
    const dataDir = await freshDataDir();
    const env = { DATA_DIR: dataDir, SCANNER_DIR: dataDir };
    const whoami = async (server: ServerProcess, token: string) =>
      (await call(`${server.url}/api/v1/whoami`, { token })).status;
    const first = await startProcess({ env });
    const path = join(dataDir, "admin-token");
    const made = (await readFile(path, "utf8")).trim();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "signing-key.pem"))).mode & 0o777).toBe(0o600);
    expect(first.log()).toContain(path);
    expect(first.log()).not.toContain(made);
    expect(await whoami(first, made)).toBe(200);
    first.kill("SIGTERM");
    await first.exited;

    const second = await startProcess({ env: { ...env, ADMIN_TOKEN: TOKEN } });
    expect(await whoami(second, TOKEN)).toBe(200);
    expect(await whoami(second, made)).toBe(401);
    const third = { ...env, ADMIN_TOKEN: `another-${TOKEN}` };
    second.kill("SIGTERM");
    await second.exited;
    const rotated = await startProcess({ env: third });
    expect(await whoami(rotated, third.ADMIN_TOKEN)).toBe(200);
    expect(await whoami(rotated, TOKEN)).toBe(401);
    expect(await whoami(rotated, made)).toBe(401);
    const log = rotated.log();
    for (const secret of [TOKEN, made]) expect(log).not.toContain(secret);
    await rotated.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  // Here, where nothing else runs: beside other work it is not at rest by then.
  test("memory: at rest the embedded registry holds 300 MiB at most", async () => {
    const [dataDir, port] = [await freshDataDir(), await freePort()];
    const env = { PORT: String(port), DATA_DIR: dataDir, SCANNER_DIR: dataDir };
    const server = await startChildServer({ argv: builtServer(), port, env, startTimeoutMs: 60_000 });
    await sleep(10_000);
    expect(residentMib(server.pid).now).toBeLessThan(300);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("the built server and its threads strip no sources of their types", async () => {
    const [dataDir, port] = [await freshDataDir(), await freePort()];
    const loaded = join(dataDir, "loaded.txt");
    const { binDir } = await sharedScanners();
    const env = { PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, SCANNER_DIR: binDir };
    const given = { ...env, ...RECORDED, LOADED_MODULES: loaded };
    const server = await startChildServer({ argv: builtServer(), port, env: given, startTimeoutMs: 60_000 });
    const url = `http://127.0.0.1:${port}`;
    const author = await account(url, TOKEN, "ada");
    expect((await publish(url, author, sampleZip({ name: "built" }))).status).toBe(201);
    // The marketplace is part of it.
    expect((await call(`${url}/search?q=built`)).body).toContain("<html");
    const analysed = (text: string) => text.includes("/dist/analysing-thread.js");
    await until(async () => analysed(await readFile(loaded, "utf8")));
    await server.stop();
    const urls = (await readFile(loaded, "utf8")).trim().split("\n");
    for (const thread of ["reading-thread", "analysing-thread"])
      expect(urls).toContainEqual(expect.stringMatching(new RegExp(`^[1-9]\\d* .*/dist/${thread}\\.js$`)));
    expect(urls.filter((each) => each.endsWith(".ts"))).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });

  test("the embedded process loads no adapter that it does not use", async () => {
    const dataDir = await freshDataDir();
    const loaded = join(dataDir, "loaded.txt");
    const server = await startProcess({
      env: { DATA_DIR: dataDir, ADMIN_TOKEN: TOKEN, SCANNER_DIR: dataDir, ...RECORDED, LOADED_MODULES: loaded },
    });
    const author = await account(server.url, TOKEN, "ada");
    expect((await publish(server.url, author, sampleZip({ name: "light" }))).status).toBe(201);
    expect((await call(`${server.url}/api/v1/search?q=light`)).status).toBe(200);
    await server.close();
    const urls = (await readFile(loaded, "utf8")).split("\n");
    // It did record: these two are in use.
    for (const used of ["/@electric-sql/pglite/", "/hono/"]) expect(urls.some((url) => url.includes(used))).toBe(true);
    for (const unused of [
      "/bullmq/",
      "/ioredis/",
      "/@aws-sdk/",
      "/@smithy/",
      "/meilisearch/",
      "/node_modules/postgres/",
    ]) {
      expect(urls.filter((url) => url.includes(unused))).toEqual([]);
    }
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("Stopping", () => {
  let dataDir: string;
  let osv: Awaited<ReturnType<typeof startFakeOsv>>;

  beforeAll(async () => {
    dataDir = await freshDataDir();
    osv = await startFakeOsv();
  });
  afterAll(async () => {
    await osv.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("SIGTERM drains: a request under way is finished, a waiting connection holds up nothing, the exit code is 0; what waits is taken up at the next start", async () => {
    const { binDir } = await sharedScanners();
    const env = {
      DATA_DIR: dataDir,
      ADMIN_TOKEN: TOKEN,
      SCANNER_DIR: binDir,
      OSV_URL: osv.url,
      SWEEP_SECONDS: "1",
      WORKER_CONCURRENCY: "1",
    };
    const server = await startProcess({ env });
    const author = await account(server.url, TOKEN, "ada");
    for (const name of ["one", "two", "three"]) await publish(server.url, author, sampleZip({ name }));
    const upload = slowPublish(server.url, author, sampleZip({ name: "under-way" }));
    await upload.halfSent;
    server.kill("SIGTERM");
    server.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 300));
    // New callers are turned away while the old one is served.
    await expect(call(`${server.url}/healthz`)).rejects.toThrow();
    upload.finish();
    expect(await upload.status).toBe(201);
    expect(await server.exited).toEqual({ exitCode: 0, signal: null });
    expect(server.log()).toContain('"event":"stopped"');

    const again = await startProcess({ env });
    const deadline = Date.now() + 60_000;
    for (const name of ["one", "two", "three", "under-way"]) {
      let status = "";
      while (status !== "published" && Date.now() < deadline) {
        status = (await call(`${again.url}/api/v1/skills/${name}/1.0.0`, { token: author })).body.status;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect([name, status]).toEqual([name, "published"]);
    }
    again.kill("SIGINT");
    expect(await again.exited).toEqual({ exitCode: 0, signal: null });
  });
});

/** A publish whose second half is sent when told. */
function slowPublish(url: string, token: string, archive: Uint8Array) {
  const halfSent = Promise.withResolvers<void>();
  const status = Promise.withResolvers<number>();
  const half = archive.length >> 1;
  const sent = request(
    `${url}/api/v1/skills`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/zip",
        "content-length": archive.length,
      },
    },
    (answer) => {
      answer.resume();
      status.resolve(answer.statusCode ?? 0);
    },
  );
  sent.on("error", status.reject);
  sent.write(archive.subarray(0, half), () => setTimeout(halfSent.resolve, 100));
  return { halfSent: halfSent.promise, status: status.promise, finish: () => void sent.end(archive.subarray(half)) };
}
