import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { plantForGrype } from "../harness/grype-database.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { zipOf } from "../harness/samples.ts";

const run = promisify(execFile);
const RELEASE = "1.0.0+build.1";
const SHA256 = "ab".repeat(32);

/** What its strict validator says, and what its model and sbomaudit's parser make of a document. */
const READ = `
import json, sys
from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from lib4sbom.parser import SBOMParser
text = open(sys.argv[1]).read()
problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
bom = Bom.from_json(json.loads(text))
root = bom.metadata.component
parser = SBOMParser()
parser.parse_file(sys.argv[1])
needs = {str(each.ref): [str(on.ref) for on in each.dependencies] for each in bom.dependencies}
print(json.dumps({
  "problem": None if problem is None else str(problem), "version": bom.version,
  "time": bom.metadata.timestamp.isoformat(), "supplier": bom.metadata.supplier.name,
  "authors": [each.name for each in root.authors], "release": root.purl.version,
  "needs": needs, "root": str(root.bom_ref),
  "told": {each.name: [[str(getattr(one, "id", None) or getattr(one, "name", None) or one.value) for one in each.licenses],
    [one.alg.value for one in each.hashes], each.supplier.name if each.supplier else None] for each in bom.components},
  "packages": [str(each.purl) for each in bom.components],
  "tools": [each.name for each in bom.metadata.tools.components],
  "read_supplier": parser.get_document()["metadata_supplier"],
}))
`;

