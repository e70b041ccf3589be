import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { FORMAT_SAMPLES } from "../harness/format-samples.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles, sampleZip } from "../harness/samples.ts";
import { describeForms } from "../harness/scaled.ts";
import { service } from "../harness/services.ts";

const found = await service("skills_cli");

/** Where the client's traffic to anybody but this machine goes: it is written down, and goes no further. */
async function startNowhere(): Promise<{ url: string; asked: Set<string>; close(): void }> {
  const asked = new Set<string>();
  const server: Server = createServer((request, response) => {
    asked.add(request.url ?? "");
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    asked.add(request.url ?? "");
    socket.end("HTTP/1.1 502 Nowhere\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
}

/** Runs the client in a home and a project where nothing was before. */
async function machineOf(program: string, nowhere: string) {
  const home = await mkdtemp(join(tmpdir(), "skills-cli-"));
  const run = (args: string[], more: Record<string, string> = {}) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const env = {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        LANG: "C.UTF-8",
        NO_COLOR: "1",
        DISABLE_TELEMETRY: "1",
        NODE_USE_ENV_PROXY: "1",
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
        NO_PROXY: "127.0.0.1",
        ...more,
      };
      const child = execFile(
        process.execPath,
        [program, ...args],
        { cwd: home, env, timeout: 120_000 },
        (error, out, err) => {
          const said = `${out}${err}`.replaceAll(/\s+/g, " ");
          resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, said });
        },
      );
      child.stdin?.end();
    });
  const read = (path: string) => readFile(join(home, path), "utf8");
  const list = async (path: string) => (await readdir(join(home, path)).catch(() => [])).toSorted();
  return { run, read, list, close: () => rm(home, { recursive: true, force: true }) };
}

