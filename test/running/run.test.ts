import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { serveIndex, wheel } from "../../apps/cli/test/fake-index.ts";
import { type FakeRegistry, startFakeRegistry } from "../../apps/cli/test/fake-registry.ts";
import { fakeVersion, file, serveRelease } from "../../apps/cli/test/fake-release.ts";
import { readArchive } from "@gaia/archive";
import { digestOfFiles } from "@gaia/install/installed";
import { TOOLS, toolManifest } from "../../packages/runner/test/sample-tools.ts";
import { givenToSkills } from "../../packages/sandbox/test/given-to-skills.ts";
import { describeWith } from "../harness/describe-with.ts";

const KILLED_RUN = fileURLToPath(new URL("../../packages/sandbox/test/killed-run.ts", import.meta.url));
const BIN = fileURLToPath(new URL("../../apps/cli/bin/gaia.js", import.meta.url));

let fake: FakeRegistry;
let home: CliHome;
let place: string;

async function layDown(name: string, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, name, path)), { recursive: true });
    await writeFile(join(place, name, path), text);
  }
  await givenToSkills(join(place, name));
  return join(place, name);
}

const toolSkill = (name: string, permissions: string[], requirements = ""): Promise<string> =>
  layDown(name, {
    "SKILL.md": toolManifest(name, permissions, requirements),
    "tools.py": TOOLS,
    "lib/word.txt": "word",
  });

interface Answer {
  code: number;
  ok: boolean;
  output: Record<string, unknown>;
  error: { code: string; message: string; permission?: string };
  isolation: string;
}

async function run(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await home.run(["run", ...args, "--json"]);
  expect(stdout, stderr).not.toBe("");
  return { code, ...JSON.parse(stdout) };
}

const act = (directory: string, what: string, where: string): Promise<Answer> =>
  run(directory, "act", JSON.stringify({ what, where }));

beforeAll(async () => {
  fake = await startFakeRegistry();
  place = await realpath(await mkdtemp(join(tmpdir(), "run-test-")));
  home = await cliHome(fake.url, { HOME: join(place, "person") });
  await layDown("person", { ".ssh/id_ed25519": "a key" });
});
afterAll(async () => {
  await fake?.close();
  await home?.remove();
  await rm(place, { recursive: true, force: true });
});

