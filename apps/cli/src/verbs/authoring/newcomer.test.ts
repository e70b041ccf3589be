import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAnsweringRegistry } from "../../../test/answering-registry.ts";
import { type CliHome, cliHome, type CliRun } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { serveRelease, serveSkill } from "../../../test/fake-release.ts";
import { runHere } from "../../../test/in-process.ts";
import { authorPlace } from "../../../test/verb-lines.ts";

let fake: FakeRegistry;
let home: CliHome;
const run = (args: string[], registry = fake.url): Promise<CliRun> =>
  runHere(args, { HOME: home.dir, GAIA_HOME: join(home.dir, "home"), GAIA_REGISTRY: registry });

beforeAll(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterAll(async () => {
  await fake?.close();
  await home?.remove();
});

test("update says which newer versions it passed over, and why", async () => {
  const one = await serveRelease(fake, { name: "notes", version: "1.0.0", tier: "experimental" });
  expect((await run(["install", "notes@^1", "--allow-experimental"])).code).toBe(0);
  const held = { ...one.version, version: "1.1.0", signer_change: { status: "pending" as const, from: [], to: [] } };
  serveSkill(fake, [one.version, { ...held, status: "yanked" }, { ...one.version, version: "2.0.0" }]);
  const plain = await run(["update", "--all", "--allow-experimental"]);
  expect(plain.stderr).toContain("notes 1.1.0 is newer and was passed over: it was yanked");
  expect(plain.stderr).toMatch(/notes 2\.0\.0 is newer and was passed over: it is outside of the range .*\(\^1\)/);
  expect(plain.stdout).toBe("Up to date: nothing newer was taken\n");
  const { stdout } = await run(["update", "notes", "--allow-experimental", "--json"]);
  expect(JSON.parse(stdout).passed_over.map(({ version }: { version: string }) => version)).toEqual(["1.1.0", "2.0.0"]);
});

test("where no key is pinned, install and verify name the command that pins this registry's, with its address", async () => {
  await serveRelease(fake, { name: "unpinned", tier: "experimental" });
  const installed = await run(["install", "unpinned", "--allow-experimental"]);
  expect([installed.code, installed.stderr]).toEqual([0, expect.stringContaining(`skill trust add ${fake.url}\``)]);
  const { stdout } = await run(["verify", "unpinned"]);
  expect(stdout).toContain(`skill trust add ${fake.url}\``);
  expect(stdout + installed.stderr).not.toMatch(/trust add`|pin its key$/m);
});

test("info tells a promise to need nothing from silence, also where its files show more", async () => {
  const inferred = [{ permission: "shell:execute", evidence: [{ file: "package.json", line: 24 }] }];
  const said: string[] = [];
  for (const declared of [null, ["network:none"]])
    for (const found of [[], inferred]) {
      await serveRelease(fake, { name: "quiet", lies: { permissions: { declared, inferred: found } } });
      const row = (await run(["info", "quiet"])).stdout.split("\n").find((line) => /^ *permissions /.test(line));
      said.push(row?.replace(/^ *permissions */, "") ?? "");
    }
  expect(said).toEqual([
    "Nothing was declared, and nothing was inferred from its files.",
    "none declared: unknown",
    "It declares that it needs nothing.",
    "It declares that it needs nothing; more was found.",
  ]);
});

test("where the registry is away, the hint says how to name another", async () => {
  const { code, stderr } = await run(["search", "notes"], "http://127.0.0.1:9");
  expect([code, stderr]).toEqual([6, expect.stringMatching(/`[^`]*config set registry URL` names another/)]);
});

test("a dry run of an install says once what it would do", async () => {
  await serveRelease(fake, { name: "first", tier: "experimental" });
  await serveRelease(fake, { name: "second", tier: "experimental" });
  const { stdout, stderr } = await run(["install", "first", "second", "--allow-experimental", "--dry-run"]);
  expect((stdout + stderr).match(/2 to install/g)).toHaveLength(1);
});

test("a folder is not installed, and what to do with it is said", async () => {
  for (const path of ["./my-skill", "../other", "/tmp/x", "my-skill.zip"]) {
    const { code, stderr } = await run(["install", path]);
    expect([path, code]).toEqual([path, 2]);
    expect(stderr).toContain(`run ${path}`);
  }
});

test("L1 a key from a file is pinned with the words that no log was", async () => {
  const key = join(home.dir, "registry.pem");
  await writeFile(key, registrySigner(generateSigningKey()).publicKey.public_key);
  const { code, stderr } = await run(["trust", "add", fake.url, "--key", key]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("No log was pinned: a key in a file comes without one")]);
  expect(stderr).toContain(`trust add ${fake.url} --log KEY\``);
});

test("publish --dry-run sends it to be judged, and nothing to be kept", async () => {
  const registry = await startAnsweringRegistry(() => ({ text: "a text", fields: { valid: true, diagnostics: [] } }));
  const { place } = await authorPlace(home.dir, registry.url);
  const { code, stdout } = await run(["publish", place("my-skill"), "--dry-run"], registry.url);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Already there|Would be published/)]);
  expect(registry.requests.filter(({ method }) => method !== "GET").map(({ path }) => path)).toEqual([
    "/api/v1/validate",
  ]);
  await registry.close();
});

test("H-B11 publish --dry-run lists what is left out, and publish counts it in one line", async () => {
  const registry = await startAnsweringRegistry(() => ({ text: "a text", fields: { valid: true, diagnostics: [] } }));
  const { place } = await authorPlace(home.dir, registry.url);
  const skill = place("my-skill");
  await writeFile(join(skill, ".gitignore"), "*.log\nbuild/\n");
  await writeFile(join(skill, "a.log"), "1");
  await mkdir(join(skill, "build"));
  await writeFile(join(skill, "build", "out"), "1");
  const dry = await run(["publish", skill, "--dry-run"], registry.url);
  expect(dry.stdout).toContain("left out by .gitignore: a.log\nleft out by .gitignore: build/\n");
  const json = await run(["publish", skill, "--dry-run", "--json"], registry.url);
  expect(JSON.parse(json.stdout)).toMatchObject({ left_out: ["a.log", "build/"] });
  const { stderr } = await run(["publish", skill], registry.url);
  expect(stderr.match(/left out by/g)).toEqual(["left out by"]);
  expect(stderr).toContain("2 files and folders are left out by .gitignore");
  await registry.close();
});
