import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeZip } from "@gaia/archive";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { command } from "../harness/operations.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sharedScanners } from "../harness/scanners.ts";
import { freshDataDir } from "../harness/template-data-dir.ts";
import { startCost } from "../harness/cost.ts";

const scratch = await mkdtemp(join(tmpdir(), "advisories-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** An OSV record of one package whose versions below `fixed` are affected. */
function advisory(id: string, name: string, fixed: string, changes: object = {}) {
  const ecosystem = (changes as { ecosystem?: string }).ecosystem ?? "PyPI";
  const type = ecosystem === "npm" ? "SEMVER" : "ECOSYSTEM";
  return {
    schema_version: "1.6.0",
    id,
    modified: "2026-01-02T00:00:00Z",
    published: "2026-01-01T00:00:00Z",
    aliases: [`CVE-${id}`],
    summary: `About ${name}`,
    affected: [{ package: { ecosystem, name }, ranges: [{ type, events: [{ introduced: "0" }, { fixed }] }] }],
    ...changes,
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
});
afterAll(() => registry.close());

const importing = (json: unknown, token: string | null = registry.adminToken) =>
  call(`${registry.url}/api/v1/admin/advisories`, { json, ...(token === null ? {} : { token }) });
const ask = (json: unknown, path = "query") => call(`${registry.url}/v1/${path}`, { json });
const idsOf = (answer: { body: { vulns?: { id: string }[] } }) => (answer.body.vulns ?? []).map(({ id }) => id);
const query = (name: string, version: string, ecosystem = "PyPI") => ask({ package: { name, ecosystem }, version });

describe("importing by HTTP", () => {
  test("takes one record or a list, says what changed, and writes it into the log", async () => {
    const answer = await importing([
      advisory("PYSEC-1-1", "First.Lib", "1.2"),
      advisory("GHSA-1-2", "@first/lib", "2.0.0", { ecosystem: "npm" }),
      advisory("GO-1", "go.example/x", "1.0", { ecosystem: "Go" }),
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        changed: ["PYSEC-1-1", "GHSA-1-2"],
        unchanged: 0,
        passed_over: 1,
        refused: [],
        packages: [
          { ecosystem: "PyPI", name: "first-lib" },
          { ecosystem: "npm", name: "@first/lib" },
        ],
      },
    });
    const log = await call(`${registry.url}/api/v1/admin/audit?limit=100`, { token: registry.adminToken });
    const entry = log.body.items.find((each: { action: string }) => each.action === "advisory.import");
    expect(entry).toMatchObject({ actor: "admin", detail: { changed: 2, ids: ["PYSEC-1-1", "GHSA-1-2"] } });
    expect(entry.request_id).toBe(answer.headers.get("x-request-id"));
  });

  test("changes nothing the second time, and never takes an older record for a newer one", async () => {
    const first = advisory("PYSEC-2-1", "second", "1.0");
    expect((await importing(first)).body.changed).toEqual(["PYSEC-2-1"]);
    expect((await importing(first)).body).toMatchObject({ changed: [], unchanged: 1, packages: [] });
    const older = { ...advisory("PYSEC-2-1", "second", "9.0"), modified: "2025-12-31T23:59:59Z" };
    expect((await importing(older)).body).toMatchObject({ changed: [], unchanged: 1 });
    expect(idsOf(await query("second", "1.5"))).toEqual([]);
    // Another package now: both are told, and only the new one is matched.
    const newer = { ...advisory("PYSEC-2-1", "second-renamed", "9.0"), modified: "2026-01-03T00:00:00Z" };
    expect((await importing([older, newer, first])).body).toMatchObject({
      changed: ["PYSEC-2-1"],
      packages: [
        { ecosystem: "PyPI", name: "second" },
        { ecosystem: "PyPI", name: "second-renamed" },
      ],
    });
    expect(idsOf(await query("second", "0.1"))).toEqual([]);
    expect(idsOf(await query("second_Renamed", "8.9"))).toEqual(["PYSEC-2-1"]);
  });

  test("a withdrawn one is kept, served by its id, and matches nothing", async () => {
    await importing(advisory("PYSEC-3-1", "third", "1.0"));
    expect(idsOf(await query("third", "0.9"))).toEqual(["PYSEC-3-1"]);
    const withdrawn = { withdrawn: "2026-02-01T00:00:00Z", modified: "2026-02-01T00:00:00Z" };
    await importing(advisory("PYSEC-3-1", "third", "1.0", withdrawn));
    expect(await query("third", "0.9")).toMatchObject({ status: 200, body: {} });
    expect((await call(`${registry.url}/v1/vulns/PYSEC-3-1`)).body).toMatchObject(withdrawn);
  });

  test("what is bad is refused by name, and the rest goes in", async () => {
    const answer = await importing([
      { id: "BAD-1", modified: "never" },
      advisory("PYSEC-4-1", "fourth", "1.0"),
      "text",
      JSON.parse('{"__proto__": {"polluted": true}, "id": "BAD-2"}'),
    ]);
    expect(answer).toMatchObject({ status: 200, body: { changed: ["PYSEC-4-1"], refused_count: 3 } });
    expect(answer.body.refused.map((each: { source: string }) => each.source)).toEqual(["BAD-1", "record 3", "BAD-2"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await importing([{ id: "BAD-1" }])).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("is an admin's, and bounded", async () => {
    const ada = await account(registry.url, registry.adminToken, "ada");
    expect((await importing(advisory("PYSEC-5-1", "fifth", "1"), null)).status).toBe(401);
    expect((await importing(advisory("PYSEC-5-1", "fifth", "1"), ada)).status).toBe(403);
    expect((await importing([])).status).toBe(400);
    expect((await importing(Array.from({ length: 1_001 }, () => ({})))).status).toBe(400);
    expect((await importing(advisory("X-1", "x", "1", { details: "x".repeat(17 * 1024 * 1024) }))).status).toBe(413);
    expect(idsOf(await query("fifth", "0.1"))).toEqual([]);
  });
});

describe("the OSV API at the root", () => {
  beforeAll(async () => {
    await importing([
      advisory("GHSA-6-1", "sixth", "1.0"),
      advisory("PYSEC-6-2", "sixth", "2.0"),
      advisory("GHSA-6-3", "@sixth/lib", "2.0.0", { ecosystem: "npm" }),
    ]);
  });

  test("answers a query with the records, whole, for whoever asks, and lets nobody keep it", async () => {
    const answer = await query("Sixth", "0.5");
    expect(answer.status).toBe(200);
    expect(answer.body.vulns).toEqual([advisory("GHSA-6-1", "sixth", "1.0"), advisory("PYSEC-6-2", "sixth", "2.0")]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(idsOf(await query("sixth", "1.0"))).toEqual(["PYSEC-6-2"]);
    expect((await query("sixth", "2.0")).body).toEqual({});
    expect((await query("nobody-knows-this", "2.0")).body).toEqual({});
    expect(idsOf(await ask({ package: { name: "sixth", ecosystem: "PyPI" } }))).toEqual(["GHSA-6-1", "PYSEC-6-2"]);
  });

  test.each([
    [{ purl: "pkg:pypi/sixth@1.5" }, undefined, ["PYSEC-6-2"]],
    [{ purl: "pkg:pypi/sixth" }, "1.5", ["PYSEC-6-2"]],
    [{ purl: "pkg:npm/%40sixth/lib@1.9.9" }, undefined, ["GHSA-6-3"]],
    [{ purl: "pkg:npm/%40sixth/lib@2.0.0" }, undefined, []],
  ])("answers a purl: %j %s", async (asked, version, expected) => {
    expect(idsOf(await ask({ package: asked, ...(version === undefined ? {} : { version }) }))).toEqual(expected);
  });

  test("answers a batch in its order, with ids and times only", async () => {
    const answer = await ask(
      {
        queries: [
          { package: { name: "sixth", ecosystem: "PyPI" }, version: "0.5" },
          { package: { name: "none", ecosystem: "npm" }, version: "1.0.0" },
          { package: { name: "@sixth/lib", ecosystem: "npm" }, version: "1.0.0" },
        ],
      },
      "querybatch",
    );
    const modified = "2026-01-02T00:00:00.000Z";
    expect(answer.body).toEqual({
      results: [
        {
          vulns: [
            { id: "GHSA-6-1", modified },
            { id: "PYSEC-6-2", modified },
          ],
        },
        {},
        { vulns: [{ id: "GHSA-6-3", modified }] },
      ],
    });
  });

  const sixth = { name: "sixth", ecosystem: "PyPI" };
  test.each<[string, string, unknown, number, number]>([
    ["no object", "query", [], 400, 3],
    ["no package", "query", { version: "1" }, 400, 3],
    ["a commit", "query", { commit: "0".repeat(40) }, 400, 3],
    ["another ecosystem: nothing is known is not {}", "query", { package: { name: "x", ecosystem: "Go" } }, 400, 3],
    ["__proto__ for an ecosystem", "query", { package: { name: "x", ecosystem: "__proto__" } }, 400, 3],
    ["a purl type constructor", "query", { package: { purl: "pkg:constructor/x@1" } }, 400, 3],
    ["a page that never was", "query", { package: sixth, version: "1", page_token: "x" }, 400, 3],
    ["a NUL", "query", { package: { name: "a\0", ecosystem: "npm" }, version: "1" }, 400, 3],
    ["a NUL that a purl percent-encodes", "query", { package: { purl: "pkg:npm/a%00" } }, 400, 3],
    ["such a purl in a batch", "querybatch", { queries: [{ package: { purl: "pkg:npm/%00/a" } }] }, 400, 3],
    ["a version that is a number", "query", { package: sixth, version: 1 }, 400, 3],
    ["two versions", "query", { package: { purl: "pkg:pypi/sixth@1" }, version: "1" }, 400, 3],
    ["a name beside a purl", "query", { package: { ...sixth, purl: "pkg:pypi/sixth@1" } }, 400, 3],
    ["a large body", "query", { package: sixth, version: "1".repeat(20_000) }, 400, 3],
    ["no queries", "querybatch", { queries: "all" }, 400, 3],
    ["a bad query in a batch", "querybatch", { queries: [{ package: sixth, version: "1" }, null] }, 400, 3],
    [
      "1,001 queries",
      "querybatch",
      { queries: Array.from({ length: 1_001 }, () => ({ package: sixth, version: "1" })) },
      400,
      3,
    ],
    ["another address", "nothing", {}, 404, 5],
  ])("refuses %s as OSV does", async (_what, path, body, status, code) => {
    const answer = await ask(body, path);
    expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } });
    expect(Object.keys(answer.body)).toEqual(["code", "message"]);
  });

  test("(machines, M-6) a batch that is refused names the query and its package", async () => {
    const purl = "pkg:generic/ada/notes@1.0.0%2Blinux";
    const refused = async (second: unknown) =>
      (await ask({ queries: [{ package: sixth, version: "1" }, second] }, "querybatch")).body.message;
    const known = "Invalid ecosystem: this registry has advisories for PyPI and npm.";
    expect(await refused({ package: { purl } })).toBe(`queries[1] "${purl}": ${known}`);
    expect(await refused({ package: { name: "golang.org/x/net", ecosystem: "Go" } })).toBe(
      `queries[1] "golang.org/x/net": ${known}`,
    );
    expect(await refused(null)).toBe("queries[1]: Invalid query.");
    expect((await refused({ package: { purl: `pkg:generic/${"x".repeat(10_000)}` } })).length).toBeLessThan(400);
  });

  test("speaks OSV's words for wrong methods, bad JSON and unknown ids too", async () => {
    expect(await call(`${registry.url}/v1/query`)).toMatchObject({ status: 405, body: { code: 12 } });
    expect(await call(`${registry.url}/v1/vulns/NONE-1`)).toMatchObject({ status: 404, body: { code: 5 } });
    const broken = await call(`${registry.url}/v1/query`, { body: "{", type: "application/json" });
    expect(broken).toMatchObject({ status: 400, body: { code: 3 } });
  });

  test("counts as a read, and says in OSV's words when that is used up", async () => {
    const limited = await startTestRegistry({
      withoutScanners: true,
      environment: { RATE_LIMIT_READS: "3", RATE_LIMIT_WRITES: "1" },
    });
    const answers = [];
    for (let index = 0; index < 4; index += 1) {
      answers.push(await call(`${limited.url}/v1/query`, { json: { package: { name: "x", ecosystem: "npm" } } }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.body).toEqual({ code: 8, message: "Too many requests." });
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
    await limited.close();
  });

  test("a thousand queries of one package with a long history cost little", async () => {
    const many = Array.from({ length: 400 }, (_, index) => ({
      ...advisory(`PYSEC-7-${index}`, "seventh", "1"),
      affected: [
        {
          package: { ecosystem: "PyPI", name: "seventh" },
          ranges: [
            {
              type: "ECOSYSTEM",
              events: Array.from({ length: 8 }, (_, at) =>
                at % 2 === 0 ? { introduced: `${at}.${index}` } : { fixed: `${at}.${index}rc1` },
              ),
            },
          ],
        },
      ],
    }));
    expect((await importing(many)).body.changed).toHaveLength(400);
    const queries = Array.from({ length: 1_000 }, (_, index) => ({
      package: { name: "seventh", ecosystem: "PyPI" },
      version: `${index % 9}.${index}.post${index}`,
    }));
    // The least of three: on a calm machine one answer costs between 730 and 1,650.
    const costs: number[] = [];
    let answer = await ask({ queries: queries.slice(0, 1) }, "querybatch");
    while (costs.length < 3) {
      const cost = startCost();
      answer = await ask({ queries }, "querybatch");
      costs.push(cost());
    }
    expect(Math.min(...costs)).toBeLessThan(1200);
    expect(answer.body.results).toHaveLength(1_000);
    expect(answer.body.results[0].vulns.length).toBeGreaterThan(0);
  });
});

describe("the operator's command", () => {
  test("takes files, directories and an ecosystem's zip; what is bad is named and the rest goes in", async () => {
    const dataDir = await freshDataDir();
    await (await startTestRegistry({ withoutScanners: true, dataDir })).close();
    const dir = join(scratch, "below");
    await mkdir(join(dir, "deep"), { recursive: true });
    const write = (path: string, value: unknown) =>
      writeFile(join(dir, path), typeof value === "string" ? value : JSON.stringify(value));
    await write("one.json", advisory("PYSEC-8-1", "eighth", "1.0"));
    await write("deep/two.json", advisory("PYSEC-8-2", "eighth", "2.0"));
    await write("deep/broken.json", "{");
    await write("deep/notes.txt", "no advisory");
    await write("large.json", `"${"x".repeat(3 * 1024 * 1024)}"`);
    const packed = Array.from({ length: 250 }, (_, index) => ({
      path: `MAL-8-${index}.json`,
      bytes: bytesOf(JSON.stringify(advisory(`MAL-8-${index}`, `bad-${index}`, "9.0.0", { ecosystem: "npm" }))),
    }));
    const zip = join(scratch, "all.zip");
    await writeFile(zip, writeZip([...packed, { path: "BAD.json", bytes: bytesOf("[]") }]));
    const environment = { DATA_DIR: dataDir };

    const first = await command(["import-advisories", dir, zip], environment);
    expect(first, first.err).toMatchObject({ code: 0 });
    expect(first.out).toMatch(/^252 advisories are new or newer, about 251 packages; 0 were there already$/m);
    expect(first.out).toMatch(/^REFUSED 3 that could not be read$/m);
    expect(first.err).toMatch(/refused .*broken\.json: it is not JSON/);
    expect(first.err).toMatch(/refused .*large\.json: it is larger than 2 MiB/);
    expect(first.err).toMatch(/refused .*all\.zip: BAD\.json/);
    const again = await command(["import-advisories", zip], environment);
    expect(again.out).toMatch(/^0 advisories are new or newer, about 0 packages; 250 were there already$/m);

    for (const [args, code, words] of [
      [[], 2, /takes files/],
      [[join(scratch, "nowhere")], 1, /nothing at/],
      [[join(dir, "deep/broken.json")], 1, /No advisory could be taken/],
    ] as const) {
      const refused = await command(["import-advisories", ...args], environment);
      expect(refused.code).toBe(code);
      expect(refused.err).toMatch(words);
    }
    const cut = join(scratch, "cut.zip");
    await writeFile(cut, writeZip(packed).subarray(0, 4_000));
    expect((await command(["import-advisories", cut], environment)).err).toMatch(/no zip archive/);
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("the real pip-audit, with this registry for its OSV server and no internet", () => {
  const run = promisify(execFile);
  const audit = async (pins: string[]) => {
    const { binDir } = await sharedScanners();
    const dir = await mkdtemp(join(scratch, "audit-"));
    const requirements = join(dir, "requirements.txt");
    await writeFile(requirements, `${pins.join("\n")}\n`);
    const args = [
      "--no-deps",
      "--disable-pip",
      "--format=json",
      "--vulnerability-service=osv",
      "--progress-spinner=off",
    ];
    // A proxy where nobody listens: whatever is not the registry fails.
    const env = { HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" };
    const ended = await run(
      join(binDir, "python3"),
      [
        "-I",
        "-m",
        "pip_audit",
        ...args,
        `--cache-dir=${join(dir, "cache")}`,
        `--osv-url=${registry.url}/v1/query`,
        `--requirement=${requirements}`,
      ],
      { env: { ...env, HOME: dir } },
    ).catch((error: { stdout: string; stderr: string }) => error);
    const { dependencies } = JSON.parse(ended.stdout || `{"dependencies": ${JSON.stringify(ended.stderr)}}`);
    return dependencies.map(
      (each: { name: string; vulns: { id: string; fix_versions: string[]; aliases: string[] }[] }) => [
        each.name,
        each.vulns,
      ],
    );
  };

  test("finds what is vulnerable, and neither what is fixed, nor withdrawn, nor unknown", async () => {
    await importing([
      advisory("PYSEC-9-1", "Ninth.Lib", "2.31.0"),
      advisory("MAL-9-2", "tenth", "99", { aliases: [] }),
      advisory("PYSEC-9-3", "eleventh", "99", { withdrawn: "2026-01-02T00:00:00Z" }),
    ]);
    const pins = ["ninth-lib==2.30.0", "tenth==1.0", "eleventh==1.0", "twelfth==1.0"];
    expect(await audit(pins)).toEqual([
      ["ninth-lib", [expect.objectContaining({ id: "PYSEC-9-1", aliases: ["CVE-PYSEC-9-1"] })]],
      ["tenth", [expect.objectContaining({ id: "MAL-9-2", fix_versions: ["99"] })]],
      ["eleventh", []],
      ["twelfth", []],
    ]);
    expect(await audit(["ninth-lib==2.31.0"])).toEqual([["ninth-lib", []]]);
  });
});
