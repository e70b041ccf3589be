import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type GpgIdentity, gpgIdentity } from "../harness/gpg.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { PYTHON_PACKAGE, runPython } from "../harness/python-package.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import type { SampleFiles } from "../harness/samples.ts";
import { service } from "../harness/services.ts";

const SKILLS = join(PYTHON_PACKAGE, "tests", "skills");
/** Nobody signs it: it stays experimental. */
const EXPERIMENTAL = "hello-world";

const execute = promisify(execFile);

/** What pip installed, by path: code as it is, metadata as what it says of the package. */
async function installedFiles(site: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /RECORD|WHEEL|direct_url\.json|REQUESTED|\.pyc$/.test(path)) continue;
    const content = await readFile(path, "utf8");
    const said = content.match(/^(?:Name|Version|Summary|License-Expression|Requires-Python|Requires-Dist): .*$/gm);
    files[path.slice(site.length)] = entry.name === "METADATA" ? (said ?? []).toSorted().join("\n") : content;
  }
  return files;
}

// Experimental skills run in it.
const bubblewrap = await service("bubblewrap");

await describeWith("pytest", "packages/python", ({ url: pytest }) => {
  const bin = dirname(pytest);
  let registry: TestRegistry;
  let gpg: GpgIdentity;
  let place: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "python-"));
    registry = await startTestRegistry({ withoutScanners: true });
    gpg = await gpgIdentity("Ada <ada@example.org>");
    const token = await account(registry.url, registry.adminToken, "ada");
    const keys = `${registry.url}/api/v1/publishers/ada/keys`;
    await call(keys, { token, json: { kind: "openpgp", public_key: gpg.publicKey } });
    for (const name of await readdir(SKILLS)) await release(token, name);
    const archive = join(place, "cli.tgz");
    const served = await fetch(`${registry.url}/cli/gaia-skill.tgz`);
    await writeFile(archive, new Uint8Array(await served.arrayBuffer()));
    await execute("tar", ["xzf", archive, "-C", place]);
    env = {
      HOME: place,
      GAIA_TEST_REGISTRY: registry.url,
      GAIA_PIP_INDEX: "none",
      GAIA_SKILL_CLI: join(place, "package", "gaia-skill.js"),
    };
  });
  afterAll(async () => {
    await registry?.close();
    gpg?.close();
    await rm(place, { recursive: true, force: true });
  });

  /** Publishes a skill of the tests, and signs it: community. */
  async function release(token: string, name: string): Promise<void> {
    const files: SampleFiles = {};
    for (const entry of await readdir(join(SKILLS, name), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files[path.slice(join(SKILLS, name).length + 1)] = await readFile(path, "utf8");
    }
    const version = /^version: (\S+)$/m.exec(String(files["SKILL.md"]))?.[1] ?? "";
    await publishedAtOnce(registry, { token, name, version, files });
    if (name === EXPERIMENTAL) return;
    const address = `${registry.url}/api/v1/skills/${name}/${version}`;
    const sums = (await call(`${address}/sums`, { token })).body as unknown as string; // it is text
    const body = gpg.sign(sums);
    const signed = await call(`${address}/signatures`, { token, body, type: "application/pgp-signature" });
    expect(signed.body).toMatchObject({ name, security_tier: "community" });
  }

  test.skipIf(!bubblewrap.available)(
    "its own tests pass, by the command line that the registry serves",
    async () => {
      const done = await runPython(pytest, ["-q", "--strict-config"], env);
      expect(done.said).toMatch(/\d+ passed/);
      expect(done.code, done.said).toBe(0);
      expect(done.said).not.toContain("GAIA_TEST_REGISTRY");
    },
    480_000,
  );

  test("it is strictly typed", async () => {
    const done = await runPython(join(bin, "mypy"), ["--cache-dir", join(place, "mypy")], env);
    expect(done.code, done.said).toBe(0);
  });

  test("both distributions build, and hold what they should", async () => {
    const wheels = join(place, "wheels");
    const options = ["wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels];
    const built = await runPython(join(bin, "pip"), [...options, PYTHON_PACKAGE, join(PYTHON_PACKAGE, "shim")], env);
    expect(built.code, built.said).toBe(0);
    const site = join(place, "site");
    const into = ["install", "--quiet", "--no-index", "--no-deps", "--target", site];
    const wheel = (await readdir(wheels)).map((name) => join(wheels, name));
    const installed = await runPython(join(bin, "pip"), [...into, ...wheel], env);
    expect(installed.code, installed.said).toBe(0);
    // The registry serves wheels that it made without Python: what pip installs of them is the same.
    const served = join(place, "served");
    const addresses = wheel.map((path) => `${registry.url}/cli/${basename(path)}`);
    const fetched = await runPython(join(bin, "pip"), [...into.slice(0, -1), served, ...addresses], env);
    expect(fetched.code, fetched.said).toBe(0);
    expect(await installedFiles(served)).toEqual(await installedFiles(site));
    const found = await readdir(site, { recursive: true });
    expect(found).toContain("gaia_skills_shim.pth");
    expect(found).toContain("gaia_skills/py.typed");
    expect(found).toContain("gaia_skills/spec_imports/gaia/agents/base/tools.py");
    const code = `import site; site.addsitedir(${JSON.stringify(site)}); from gaia.skills import SkillManager; print(SkillManager)`;
    const imported = await runPython(join(bin, "python3"), ["-I", "-c", code], env);
    expect(imported.said).toContain("gaia_skills.manager.SkillManager");
  });
});
