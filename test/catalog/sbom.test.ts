import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Version } from "@cyclonedx/cyclonedx-library/Spec";
import { JsonStrictValidator } from "@cyclonedx/cyclonedx-library/Validation";
import { PackageURL } from "packageurl-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { runSql } from "../harness/rows.ts";
import { sampleFiles, zipOf } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
const sbomOf = (release: string) => fetch(`${registry.url}/api/v1/skills/${release}/sbom`);

interface Row {
  package: string;
  version?: string;
  isAsked?: boolean;
  needs?: string[];
  needsMore?: boolean;
  license?: string;
  supplier?: string;
  hashes?: string[];
}

const quoted = (value: string | boolean | undefined): string =>
  value === undefined ? "NULL" : typeof value === "boolean" ? String(value) : `'${value.replaceAll("'", "''")}'`;
const list = (values: string[] | undefined): string =>
  values === undefined ? "NULL" : `ARRAY[${values.map(quoted).join()}]::text[]`;

/** Puts into the rows what an inspection would have resolved. */
const resolvedTo = (name: string, rows: Row[]) => {
  const values = rows.map(
    ({ package: each, version = "1.0.0", isAsked, needs, needsMore, license, supplier, hashes }) => {
      const [ecosystem = "", ...parts] = each.split(":");
      const told = [isAsked, needsMore, license, supplier].map(quoted);
      const key = [
        versionRow(name, "1.0.0"),
        quoted(ecosystem),
        quoted(parts.join(":")),
        quoted(version),
        "'a resolver'",
      ];
      return `(${[...key, ...told, list(needs), list(hashes)].join()})`;
    },
  );
  return runSql(
    registry,
    `INSERT INTO version_dependencies (version_id, ecosystem, name, version, source, is_asked, needs_more, license, supplier, needs, hashes)
       VALUES ${values.join()}; UPDATE versions SET changed_at = now() WHERE id = ${versionRow(name, "1.0.0")};`,
  );
};