await describeWith("bubblewrap", "a skill's tools run confined to its permissions", () => {
  test("an honest tool of an installed skill gives its result, and what it prints forges none", async () => {
    const files = [
      file("SKILL.md", toolManifest("greeter", ["network:none"])),
      file("tools.py", TOOLS),
      file("lib/word.txt", "word"),
    ];
    await serveRelease(fake, { name: "greeter", tier: "experimental", files });
    expect(await home.run(["install", "greeter", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect(await run("greeter", "greet", '{"name": "Ada"}')).toMatchObject({
      code: 0,
      name: "greeter",
      version: "1.0.0",
      tool: "greet",
      ok: true,
      output: { message: "Hello, Ada!", lib: "word" },
      error: null,
      isolation: "bubblewrap",
    });
    expect(await home.run(["run", "greeter"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^greet .*\nact /),
    });
    const unknown = await home.run(["run", "greeter", "gret"]);
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining("it has greet, act") });
    expect(await home.run(["run", "nobody", "greet"])).toMatchObject({ code: 3 });
    expect((await run("greeter", "greet", '{"nme": "Ada"}')).error.message).toBe(
      'greet: it needs name; it takes no "nme"; did you mean name?',
    );
    expect((await run("greeter", "greet", '{"name": 5}')).error.message).toBe("greet: name has to be a string.");
    await writeFile(join(home.dir, "home", "skills", "greeter", "tools.py"), "import os\n");
    const changed = await home.run(["run", "greeter", "greet", '{"name": "Ada"}']);
    expect(changed).toMatchObject({ code: 5 });
    expect(changed.stderr).toContain("nothing of it was run");
  });

  test("H-B3 what a run that was killed left in a directory is put aside by the next one, which says so", async () => {
    const [marks, left] = [join(home.dir, "home/running"), await layDown("left", { "a.txt": "a" })];
    const killed = spawn(process.execPath, [KILLED_RUN, marks, left], { stdio: "ignore" });
    await expect.poll(() => existsSync(join(left, ".kiro")), { timeout: 25_000, interval: 5 }).toBe(true);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const next = await home.run(["run", await toolSkill("next", ["network:none"])]);
    expect(next).toMatchObject({ code: 0, stderr: expect.stringContaining(`${left}/.kiro.made-inside-`) });
    expect((await readdir(left)).toSorted()).toEqual([expect.stringMatching(/^\.kiro\.made-inside-/), "a.txt"]);
    expect(await home.run(["run", "./next"])).not.toMatchObject({ stderr: expect.stringContaining("made-inside") });
  });

  test("H-B4 an install asks where a host leads to a private address, and `run --allow-private` lets it for one call", async () => {
    const { host } = new URL(fake.url);
    fake.on("GET", "/near", { body: "from this machine" });
    const files = [
      file("SKILL.md", toolManifest("neighbour", [`network:read:${host}`])),
      file("tools.py", TOOLS),
      file("lib/word.txt", "word"),
    ];
    await serveRelease(fake, { name: "neighbour", tier: "experimental", files });
    const asked = await home.run(["install", "neighbour", "--allow-experimental"]);
    expect(asked).toMatchObject({ code: 4, stderr: expect.stringContaining("private-network:127.0.0.1") });
    expect(asked.stderr).toContain("leads to 127.0.0.1, into your own network or to this machine");
    expect(await home.run(["install", "neighbour", "--allow-experimental", "--yes"])).toMatchObject({ code: 0 });
    const fetched = { ok: true, output: { text: "from this machine" } };
    expect(await act("neighbour", "fetch", `${fake.url}/near`)).toMatchObject(fetched);
    const own = await toolSkill("own", [`network:read:${host}`]);
    const denied = await act(own, "fetch", `${fake.url}/near`);
    expect(denied).toMatchObject({ code: 4, error: { code: "permission_denied" } });
    expect(denied.error.message).toContain("--allow-private 127.0.0.1");
    const wish = JSON.stringify({ what: "fetch", where: `${fake.url}/near` });
    expect(await run(own, "act", wish, "--allow-private", "127.0.0.1")).toMatchObject(fetched);
    expect((await home.run(["run", own, "act", wish, "--allow-private", "a b"])).code).toBe(2);
  });

  test("H-B4 what a project's lock says of such a host counts where this person let it, too", async () => {
    const { host } = new URL(fake.url);
    fake.on("GET", "/near", { body: "from this machine" });
    const files = [
      file("SKILL.md", toolManifest("close-by", [`network:read:${host}`])),
      file("tools.py", TOOLS),
      file("lib/word.txt", "word"),
    ];
    await serveRelease(fake, { name: "close-by", tier: "experimental", files });
    const project = await layDown("repository", { ".git/HEAD": "ref: refs/heads/main\n" });
    const inside = { cwd: project };
    const said = await home.run(["install", "close-by", "--project", "--allow-experimental", "--yes"], inside);
    expect(said).toMatchObject({ code: 0 });
    const wish = JSON.stringify({ what: "fetch", where: `${fake.url}/near` });
    const fetched = async () =>
      JSON.parse((await home.run(["run", "close-by", "act", wish, "--project", "--json"], inside)).stdout);
    // Who installed it let it; whoever clones the repository did not.
    expect(await fetched()).toMatchObject({ ok: true });
    await rm(join(home.dir, "home", "local-skills.json"));
    const without = await home.run(["enable", "close-by", "--local"], inside);
    expect(without).toMatchObject({ code: 0, stderr: expect.stringContaining("leads to 127.0.0.1") });
    expect(await fetched()).toMatchObject({ ok: false, error: { code: "permission_denied" } });
    expect(await home.run(["enable", "close-by", "--local", "--yes"], inside)).toMatchObject({ code: 0 });
    expect(await fetched()).toMatchObject({ ok: true, output: { text: "from this machine" } });
    // What was let stays let; a lock that no longer says so lets nothing.
    expect(await home.run(["enable", "close-by", "--local"], inside)).toMatchObject({ code: 0 });
    expect(await fetched()).toMatchObject({ ok: true });
    const lockFile = join(project, ".gaia/skills/skill-lock.json");
    const lock = JSON.parse(await readFile(lockFile, "utf8"));
    lock.skills["close-by"].granted = [`network:read:${host}`];
    await writeFile(lockFile, JSON.stringify(lock));
    expect(await fetched()).toMatchObject({ ok: false });
  });

  test("what it was not granted is stopped, and the permission is named", async () => {
    const bare = await toolSkill("bare", ["network:none", "filesystem:none"]);
    const { code, ok, error } = await act(bare, "read", "~/.ssh/id_ed25519");
    expect({ code, ok, permission: error.permission }).toEqual({
      code: 4,
      ok: false,
      permission: "filesystem:read:~/.ssh/id_ed25519",
    });
    expect(await home.run(["test", bare])).toMatchObject({ code: 3, stderr: expect.stringContaining("has no tests") });
    expect(await run(bare, "act", '{"what": "start", "where": "git"}', "--allow", "shell:execute:git")).toMatchObject({
      code: 0,
      output: { code: 0 },
    });
  });

  test("run and test of a directory go by its .skillignore: what is not published is not there", async () => {
    const left = await toolSkill("left-out", ["network:none"]);
    const greet = async () => (await run(left, "greet", '{"name": "Ada"}')).error;
    expect(await greet()).toBeNull();
    await writeFile(join(left, ".skillignore"), "lib/\ntests/\n");
    expect((await greet()).code).toBe("tool_failed");
    await layDown("left-out/tests", { "test_it.py": "def test_it(): pass\n" });
    const untested = await home.run(["test", left]);
    expect(untested).toMatchObject({ code: 3, stderr: expect.stringContaining("its .skillignore leaves out tests/") });
    await writeFile(join(left, ".skillignore"), "tools.py\n");
    expect((await greet()).code).toBe("not_runnable");
  });

  test("a repository's word grants nothing: neither its lock's, nor a folder's that is called like a skill", async () => {
    const files = [file("SKILL.md", toolManifest("cloned", ["shell:execute:git"])), file("tools.py", TOOLS)];
    await serveRelease(fake, { name: "cloned", tier: "experimental", files });
    const project = join(home.dir, "cloned-repository");
    const start = '{"what": "start", "where": "git"}';
    await mkdir(join(project, ".git"), { recursive: true });
    const inside = { cwd: project };
    const options = ["--project", "--allow-experimental", "--yes"];
    expect(await home.run(["install", "cloned", ...options], inside)).toMatchObject({ code: 0 });
    // As it is for whoever clones the repository: they agreed to nothing.
    await rm(join(home.dir, "home", "local-skills.json"));
    const ran = await home.run(["run", "cloned", "act", start, "--project", "--json"], inside);
    expect(JSON.parse(ran.stdout), ran.stdout).toMatchObject({ ok: false, error: { permission: "shell:execute:git" } });
    await cp(join(project, ".gaia/skills/cloned"), join(project, "cloned"), { recursive: true });
    expect(await home.run(["run", "cloned", "act", start], inside)).toMatchObject({ code: 3 });
  });

  test("an installed skill's packages are those that were pinned when it was installed; a directory's are its manifest's", async () => {
    const needs = "requirements: {dependencies: ['knots>=1']}\n";
    const manifest = toolManifest("tied", ["network:none"], needs);
    const code = TOOLS.replace("import os,", "import knots, os,").replace('f"Hello, {name}!"', "knots.tie(name)");
    const files = [file("SKILL.md", manifest), file("tools.py", code), file("lib/word.txt", "word")];
    const knots = (version: string, mark: string) =>
      wheel("knots", version, [], `def tie(text):\n    return "${mark}" + text\n`);
    const env = { GAIA_PIP_INDEX: `${fake.url}/simple` };
    serveIndex(fake, "knots", [knots("1.0", "-")]);
    await serveRelease(fake, { name: "tied", tier: "experimental", files });
    const greet = async (skill: string) => {
      const ran = await home.run(["run", skill, "greet", '{"name": "Ada"}', "--json"], { env });
      return JSON.parse(ran.stdout);
    };
    expect(await home.run(["install", "tied", "--allow-experimental"])).toMatchObject({ code: 0 });
    expect((await greet("tied")).error).toMatchObject({ code: "requirement_missing" });
    expect(await home.run(["install", "tied", "--allow-experimental"], { env })).toMatchObject({ code: 0 });
    serveIndex(fake, "knots", [knots("1.0", "-"), knots("1.1", "=")]);
    expect(await greet("tied")).toMatchObject({ ok: true, output: { message: "-Ada" } });
    const directory = await layDown("tied-here", { "SKILL.md": manifest, "tools.py": code, "lib/word.txt": "word" });
    expect(await greet(directory)).toMatchObject({ ok: true, output: { message: "=Ada" } });
  });

  test("what whoever calls has open is not open inside", async () => {
    const open =
      "import os, json\nfrom gaia.agents.base.tools import tool\n\n@tool\ndef act(what: str, where: str = '') -> dict:\n";
    const list = '    """Lists."""\n    return {"names": os.listdir("/proc/self/fd/200/" + where)}\n';
    const manifest = toolManifest("opened", ["network:none"]).replace(/ {2}- name: greet[^]*?(?= {2}- name: act)/, "");
    const directory = await layDown("opened", { "SKILL.md": manifest, "tools.py": open + list });
    const call = ["skill", "run", directory, "act", '{"what": "list", "where": ".ssh"}', "--json"];
    const script = 'exec 200<"$0"; exec "$@"';
    const ran = await promisify(execFile)(
      "bash",
      ["-c", script, join(place, "person"), process.execPath, BIN, ...call],
      {
        env: { PATH: process.env["PATH"], HOME: join(place, "person"), GAIA_HOME: join(home.dir, "home") },
      },
    ).catch((error: { stdout: string }) => error);
    expect(JSON.parse(ran.stdout), ran.stdout).toMatchObject({
      ok: false,
      output: null,
      error: { code: "permission_denied" },
    });
  });

  test("test ends with 0 or 4, and publish --test-report publishes only what its tests hold for, with their report", async () => {
    const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
    const halves = (half: number): string =>
      [
        "---\nname: halves\nversion: 1.0.0\ndescription: Halves numbers.\n---\n\n# Halves\n\nHalves numbers.",
        "## Provided Tools\n\n### halve\n\nHalves it.\n\n**Parameters:**\n- `value` (number, required): The number",
        `**Implementation:**\n\n${fence("javascript", "async (params) => ({ half: params.value / 2 })")}`,
        `## Test Cases\n\n### An even one\n\n**Input:**\n\n${fence("json", '{"value": 4}')}`,
        `**Expected Output:**\n\n${fence("json", JSON.stringify({ half }))}\n`,
      ].join("\n\n");
    const version = fakeVersion({ name: "halves", version: "1.0.0", publisher: "ada", tier: "experimental" });
    fake.on("POST", "/api/v1/skills", { status: 201, body: { ...version, status: "received" } });
    const uploads = () => fake.requests.filter(({ method }) => method === "POST");
    const publish = (directory: string) =>
      home.run(["publish", directory, "--test-report"], { env: { GAIA_TOKEN: "gsk_testtoken" } });

    const wrong = await layDown("halves-wrong", { "halves.skill.md": halves(3) });
    expect(await home.run(["test", wrong])).toMatchObject({ code: 4, stdout: expect.stringContaining("0 of 1 hold") });
    expect(await publish(wrong)).toMatchObject({ code: 4, stderr: expect.stringContaining("An even one") });
    expect(uploads()).toEqual([]);

    const right = await layDown("halves", { "halves.skill.md": halves(2) });
    expect(await home.run(["test", right])).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 hold") });
    const sent = await publish(right);
    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining("1 tests hold")]);
    const [upload] = uploads();
    const { files } = readArchive(new Uint8Array(upload?.body ?? []));
    const report = files.find(({ path }) => path === "test-report.json");
    expect(JSON.parse(Buffer.from(report?.bytes ?? []).toString())).toMatchObject({
      tested: digestOfFiles(files.filter((one) => one !== report)),
      ok: true,
      cases: [{ name: "An even one", kind: "declared", outcome: "passed" }],
    });
  });

  test("MiaOS: one JSON object in, one out; another exit code is a failure with its result; called by its id, or with underscores (first week, A2)", async () => {
    const skill = {
      id: "count-words",
      name: "Count",
      description: "Counts words.",
      parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      entryPoint: "run.js",
    };
    const entry = `
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
  const { text } = JSON.parse(Buffer.concat(chunks));
  console.error("a log");
  console.log(JSON.stringify({ words: text.split(" ").length }));
  process.exitCode = text === "bad" ? 3 : 0;
});`;
    const manifest = JSON.stringify({ name: "miaos-skill-count-words", version: "2.0.0", license: "MIT", skill });
    const directory = await layDown("count-words", { "package.json": manifest, "run.js": entry });
    expect(await run(directory, "count-words", '{"text": "one two"}')).toMatchObject({ code: 0, output: { words: 2 } });
    expect(await run(directory, "count_words", '{"text": "bad"}')).toMatchObject({
      code: 4,
      ok: false,
      output: { words: 1 },
      error: { code: "tool_failed" },
    });
  });
});