await describeWith("bill_readers", "bills of materials in other people's programs", (readers) => {
  let registry: TestRegistry;
  let dir: string;
  let bill: string;
  const at = (...path: string[]) => join(readers.url, ...path);

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    dir = await mkdtemp(join(tmpdir(), "bills-"));
    const ada = await account(registry.url, registry.adminToken, "ada");
    await publishedAtOnce(registry, { token: ada, name: "billed", version: RELEASE });
    const row = versionRow("billed", RELEASE);
    await runSql(
      registry,
      `INSERT INTO version_dependencies
           (version_id, ecosystem, name, version, source, is_asked, needs, needs_more, license, supplier, hashes) VALUES
         (${row}, 'PyPI', 'planted-one', '2.31.0', 'pip-audit', true, '{}', false, 'Apache-2.0', 'Ada Lovelace', '{sha256:${SHA256}}'),
         (${row}, 'npm', 'app', '3.0.0', 'osv-npm', true, '{@scope/planted@1.0.0}', false, 'MIT OR ISC', NULL, NULL),
         (${row}, 'npm', '@scope/planted', '1.0.0', 'osv-npm', false, '{}', false, 'MIT', NULL, '{sha512:${SHA256}${SHA256}}');
       UPDATE versions SET changed_at = now() WHERE id = ${row};`,
    );
    const answer = await fetch(`${registry.url}/api/v1/skills/billed/${encodeURIComponent(RELEASE)}/sbom`);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "";
    bill = join(dir, name);
    await writeFile(bill, await answer.text());
  });
  afterAll(async () => {
    await registry.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Its exit code and what it printed. */
  async function scan(args: string[]): Promise<{ code: number; text: string }> {
    const env = { ...process.env, OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: dir };
    try {
      const { stdout, stderr } = await run(at("osv-scanner"), ["scan", "source", ...args], { env, timeout: 60_000 });
      return { code: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    }
  }

  test("(machines, M-6) CycloneDX's own library in Python holds it valid and reads who, when and what", async () => {
    const { stdout } = await run(at("venv", "bin", "python3"), ["-c", READ, bill], { timeout: 60_000 });
    const root = "pkg:generic/ada/billed@1.0.0%2Bbuild.1";
    const [app, planted, one] = ["pkg:npm/app@3.0.0", "pkg:npm/%40scope/planted@1.0.0", "pkg:pypi/planted-one@2.31.0"];
    expect(JSON.parse(stdout)).toEqual({
      problem: null,
      version: 1,
      time: expect.stringMatching(/^\d{4}-/),
      supplier: "ada",
      authors: [expect.stringMatching(/./)],
      release: RELEASE,
      root,
      needs: expect.objectContaining({ [root]: [app, one], [app]: [planted], [planted]: [], [one]: [] }),
      told: {
        app: [["MIT OR ISC"], [], null],
        planted: [["MIT"], ["SHA-512"], null],
        "planted-one": [["Apache-2.0"], ["SHA-256"], "Ada Lovelace"],
      },
      packages: [planted, app, one],
      tools: expect.arrayContaining(["gaia-registry"]),
      read_supplier: "ada",
    });
  });

  test("(machines, M-6) sbomaudit finds its author, its time, and of packages what their index reported", async () => {
    const args = ["--offline", "--verbose", "-i", bill];
    const { stdout } = await run(at("venv", "bin", "sbomaudit"), args, { timeout: 60_000 });
    for (const said of [
      "Up to date CycloneDX Version",
      "SBOM Creator identified",
      "SBOM Creation time defined",
      "Supplier included for package planted-one",
      "License included for package planted-one",
      "Dependency relationships provided for NTIA compliance",
      "Dependency relationship found for planted\n",
    ])
      expect(stdout).toContain(`[x] ${said}`);
  });

  test.skipIf(!existsSync(at("grype")))("(machines, M-6) grype finds in it what is planted", async () => {
    const env = await plantForGrype(join(dir, "grype"), [
      { id: "GHSA-planted-pypi", ecosystem: "python", name: "planted-one" },
      { id: "GHSA-planted-npm", ecosystem: "npm", name: "@scope/planted" },
    ]);
    const options = { env: { ...process.env, ...env }, timeout: 60_000, maxBuffer: 16 * 1024 * 1024 };
    const { stdout } = await run(at("grype"), [`sbom:${bill}`, "-o", "json"], options);
    const found = JSON.parse(stdout).matches.map(
      (each: { vulnerability: { id: string }; artifact: { purl: string } }) =>
        `${each.vulnerability.id} ${each.artifact.purl}`,
    );
    expect(found.toSorted()).toEqual([
      "GHSA-planted-npm pkg:npm/%40scope/planted@1.0.0",
      "GHSA-planted-pypi pkg:pypi/planted-one@2.31.0",
    ]);
  });

  test.skipIf(!existsSync(at("syft")))("(machines, M-6) syft reads its packages, licences and edges", async () => {
    const options = { env: { ...process.env, SYFT_CHECK_FOR_APP_UPDATE: "false" }, timeout: 60_000 };
    const { stdout } = await run(at("syft"), ["convert", bill, "-o", "syft-json"], options);
    const { artifacts, artifactRelationships } = JSON.parse(stdout);
    const packages = artifacts.filter(({ purl }: { purl: string }) => /^pkg:(?:npm|pypi)/.test(purl));
    const told = packages.map((each: { purl: string; licenses: { value: string }[] }) =>
      [each.purl, ...each.licenses.map(({ value }) => value)].join(" "),
    );
    expect(told.toSorted()).toEqual([
      "pkg:npm/%40scope/planted@1.0.0 MIT",
      "pkg:npm/app@3.0.0 MIT OR ISC",
      "pkg:pypi/planted-one@2.31.0 Apache-2.0",
    ]);
    const named = (id: string) => packages.find((each: { id: string }) => each.id === id)?.name;
    const edges = artifactRelationships
      .filter(({ type }: { type: string }) => type === "dependency-of")
      .map(({ parent, child }: { parent: string; child: string }) => `${named(parent)} -> ${named(child)}`);
    expect(edges).toContain("@scope/planted -> app");
  });

  test.skipIf(!existsSync(at("osv-scanner")))(
    "(machines, M-6) osv-scanner takes it by its own name, and finds what is planted",
    async () => {
      for (const [ecosystem, name, version] of [
        ["PyPI", "planted-one", "2.31.0"],
        ["npm", "@scope/planted", "1.0.0"],
      ] as const) {
        const id = `GHSA-planted-${ecosystem}`;
        const record = {
          schema_version: "1.6.0",
          id,
          modified: "2026-01-02T00:00:00Z",
          affected: [{ package: { name, ecosystem }, versions: [version] }],
        };
        await mkdir(join(dir, "osv-scanner", ecosystem), { recursive: true });
        const zip = zipOf({ [`${id}.json`]: JSON.stringify(record) });
        await writeFile(join(dir, "osv-scanner", ecosystem, "all.zip"), zip);
      }
      const found = await scan(["--offline", "--format=json", "-L", bill]);
      expect(found.code).toBe(1);
      expect(found.text).toContain("GHSA-planted-PyPI");
      expect(found.text).toContain("GHSA-planted-npm");
      // By another name it is no bill to it.
      const other = join(dir, "other.json");
      await copyFile(bill, other);
      expect((await scan(["--offline", "-L", other])).code).toBe(127);
    },
  );

  test("(machines, M-6) an installed skill has its npm packages on disk, beside it and beside an agent's copy", async () => {
    const home = await cliHome(registry.url);
    try {
      const words = ["install", `billed@${RELEASE}`, "--allow-experimental", "--yes", "--for", "agents"];
      expect(await home.run(words)).toMatchObject({ code: 0 });
      const place = join(home.dir, ".agents/skills");
      for (const folder of [join(home.dir, "home/skills/billed"), join(place, ".gaia/billed")]) {
        const args = ["-c", READ, join(folder, "bom.cdx.json")];
        const { stdout } = await run(at("venv", "bin", "python3"), args, { timeout: 60_000 });
        expect(JSON.parse(stdout)).toMatchObject({
          problem: null,
          packages: ["pkg:npm/%40scope/planted@1.0.0", "pkg:npm/app@3.0.0", "pkg:pypi/planted-one@2.31.0"],
        });
        if (!existsSync(at("osv-scanner"))) continue;
        const found = await scan(["--offline", "--format=json", "-L", join(folder, "bom.cdx.json")]);
        expect([folder, found.code, found.text]).toEqual([folder, 1, expect.stringContaining("GHSA-planted-npm")]);
      }
    } finally {
      await home.remove();
    }
  });

  test.skipIf(!existsSync(at("osv-scanner")))(
    "(machines, M-6) a skill without requirements is exit 128 to osv-scanner, unless it is allowed",
    async () => {
      const skill = join(dir, "skill");
      await mkdir(skill);
      await writeFile(join(skill, "SKILL.md"), "---\nname: plain\n---\n");
      expect((await scan(["--offline", skill])).code).toBe(128);
      expect((await scan(["--offline", "--allow-no-lockfiles", skill])).code).toBe(0);
    },
  );
});
