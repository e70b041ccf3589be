import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { heldZip, sampleZip } from "../harness/samples.ts";
import { freshDataDir, quickPlace } from "../harness/template-data-dir.ts";

let registry: TestRegistry;
let ada: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const get = async (path: string, token?: string) => (await call(api(path), token === undefined ? {} : { token })).body;
const named = (items: { name: string }[]): string[] => items.map(({ name }) => name);
const listed = async (query = ""): Promise<string[]> => named((await get(`/skills?limit=100${query}`)).items);
const found = async (query: string): Promise<string[]> => named((await get(`/search?${query}`)).hits);
const resolve = (skills: unknown[], more: object = {}) => call(api("/resolve"), { json: { skills, ...more } });
const clear = async (name: string, version: string) => {
  const { inspection_id } = await get(`/skills/${name}/${version}`);
  const json = { inspection_id, reason: "looked at" };
  return call(api(`/admin/skills/${name}/${version}/clear`), { token: registry.adminToken, json });
};

type Options = Parameters<typeof sampleZip>[0];

async function publishGood(options: Options, query = ""): Promise<void> {
  expect((await publish(registry.url, ada, sampleZip(options), query)).status).toBe(201);
  const { verdict } = await inspected(registry.url, options.name, options.version ?? "1.0.0", ada);
  expect(verdict).toBe("ALLOW");
}

async function publishHeld(options: Options, query = ""): Promise<void> {
  expect((await publish(registry.url, ada, heldZip(options), query)).status).toBe(201);
  const { verdict } = await inspected(registry.url, options.name, options.version ?? "1.0.0", ada);
  expect(verdict).toBe("REVIEW");
}

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  await publishGood({ name: "calm", description: "A lighthouse of calm", tags: ["beacon"] });
  await publishHeld({ name: "murky", description: "A lighthouse of murk", tags: ["beacon"] });
  await publishGood({ name: "mixed", version: "1.0.0", description: "A lighthouse, first", tags: ["beacon"] });
  await publishHeld({ name: "mixed", version: "1.1.0", description: "A lighthouse, second", tags: ["beacon"] });
  await publishGood({ name: "needs-murky", needs: { murky: "*" } });
  // Search hears of a version a moment after everybody can see it.
  await registry.settle();
});
afterAll(() => registry.close());

describe("a skill of which every live version is held", () => {
  test("S11 is in no list, search, facet or count unless held=true asks for it", async () => {
    expect(await listed()).not.toContain("murky");
    expect(await listed("&held=false")).not.toContain("murky");
    expect(await listed("&tag=beacon")).not.toContain("murky");
    expect(await listed("&publisher=ada")).not.toContain("murky");
    for (const sort of ["name", "created", "downloads", "updated"])
      expect(await listed(`&sort=${sort}`), sort).not.toContain("murky");
    expect((await found("q=lighthouse")).sort()).toEqual(["calm", "mixed"]);
    expect(await found("q=murk")).not.toContain("murky");
    // A name that is only meant is no exact name.
    expect(await found("q=Murky")).not.toContain("murky");
    const beside = await get("/search?q=&tag=beacon");
    expect([beside.total, beside.facets.tag.beacon]).toEqual([2, 2]);
    expect((await get("/publishers/ada")).skills).toBe(3);

    expect(await listed("&held=true")).toEqual(expect.arrayContaining(["calm", "mixed", "murky"]));
    expect((await listed("&held=true&tag=beacon")).sort()).toEqual(["calm", "mixed", "murky"]);
    expect((await found("q=lighthouse&held=true")).sort()).toEqual(["calm", "mixed", "murky"]);
    const all = await get("/search?q=&tag=beacon&held=true");
    expect([all.total, all.facets.tag.beacon]).toEqual([3, 3]);
    expect(all.hits.find(({ name }: { name: string }) => name === "murky")).toMatchObject({
      held: true,
      install: null,
      verdict: "REVIEW",
    });
    expect((await call(api("/skills?held=yes"))).status).toBe(400);
  });

  test("every page of a list with held ones comes to its end, each skill once", async () => {
    const names: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await get(`/skills?limit=1&sort=name&held=true${cursor === "" ? "" : `&cursor=${cursor}`}`);
      names.push(...named(page.items));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(["calm", "mixed", "murky", "needs-murky"]);
  });

  test("is found by its exact name, which says that it is held and why", async () => {
    const hits = (await get("/search?q=murky")).hits;
    expect(hits[0]).toMatchObject({ name: "murky", held: true });
    const skill = await get("/skills/murky");
    expect(skill).toMatchObject({
      held: true,
      version: "1.0.0",
      verdict_reason: expect.stringContaining("shell:execute"),
    });
    expect(skill.versions[0]).toMatchObject({ held: true, held_reason: skill.verdict_reason });
    expect(await get("/skills/murky/1.0.0")).toMatchObject({ held: true, cleared: false });
  });

  test("S11 nobody gets it without naming its version: a download of the latest is refused with the reason", async () => {
    for (const query of ["", "?archive=tgz", "?as=agent-skills"])
      expect(await call(api(`/skills/murky/download${query}`)), query).toMatchObject({
        status: 409,
        body: { code: "held", detail: expect.stringContaining("shell:execute") },
      });
    expect((await call(api("/skills/murky/download?version=1.0.0"))).status).toBe(200);
    expect((await call(api("/skills/murky/1.0.0/download"))).status).toBe(200);
  });
});