await describeForms(`the real skills${found.available ? "" : ` [${found.reason}]`}`, (form) => {
  let registry: TestRegistry;
  let nowhere: Awaited<ReturnType<typeof startNowhere>>;
  let machine: Awaited<ReturnType<typeof machineOf>>;
  let ada: string;
  const page = (path: string) => `${registry.url}${path}`;
  const add = ["-y", "--copy", "--agent", "claude-code"];

  beforeAll(async () => {
    if (!found.available) return;
    registry = await startTestRegistry({ withoutScanners: true, environment: await form.environment() });
    nowhere = await startNowhere();
    machine = await machineOf(found.url, nowhere.url);
    ada = await account(registry.url, registry.adminToken, "ada");
    await publishedAtOnce(registry, { token: ada, name: "gifgrep", version: "1.0.0" });
  });
  afterAll(async () => {
    await machine?.close();
    nowhere?.close();
    await registry?.close();
  });

  test.skipIf(!found.available)("adds a skill by its page, with all files as they were published", async () => {
    expect(await machine.run(["add", page("/skills/gifgrep"), ...add])).toMatchObject({ code: 0 });
    for (const [path, text] of Object.entries(sampleFiles({ name: "gifgrep" })))
      expect(await machine.read(`.claude/skills/gifgrep/${path}`)).toBe(text);
    expect(JSON.parse(await machine.read("skills-lock.json"))).toMatchObject({
      skills: { gifgrep: { sourceType: "well-known", wellKnownDigest: expect.stringMatching(/^sha256:/) } },
    });
  });

  test.skipIf(!found.available)("takes a new version by update, and nothing where nothing is new", async () => {
    const before = await machine.read("skills-lock.json");
    expect(await machine.run(["update", "-y", "-p"])).toMatchObject({ code: 0 });
    expect(await machine.read("skills-lock.json")).toBe(before);
    await publishedAtOnce(registry, { token: ada, name: "gifgrep", version: "1.1.0" });
    await registry.settle();
    const updated = await machine.run(["update", "-y", "-p"]);
    expect(updated).toMatchObject({ code: 0 });
    expect(await machine.read(".claude/skills/gifgrep/SKILL.md"), updated.said).toContain("version: 1.1.0");
  });

  test.skipIf(!found.available)("lists and adds what a publisher has, skills of other formats too", async () => {
    const names = ["gifgrep"];
    for (const { name, version, query, files } of Object.values(FORMAT_SAMPLES)) {
      await publishedAtOnce(registry, { token: ada, name, version, query, files });
      names.push(name);
    }
    await registry.settle();
    const listed = await machine.run(["add", page("/publishers/ada"), "--list"]);
    expect(listed.code).toBe(0);
    for (const name of names) expect(listed.said).toContain(name);
    expect(await machine.run(["add", page("/publishers/ada"), ...add])).toMatchObject({ code: 0 });
    expect(await machine.list(".claude/skills")).toEqual(names.toSorted());
    for (const name of names)
      expect(await machine.read(`.claude/skills/${name}/SKILL.md`)).toMatch(new RegExp(`^name: "?${name}"?$`, "m"));
  });

  test.skipIf(!found.available)("adds a collection, and what came into it later", async () => {
    for (const name of ["of-set-one", "of-set-two"])
      await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const put = async (skills: string[]) => {
      const set = { method: "PUT", token: ada, json: { title: "Set", skills } };
      expect((await call(`${registry.url}/api/v1/collections/ada/set`, set)).status).toBeLessThan(300);
    };
    const installed = async () => (await machine.list(".claude/skills")).filter((name) => name.startsWith("of-set"));
    await put(["of-set-one"]);
    expect(await machine.run(["add", page("/collections/ada/set"), ...add])).toMatchObject({ code: 0 });
    expect(await installed()).toEqual(["of-set-one"]);
    await put(["of-set-two", "of-set-one"]);
    expect(await machine.run(["add", page("/collections/ada/set"), ...add])).toMatchObject({ code: 0 });
    expect(await installed()).toEqual(["of-set-one", "of-set-two"]);
  });

  test.skipIf(!found.available)("uses a skill without installing it", async () => {
    const used = await machine.run(["use", page("/skills/gifgrep")]);
    expect(used).toMatchObject({ code: 0, said: expect.stringContaining("A sample.") });
  });

  test.skipIf(!found.available)("finds a skill by SKILLS_API_URL, and adds what it printed", async () => {
    const hit = await machine.run(["find", "gifgrep"], { SKILLS_API_URL: page("/discovery") });
    const printed = `${page("/skills/gifgrep")}@gifgrep`;
    expect(hit).toMatchObject({ code: 0, said: expect.stringContaining(printed) });
    expect(await machine.run(["add", printed, ...add])).toMatchObject({ code: 0 });
  });

  test.skipIf(!found.available)("checks for updates, which counts as no download", async () => {
    const downloads = async () => (await call(`${registry.url}/api/v1/skills/gifgrep`)).body.downloads;
    const before = await downloads();
    const checked = await machine.run(["check"]);
    expect([checked.code, checked.said]).toEqual([0, expect.stringMatching(/up to date|update|skill/i)]);
    expect(await downloads()).toBe(before);
  });

  test.skipIf(!found.available)("finds no private skill, and says so", async () => {
    expect((await publish(registry.url, ada, sampleZip({ name: "hush" }), "?visibility=private")).status).toBe(201);
    await inspected(registry.url, "hush", "1.0.0", ada);
    const answer = await machine.run(["add", page("/skills/hush"), ...add]);
    expect(answer.code, answer.said).not.toBe(0);
    expect(await machine.list(".claude/skills")).not.toContain("hush");
    const hit = await machine.run(["find", "hush"], { SKILLS_API_URL: page("/discovery") });
    expect(hit.said).toContain('No skills found for "hush"');
  });

  test.skipIf(!found.available)("asks nobody else with DISABLE_TELEMETRY=1, and without it tells others", async () => {
    expect([...nowhere.asked]).toEqual([]);
    await machine.run(["add", page("/skills/gifgrep"), ...add], { DISABLE_TELEMETRY: "" });
    expect([...nowhere.asked].length).toBeGreaterThan(0);
  });
});
