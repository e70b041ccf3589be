import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { freePort } from "../harness/child-server.ts";
import { type FakeNpmRegistry, startFakeNpmRegistry } from "../harness/fake-npm-registry.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleFiles, type SampleFiles, zipOf } from "../harness/samples.ts";

let npm: FakeNpmRegistry;
let registry: TestRegistry;
let ada: string;
const outer = process.env["npm_config_registry"];

function npmAdvisory(id: string, name: string, fixed: string | null) {
  const events = [{ introduced: "0" }, ...(fixed === null ? [] : [{ fixed }])];
  return {
    id,
    modified: "2026-01-02T00:00:00Z",
    affected: [{ package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }] }],
  };
}

beforeAll(async () => {
  npm = await startFakeNpmRegistry({
    "sound-lib": { "1.0.0": {}, "1.2.0": { dependencies: { "deep-lib": "^2.0.0" }, license: "MIT" } },
    "deep-lib": { "2.0.0": {}, "2.5.0": {} },
    "old-lib": { "1.0.0": {}, "2.0.0": {} },
    "needs-git": { "1.0.0": { dependencies: { evil: "git+https://git.invalid/evil.git" } } },
    "needs-tarball": { "1.0.0": { dependencies: { evil: "http://127.0.0.1:9/evil.tgz" } } },
    "runs-script": { "1.0.0": { scripts: { preinstall: "touch /tmp/never", install: "exit 1" } } },
  });
  // What this machine's npm is set to; the server asks npm for it.
  process.env["npm_config_registry"] = npm.url;
  // The registry is its own OSV service: no internet anywhere.
  const port = String(await freePort());
  registry = await startTestRegistry({ environment: { PORT: port, OSV_URL: `http://127.0.0.1:${port}` } });
  ada = await account(registry.url, registry.adminToken, "ada");
});
afterAll(async () => {
  if (outer === undefined) delete process.env["npm_config_registry"];
  else process.env["npm_config_registry"] = outer;
  await registry.close();
  await npm.close();
});

/** The npm part of the report of a skill with these files. */
async function report(name: string, files: SampleFiles | object, body = "A sample.", at = registry, token = ada) {
  const all = { ...sampleFiles({ name, body }), ...(files as SampleFiles) };
  const published = await publish(at.url, token, zipOf(all));
  expect(published, JSON.stringify(published.body)).toMatchObject({ status: 201 });
  const version = await inspected(at.url, name, "1.0.0", token);
  const { body: scan } = await call(`${at.url}/api/v1/skills/${name}/1.0.0/scan`, { token });
  const { status, reason } = scan.scanners.find((each: { name: string }) => each.name === "osv-npm");
  const findings = scan.findings
    .filter((each: { scanner: string }) => each.scanner === "osv-npm")
    .map((each: { rule: string; severity: string }) => `${each.rule} ${each.severity}`);
  return { verdict: version.verdict, status, reason, findings };
}

const packageJson = (dependencies: object, more: object = {}) => ({
  "package.json": JSON.stringify({ name: "x", version: "1.0.0", private: true, dependencies, ...more }),
});
const importing = (json: unknown) =>
  call(`${registry.url}/api/v1/admin/advisories`, { token: registry.adminToken, json });

test("without any advisory for npm, dependencies are unscanned, and a skill without them is not", async () => {
  expect(await report("npm-none", {})).toEqual({ verdict: "ALLOW", status: "completed", reason: null, findings: [] });
  expect(npm.requests).toEqual([]);
  expect(await report("npm-unknown", packageJson({ "sound-lib": "1.0.0" }))).toMatchObject({
    verdict: "REVIEW",
    status: "unscanned",
    reason: "no advisories have been imported",
  });
});