describe("a newer held version beside an older one that is not", () => {
  test("S11 the older one is what is shown, listed, searched and downloaded; the held one is passed over by name", async () => {
    const skill = await get("/skills/mixed");
    expect(skill).toMatchObject({ version: "1.0.0", held: false });
    expect(skill.passed_over).toEqual([
      { version: "1.1.0", reason: expect.stringMatching(/^it is held for review: .*shell:execute/) },
    ]);
    for (const query of ["", "&held=true"]) {
      const { items } = await get(`/skills?limit=100${query}`);
      expect(items.find(({ name }: { name: string }) => name === "mixed")).toMatchObject({
        latest_version: "1.0.0",
        description: "A lighthouse, first",
        held: false,
      });
    }
    expect(await found("q=second")).toEqual([]);
    const { headers } = await call(api("/skills/mixed/download"));
    expect(headers.get("content-disposition")).toContain("mixed-1.0.0");
    expect(await get("/skills/mixed?min-age=0h")).toMatchObject({ version: "1.0.0" });
  });
});

describe("POST /resolve", () => {
  test("S11 no range, exact version or dependency chooses what is held, unless allow_held does", async () => {
    const open = { allow_experimental: true };
    const versions = async (skills: unknown[], more: object) => {
      const { status, body } = await resolve(skills, more);
      return status === 200
        ? body.install.map((one: { name: string; version: string }) => `${one.name} ${one.version}`)
        : body.detail;
    };
    expect(await versions([{ name: "mixed" }], open)).toEqual(["mixed 1.0.0"]);
    for (const range of ["1.1.0", "==1.1.0", ">1.0.0", "^1.1"])
      expect(await versions([{ name: "mixed", range }], open), range).toMatch(/held for review: .*shell:execute/);
    expect(await versions([{ name: "murky" }], open)).toMatch(/held for review/);
    expect(await versions([{ name: "mixed" }], { allow_held: true })).toEqual(["mixed 1.1.0"]);
    expect(await versions([{ name: "murky" }], { allow_held: true })).toEqual(["murky 1.0.0"]);
    // For another skill's sake nothing that is held comes in, whatever is allowed.
    expect(await versions([{ name: "needs-murky" }], open)).toMatch(/murky 1.0.0: it is held for review/);
    expect(await versions([{ name: "needs-murky" }], { allow_held: true })).toMatch(/murky 1.0.0: it is held for/);
    expect(await versions([{ name: "needs-murky" }, { name: "murky" }], { allow_held: true })).toEqual([
      "murky 1.0.0",
      "needs-murky 1.0.0",
    ]);
    // Who has it keeps it.
    expect(await versions([{ name: "murky" }], { ...open, locked: { murky: "1.0.0" } })).toEqual(["murky 1.0.0"]);
  });
});

