import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { zipOf } from "../harness/samples.ts";

const run = promisify(execFile);
const RELEASE = "1.0.0+build.1";

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
  "needs": needs[str(root.bom_ref)], "packages": [str(each.purl) for each in bom.components],
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
      `INSERT INTO version_dependencies (version_id, ecosystem, name, version, source) VALUES
         (${row}, 'PyPI', 'planted-one', '2.31.0', 'pip-audit'), (${row}, 'npm', '@scope/planted', '1.0.0', 'osv-npm');
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
    expect(JSON.parse(stdout)).toEqual({
      problem: null,
      version: 1,
      time: expect.stringMatching(/^\d{4}-/),
      supplier: "ada",
      authors: [expect.stringMatching(/./)],
      release: RELEASE,
      needs: [],
      packages: ["pkg:npm/%40scope/planted@1.0.0", "pkg:pypi/planted-one@2.31.0"],
      tools: expect.arrayContaining(["gaia-registry"]),
      read_supplier: "ada",
    });
  });

  test("(machines, M-6) sbomaudit finds its author and its time", async () => {
    const args = ["--offline", "--verbose", "-i", bill];
    const { stdout } = await run(at("venv", "bin", "sbomaudit"), args, { timeout: 60_000 });
    for (const said of ["Up to date CycloneDX Version", "SBOM Creator identified", "SBOM Creation time defined"])
      expect(stdout).toContain(`[x] ${said}`);
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