describe("with advisories", () => {
  beforeAll(async () => {
    await importing([
      npmAdvisory("GHSA-old", "old-lib", "2.0.0"),
      npmAdvisory("GHSA-deep", "deep-lib", "2.9.0"),
      npmAdvisory("MAL-2026-1", "bad-lib", null),
      npmAdvisory("MAL-2026-2", "once-bad-lib", "1.0.1"),
    ]);
  });

  test("(machines, M-6) ranges are resolved by the real npm, and what they bring along is audited, kept and in the bill", async () => {
    expect(await report("npm-sound", packageJson({ "old-lib": "^2.0.0" }))).toMatchObject({
      verdict: "ALLOW",
      status: "completed",
      findings: [],
    });
    expect(await report("npm-old", packageJson({ "old-lib": "^1.0.0" }))).toMatchObject({
      verdict: "REVIEW",
      status: "completed",
      findings: ["osv-npm/GHSA-old high"],
    });
    expect(await report("npm-deep", packageJson({ "sound-lib": ">=1.2.0" }))).toMatchObject({
      verdict: "REVIEW",
      findings: ["osv-npm/GHSA-deep high"],
    });
    const rows = await rowsOf(
      registry,
      `SELECT d.name, d.version, d.is_asked, d.needs, d.needs_more, d.license, d.hashes FROM version_dependencies d JOIN versions v ON v.id = d.version_id
       JOIN skills s ON s.id = v.skill_id WHERE s.name = 'npm-deep' ORDER BY 1`,
    );
    const hashOf = (text: string) => [`sha512:${createHash("sha512").update(text).digest("hex")}`];
    expect(rows).toEqual([
      {
        name: "deep-lib",
        version: "2.5.0",
        is_asked: false,
        needs: [],
        needs_more: false,
        license: null,
        hashes: hashOf("deep-lib@2.5.0"),
      },
      {
        name: "sound-lib",
        version: "1.2.0",
        is_asked: true,
        needs: ["deep-lib@2.5.0"],
        needs_more: false,
        license: "MIT",
        hashes: hashOf("sound-lib@1.2.0"),
      },
    ]);
    const bom = (await call(`${registry.url}/api/v1/skills/npm-deep/1.0.0/sbom`, { token: ada })).body;
    expect(bom.dependencies).toContainEqual({
      ref: "pkg:npm/sound-lib@1.2.0",
      dependsOn: ["pkg:npm/deep-lib@2.5.0"],
    });
    expect(bom).not.toHaveProperty("compositions");
  });

  test("a lock file is read as it is, npm is not asked, and what developers use is only recorded", async () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        "node_modules/old-lib": { version: "1.0.0", dev: true },
        "node_modules/deep-lib": { version: "2.9.0" },
      },
    };
    const before = npm.requests.length;
    const files = {
      ...packageJson({ "deep-lib": "^2.0.0" }, { devDependencies: { "old-lib": "*" } }),
      "package-lock.json": JSON.stringify(lock),
    };
    expect(await report("npm-lock", files)).toMatchObject({ verdict: "ALLOW", findings: ["osv-npm/GHSA-old low"] });
    expect(npm.requests).toHaveLength(before);
  });

  test("known malware blocks, in a lock file and in a script that installs it; a document that names it asks for a look", async () => {
    const lock = { lockfileVersion: 3, packages: { "node_modules/bad-lib": { version: "0.0.1", dev: true } } };
    expect(await report("npm-bad", { "package-lock.json": JSON.stringify(lock) })).toMatchObject({
      verdict: "BLOCK",
      findings: ["osv-npm/MAL-2026-1 critical"],
    });
    expect(await report("npm-script", { "setup.sh": "#!/bin/sh\nnpm i -g bad-lib\n" })).toMatchObject({
      verdict: "BLOCK",
      findings: ["osv-npm/MAL-2026-1 critical"],
    });
    expect(await report("npm-prose", {}, "Once:\n\n```bash\nnpx -y bad-lib@latest --help\n```\n")).toMatchObject({
      verdict: "REVIEW",
      findings: ["osv-npm/named-malware high"],
    });
    // Bad in one version only: a name without a version is not that version.
    expect(await report("npm-once", {}, "Run `npm install once-bad-lib` first.")).toMatchObject({ findings: [] });
  });

  test("S1 what comes from git, an address or an alias never reaches npm, and is a finding", async () => {
    const before = npm.requests.length;
    const dependencies = {
      a: "git+https://git.invalid/a.git",
      b: "http://127.0.0.1:9/b.tgz",
      c: "npm:sound-lib@1.0.0",
      d: "file:/etc/passwd",
    };
    expect(await report("npm-elsewhere", packageJson(dependencies))).toMatchObject({
      verdict: "REVIEW",
      status: "completed",
      findings: [
        "requirements/alias medium",
        "requirements/local-path medium",
        "requirements/remote-source medium",
        "requirements/remote-source medium",
      ],
    });
    expect(npm.requests).toHaveLength(before);
  });

  test("S1 the package configures nothing: no .npmrc, no scripts, no overrides, nothing a dependency wants from elsewhere", async () => {
    const files = {
      ...packageJson(
        { "runs-script": "1.0.0", "sound-lib": "1.0.0" },
        { scripts: { preinstall: "exit 1" }, overrides: { "sound-lib": "git+https://git.invalid/x" } },
      ),
      ".npmrc": "registry=http://127.0.0.1:9/\nscript-shell=/bin/false\n",
    };
    expect(await report("npm-npmrc", files)).toMatchObject({ status: "completed", findings: [] });
    for (const name of ["needs-git", "needs-tarball"]) {
      expect(await report(`npm-${name}`, packageJson({ [name]: "1.0.0" }))).toMatchObject({
        verdict: "REVIEW",
        status: "unscanned",
        reason: "a requirement needs a package from outside the registry of npm",
      });
    }
    expect(npm.requests.filter((path) => path.includes(".tgz"))).toEqual([]);
  });

  test("a name that nobody owns, and a version that is not there, are told; the rest is audited without them", async () => {
    const dependencies = { "nobody-owns-this": "^1.0.0", "sound-lib": "^9.0.0", "old-lib": "1.0.0" };
    const { status, reason, findings } = await report("npm-missing", packageJson(dependencies));
    expect(status).toBe("unscanned");
    expect(reason).toMatch(/the registry of npm has no nobody-owns-this/);
    expect(reason).toMatch(/no version of sound-lib@\^9\.0\.0 is there/);
    expect(findings.toSorted()).toEqual(["osv-npm/GHSA-old high", "requirements/unknown-package high"]);
  });
});