test("S11 a clearance lists the skill, and makes the version its latest, in one transaction with itself", async () => {
  await publishHeld({ name: "doubted", description: "A lightship" });
  await publishGood({ name: "doubled", version: "1.0.0", description: "A lightship" });
  await publishHeld({ name: "doubled", version: "2.0.0", description: "A lightship" });
  await registry.settle();
  expect(await found("q=lightship")).toEqual(["doubled"]);
  for (const [name, version] of [
    ["doubted", "1.0.0"],
    ["doubled", "2.0.0"],
  ] as const) {
    expect(await clear(name, version)).toMatchObject({ status: 200, body: { held: false, cleared: true } });
    expect(await get(`/skills/${name}`)).toMatchObject({ version, held: false });
    expect(await listed()).toContain(name);
  }
  expect((await found("q=lightship")).sort()).toEqual(["doubled", "doubted"]);
  expect((await resolve([{ name: "doubled" }], { allow_experimental: true })).body.install[0].version).toBe("2.0.0");
  // The column follows, whoever writes what it follows from, and cannot be written otherwise.
  const rows = await rowsOf(
    registry,
    `SELECT held FROM versions JOIN skills ON skills.id = skill_id WHERE name IN ('doubted', 'doubled') AND version <> '1.0.0'`,
  );
  expect(rows).toEqual([{ held: false }]);
});

test("S11 after an upgrade the first sweep points skills at a version that is not held", async () => {
  const dataDir = await freshDataDir(await quickPlace());
  const before = await startTestRegistry({ withoutScanners: true, dataDir });
  const token = await account(before.url, before.adminToken, "bea");
  await publish(before.url, token, sampleZip({ name: "grown", version: "1.0.0" }));
  await inspected(before.url, "grown", "1.0.0", token);
  await publish(before.url, token, heldZip({ name: "grown", version: "1.1.0" }));
  await inspected(before.url, "grown", "1.1.0", token);
  // As a release before this one left it.
  await runSql(
    before,
    `UPDATE skills SET latest_version_id = (SELECT id FROM versions WHERE version = '1.1.0' AND skill_id = skills.id) WHERE name = 'grown'`,
  );
  const names = async (url: string) => named((await call(`${url}/api/v1/skills`)).body.items);
  expect(await names(before.url)).toEqual([]);
  await before.close();
  const after = await startTestRegistry({ withoutScanners: true, dataDir });
  await expect.poll(() => names(after.url)).toEqual(["grown"]);
  expect((await call(`${after.url}/api/v1/skills/grown`)).body.version).toBe("1.0.0");
  await after.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("Q4 what is held and not public is nobody else's to know, and held=true shows it to its own", async () => {
  await publishHeld({ name: "hush-held", description: "A private lighthouse" }, "?visibility=private");
  const own = async (query: string) => named((await get(`/skills?limit=100${query}`, ada)).items);
  expect(await own("&held=true")).toContain("hush-held");
  expect(await own("")).not.toContain("hush-held");
  expect(await listed("&held=true")).not.toContain("hush-held");
  expect(await found("q=hush-held&held=true")).toEqual([]);
  const hits = async (query: string) => named((await get(`/search?${query}`, ada)).hits);
  expect(await hits("q=hush-held")).toEqual(["hush-held"]);
  expect(await hits("q=private+lighthouse")).not.toContain("hush-held");
  expect(await hits("q=private+lighthouse&held=true")).toContain("hush-held");
  expect(await hits("q=&held=true")).toContain("hush-held");
  expect(await hits("q=")).not.toContain("hush-held");
});