/** As `publishedAtOnce` wants it, but with requirements, and with what a scan would have resolved. */
async function publishedWithPackages(name: string): Promise<void> {
  const files = sampleFiles({ name });
  const needs = [
    "requirements:",
    "  dependencies:",
    '    - "Requests>=2"',
    "    - numpy",
    "  node_dependencies:",
    '    - "left-pad@npm:evil-pad@1.0.0"',
    "security_tier: experimental\n",
  ].join("\n");
  files["SKILL.md"] = String(files["SKILL.md"]).replace(/^security_tier: .*\n/m, needs);
  const zip = zipOf(files);
  const answer = await publish(registry.url, ada, zip);
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  const row = versionRow(name, "1.0.0");
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.inspected', 'skill:${name}@1.0.0');
     INSERT INTO version_dependencies (version_id, ecosystem, name, version, source) VALUES
       (${row}, 'PyPI', 'requests', '2.31.0', 'pip-audit'), (${row}, 'npm', '@scope/left', '1.0.0', 'npm');
     UPDATE inspections SET status = 'completed', verdict = 'ALLOW', finished_at = now() WHERE version_id = ${row};
     UPDATE versions SET status = 'published', verdict = 'ALLOW', published_at = now() WHERE id = ${row}; COMMIT;`,
  );
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishedWithPackages("with-packages");
  await publishedAtOnce(registry, { token: ada, name: "plain", version: "1.0.0" });
});
afterAll(() => registry.close());

test("a bill of materials holds against CycloneDX 1.6's own schema", async () => {
  const validator = new JsonStrictValidator(Version.v1dot6);
  for (const release of ["with-packages/1.0.0", "plain/1.0.0"]) {
    const answer = await sbomOf(release);
    expect(answer.headers.get("content-type")).toContain("application/vnd.cyclonedx+json");
    expect(await validator.validate(await answer.text())).toBeNull();
  }
  expect(await validator.validate('{"bomFormat":"CycloneDX","specVersion":"1.6","surprise":1}')).not.toBeNull();
});

test("it names the skill, the digest of each file, and every package with its package URL, found or only declared", async () => {
  const bom = JSON.parse(await (await sbomOf("with-packages/1.0.0")).text());
  const { component } = bom.metadata;
  expect(component).toMatchObject({
    name: "with-packages",
    version: "1.0.0",
    purl: "pkg:generic/ada/with-packages@1.0.0",
  });
  const { files } = (await call(`${registry.url}/api/v1/skills/with-packages/1.0.0/files`)).body;
  const told = component.components.map((one: { name: string; hashes: { content: string }[] }) => ({
    path: one.name,
    sha256: one.hashes[0]?.content,
  }));
  expect(told).toEqual(files.map(({ path, sha256 }: { path: string; sha256: string }) => ({ path, sha256 })));
  const purls = bom.components.map(({ purl }: { purl: string }) => purl);
  expect(purls.toSorted()).toEqual([
    "pkg:npm/%40scope/left@1.0.0",
    // Under the name of another one, it is what comes.
    "pkg:npm/evil-pad",
    "pkg:pypi/numpy",
    "pkg:pypi/requests@2.31.0",
  ]);
  const requests = bom.components.find(({ name }: { name: string }) => name === "requests");
  expect(requests.properties).toContainEqual({ name: "gaia:declared", value: "Requests>=2" });
});

test("(machines, M-6) the skill depends on what it asked for, and says that the other edges are incomplete", async () => {
  const bom = JSON.parse(await (await sbomOf("with-packages/1.0.0")).text());
  const root = bom.metadata.component["bom-ref"];
  const [edges] = bom.dependencies.filter(({ ref }: { ref: string }) => ref === root);
  expect(edges.dependsOn).toEqual(["pkg:npm/evil-pad", "pkg:pypi/numpy", "pkg:pypi/requests@2.31.0"]);
  // Found by a resolver alone, it is in the bill, and nothing says that nothing needs it.
  const all = [root, ...bom.components.map((one: { "bom-ref": string }) => one["bom-ref"])];
  expect(all).toContain("pkg:npm/%40scope/left@1.0.0");
  expect(bom.compositions).toEqual([{ aggregate: "incomplete", dependencies: all.toSorted() }]);
  expect(JSON.parse(await (await sbomOf("plain/1.0.0")).text())).not.toHaveProperty("compositions");
});

test("(machines, M-6) what resolvers know is in it: who asks for what, and what its index told of each package", async () => {
  const sha512 = "ab".repeat(64);
  await publishedAtOnce(registry, { token: ada, name: "with-edges", version: "1.0.0" });
  await resolvedTo("with-edges", [
    {
      package: "npm:app",
      isAsked: true,
      needs: ["@s/lib@2.0.0"],
      needsMore: false,
      license: "mit",
      hashes: [`sha512:${sha512}`],
    },
    {
      package: "npm:@s/lib",
      version: "2.0.0",
      isAsked: false,
      needs: ["app@1.0.0"],
      needsMore: false,
      license: "MIT OR ISC",
    },
    {
      package: "PyPI:flask",
      isAsked: true,
      needs: ["click@1.0.0"],
      needsMore: true,
      license: "BSD (see file)",
      supplier: "Pallets",
    },
    {
      package: "PyPI:click",
      isAsked: false,
      needs: [],
      needsMore: false,
      license: "NOASSERTION",
      hashes: ["sha256:short"],
    },
  ]);
  const text = await (await sbomOf("with-edges/1.0.0")).text();
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const bom = JSON.parse(text);
  const edges = Object.fromEntries(
    bom.dependencies.map(({ ref, dependsOn = [] }: { ref: string; dependsOn?: string[] }) => [ref, dependsOn]),
  );
  expect(edges[bom.metadata.component["bom-ref"]]).toEqual(["pkg:npm/app@1.0.0", "pkg:pypi/flask@1.0.0"]);
  expect(edges).toMatchObject({
    "pkg:npm/app@1.0.0": ["pkg:npm/%40s/lib@2.0.0"],
    "pkg:npm/%40s/lib@2.0.0": ["pkg:npm/app@1.0.0"],
    "pkg:pypi/flask@1.0.0": ["pkg:pypi/click@1.0.0"],
    "pkg:pypi/click@1.0.0": [],
  });
  // Everything is led to; one package needs more on other machines.
  expect(bom.compositions).toEqual([{ aggregate: "incomplete", dependencies: ["pkg:pypi/flask@1.0.0"] }]);
  const told = Object.fromEntries(
    bom.components.map(({ name, licenses, hashes, supplier }: Record<string, unknown>) => [
      name,
      { licenses, hashes, supplier },
    ]),
  );
  expect(told).toEqual({
    app: { licenses: [{ license: { id: "MIT" } }], hashes: [{ alg: "SHA-512", content: sha512 }] },
    lib: { licenses: [{ expression: "MIT OR ISC" }] },
    flask: { licenses: [{ license: { name: "BSD (see file)" } }], supplier: { name: "Pallets" } },
    click: {},
  });
  expect(await (await sbomOf("with-edges/1.0.0")).text()).toBe(text);
});

test("(machines, M-6) of a package of which nothing is known it does not say that it needs nothing", async () => {
  await publishedAtOnce(registry, { token: ada, name: "half-known", version: "1.0.0" });
  await resolvedTo("half-known", [
    { package: "npm:JSONStream", isAsked: true, needs: ["jsonstream@1.0.0", "unlisted@1.0.0"], needsMore: false },
    { package: "npm:jsonstream", isAsked: false },
    // As a lock file once called it: no package URL can.
    { package: "npm:../ ", isAsked: true },
    { package: "PyPI:named-only", version: "" },
  ]);
  const text = await (await sbomOf("half-known/1.0.0")).text();
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
  const bom = JSON.parse(text);
  const upper = "pkg:npm/jsonstream@1.0.0#JSONStream";
  const edges = bom.dependencies.filter(({ ref }: { ref: string }) => ref.startsWith("pkg:"));
  const root = bom.metadata.component["bom-ref"];
  expect(edges).toEqual([
    { ref: root, dependsOn: [upper] },
    { ref: upper, dependsOn: ["pkg:npm/jsonstream@1.0.0"] },
  ]);
  expect(bom.compositions[0].dependencies).toEqual(
    [root, upper, "pkg:npm/jsonstream@1.0.0", "pkg:pypi/named-only"].toSorted(),
  );
});

test("(machines, M-6) where a resolver failed or refused, the skill needs more than the document shows", async () => {
  const scanners = (status: string) => JSON.stringify([{ name: "pip-audit", version: "2.10.1", status }]);
  for (const [name, status, rule] of [
    ["fully-resolved", "completed", "bandit/B101"],
    ["not-resolved", "unscanned", "bandit/B101"],
    ["one-refused", "completed", "requirements/remote-source"],
  ] as const) {
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
    const row = versionRow(name, "1.0.0");
    await runSql(
      registry,
      `UPDATE inspections SET scanners = '${scanners(status)}' WHERE version_id = ${row};
       DELETE FROM findings WHERE inspection_id IN (SELECT id FROM inspections WHERE version_id = ${row});
       INSERT INTO findings (inspection_id, position, rule, scanner, severity, category, message, also)
         SELECT id, 0, '${rule}', 'x', 'low', 'dependency', '', '{}' FROM inspections WHERE version_id = ${row};
       UPDATE versions SET changed_at = now() WHERE id = ${row};`,
    );
    const bom = JSON.parse(await (await sbomOf(`${name}/1.0.0`)).text());
    const open = [{ aggregate: "incomplete", dependencies: [bom.metadata.component["bom-ref"]] }];
    expect(bom.compositions, name).toEqual(name === "fully-resolved" ? undefined : open);
  }
});

test("a bill of as many packages as are kept is made in bounded time", async () => {
  await publishedAtOnce(registry, { token: ada, name: "many-packages", version: "1.0.0" });
  const row = versionRow("many-packages", "1.0.0");
  const fill = (count: number): Promise<void> =>
    runSql(
      registry,
      `DELETE FROM version_dependencies WHERE version_id = ${row};
       INSERT INTO version_dependencies (version_id, ecosystem, name, version, source, is_asked, needs, needs_more)
         SELECT ${row}, 'npm', 'p' || n, '1.0.0', 'x', true, (SELECT array_agg('p' || (n * 7 + k) % ${count} || '@1.0.0')
           FROM generate_series(1, 6) k), false FROM generate_series(0, ${count - 1}) n;
       UPDATE versions SET changed_at = now() WHERE id = ${row};`,
    );
  const timeMs = async (count: number): Promise<number> => {
    await fill(count);
    const before = performance.now();
    const bom = JSON.parse(await (await sbomOf("many-packages/1.0.0")).text());
    expect(bom.components).toHaveLength(count);
    return performance.now() - before;
  };
  await timeMs(500);
  const [some, all] = [await timeMs(500), await timeMs(5_000)];
  // Ten times as many: a hundredfold where each is compared with each.
  expect(all).toBeLessThan(45 * some);
});

test("(machines, M-6) it says who supplied the skill, who wrote it, what made the document, and when", async () => {
  const answer = await sbomOf("with-packages/1.0.0");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="with-packages-1.0.0.cdx.json"');
  // As it is kept, too.
  const again = await sbomOf("with-packages/1.0.0");
  expect(again.headers.get("content-disposition")).toBe(answer.headers.get("content-disposition"));
  const { metadata } = JSON.parse(await answer.text());
  const { finished_at } = (await call(`${registry.url}/api/v1/skills/with-packages/1.0.0/scan`)).body;
  const { component } = metadata;
  expect(metadata.timestamp).toBe(finished_at);
  expect([metadata.supplier, component.supplier]).toEqual([{ name: "ada" }, { name: "ada" }]);
  const { author } = (await call(`${registry.url}/api/v1/skills/with-packages/1.0.0`)).body;
  expect(component.authors).toEqual([{ name: expect.stringMatching(/./) }]);
  expect(component.authors[0].name).toBe(author);
  expect(component).not.toHaveProperty("author");
  expect(metadata.tools.components.map(({ name }: { name: string }) => name)).toContain("gaia-registry");
});

test("(machines, M-6) the document's version rises with each inspection, under one serial number", async () => {
  await publishedAtOnce(registry, { token: ada, name: "inspected-twice", version: "1.0.0" });
  const before = JSON.parse(await (await sbomOf("inspected-twice/1.0.0")).text());
  const row = versionRow("inspected-twice", "1.0.0");
  await runSql(
    registry,
    `INSERT INTO inspections (version_id, status, verdict, scanners, started_at, finished_at)
       VALUES (${row}, 'completed', 'ALLOW', '[{"name":"pip-audit","version":"2.9.0","status":"completed"}]',
          now(), now() + interval '1 hour');
     UPDATE versions SET changed_at = now() WHERE id = ${row};`,
  );
  const after = await vi.waitFor(async () => {
    const bom = JSON.parse(await (await sbomOf("inspected-twice/1.0.0")).text());
    expect(bom.version).toBe(before.version + 1);
    return bom;
  });
  expect(after.serialNumber).toBe(before.serialNumber);
  expect(Date.parse(after.metadata.timestamp)).toBeGreaterThan(Date.parse(before.metadata.timestamp));
  expect(after.metadata.tools.components).toContainEqual({ type: "application", name: "pip-audit", version: "2.9.0" });
});

test("(machines, M-6) a `+` of a version is percent-encoded in package URLs", async () => {
  await publishedAtOnce(registry, { token: ada, name: "with-build", version: "1.0.0+linux.2" });
  const answer = await sbomOf(`with-build/${encodeURIComponent("1.0.0+linux.2")}`);
  const { component } = JSON.parse(await answer.text()).metadata;
  expect([component.version, component.purl]).toEqual(["1.0.0+linux.2", "pkg:generic/ada/with-build@1.0.0%2Blinux.2"]);
  expect(PackageURL.fromString(component.purl).version).toBe("1.0.0+linux.2");
  expect(answer.headers.get("content-disposition")).toContain('"with-build-1.0.0+linux.2.cdx.json"');
});

test("same rows, same bytes; the serial number is the release's", async () => {
  const texts = await Promise.all([1, 2].map(async () => (await sbomOf("plain/1.0.0")).text()));
  expect(texts[0]).toBe(texts[1]);
  const [plain, other] = [JSON.parse(texts[0] ?? ""), JSON.parse(await (await sbomOf("with-packages/1.0.0")).text())];
  expect(plain.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(other.serialNumber).not.toBe(plain.serialNumber);
});

test("no bill of materials of what is not there or withheld", async () => {
  expect((await sbomOf("plain/9.9.9")).status).toBe(404);
  const json = { reason: "a report" };
  await call(`${registry.url}/api/v1/admin/skills/plain/1.0.0/quarantine`, { token: registry.adminToken, json });
  expect((await sbomOf("plain/1.0.0")).status).toBe(403);
});

test("`sbom name@version` saves what the registry sent", async () => {
  const home = await cliHome(registry.url);
  try {
    expect(await home.run(["sbom", "with-packages@1.0.0", "-o", "bom.json"])).toMatchObject({ code: 0 });
    expect(await readFile(join(home.dir, "bom.json"), "utf8")).toBe(await (await sbomOf("with-packages/1.0.0")).text());
    expect((await home.run(["sbom", "with-packages"])).code).toBe(2);
    expect((await home.run(["sbom", "with-packages@9.0.0"])).code).toBe(3);
  } finally {
    await home.remove();
  }
});