describe("with another OSV service, and nothing imported", () => {
  let other: TestRegistry;
  let bob: string;
  beforeAll(async () => {
    other = await startTestRegistry();
    bob = await account(other.url, other.adminToken, "bob");
  });
  afterAll(() => other.close());
  const lockOf = (name: string, version: string) => ({
    "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages: { [`node_modules/${name}`]: { version } } }),
  });

  test("that service is asked, and both are when something was imported", async () => {
    expect(await report("npm-remote", lockOf("lodash", "4.17.20"), "A.", other, bob)).toMatchObject({
      verdict: "REVIEW",
      status: "completed",
      findings: ["osv-npm/GHSA-35jh-r3h4-6jhm high"],
    });
    expect(await report("npm-fixed", lockOf("lodash", "4.17.21"), "A.", other, bob)).toMatchObject({
      verdict: "ALLOW",
      findings: [],
    });
    const own = npmAdvisory("GHSA-own", "lodash", "5.0.0");
    await call(`${other.url}/api/v1/admin/advisories`, { token: other.adminToken, json: own });
    expect(await report("npm-both", lockOf("lodash", "4.17.20"), "A.", other, bob)).toMatchObject({
      findings: ["osv-npm/GHSA-35jh-r3h4-6jhm high", "osv-npm/GHSA-own high"],
    });
  });
});
