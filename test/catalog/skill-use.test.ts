import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { versionRow } from "../harness/published.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
const api = (path: string) => `${registry.url}/api/v1${path}`;
const get = async (path: string, token?: string) => call(api(path), token === undefined ? {} : { token });
const published = async (options: Parameters<typeof sampleZip>[0], query = "") => {
  expect((await publish(registry.url, ada, sampleZip(options), query)).status).toBe(201);
  await inspected(registry.url, options.name, options.version ?? "1.0.0", ada);
};

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  ada = await account(registry.url, registry.adminToken, "ada");
  await published({ name: "page-reader" });
  await published({ name: "web-search", needs: { "page-reader": "^1.0.0" } });
  await published({ name: "secret-search", needs: { "page-reader": "*" } }, "?visibility=private");
  await published({ name: "moved-on", version: "1.0.0", needs: { "page-reader": "*" } });
  await published({ name: "moved-on", version: "1.1.0" });
});
afterAll(() => registry.close());

test("dependents are the skills whose latest version needs it, and none that the asker may not see", async () => {
  const { body } = await get("/skills/page-reader/dependents");
  expect(body).toMatchObject({
    items: [{ name: "web-search", publisher: "ada", version: "1.0.0", range: "^1.0.0", optional: false }],
    total: 1,
  });
  const own = (await get("/skills/page-reader/dependents", ada)).body.items.map(({ name }: { name: string }) => name);
  expect(own.toSorted()).toEqual(["secret-search", "web-search"]);
  expect((await get("/skills/secret-search/dependents")).status).toBe(404);
  const [plan] = await rowsOf<{ found: boolean }>(
    registry,
    "SELECT EXISTS (SELECT 1 FROM pg_indexes WHERE indexname = 'versions_needed_skills') AS found",
  );
  expect(plan?.found).toBe(true);
});

test("downloads are told by day for ninety days, a day without one as 0", async () => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const old = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  const row = versionRow("page-reader", "1.0.0");
  await runSql(
    registry,
    `INSERT INTO downloads_daily (version_id, day, count) VALUES (${row}, '${day}', 7), (${row}, '${old}', 9)`,
  );
  const { days } = (await get("/skills/page-reader/downloads")).body;
  expect(days).toHaveLength(90);
  expect(days.find((one: { day: string }) => one.day === day).count).toBe(7);
  expect(days.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(7);
  expect((await get("/skills/secret-search/downloads")).status).toBe(404);
});

test("the history says what happened to each version, newest first, by role and never by name", async () => {
  await call(api("/skills/moved-on/1.0.0/yank"), { token: ada, json: { reason: "it lost data" } });
  await call(api("/admin/skills/moved-on/1.1.0/quarantine"), {
    token: registry.adminToken,
    json: { reason: "it phones home" },
  });
  const { body } = await get("/skills/moved-on/history");
  expect(body.items).toMatchObject([
    { event: "quarantine", version: "1.1.0", by: "admin", reason: "it phones home" },
    { event: "yank", version: "1.0.0", by: "publisher", reason: "it lost data" },
    { event: "publish", version: "1.1.0" },
    { event: "publish", version: "1.0.0" },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/"ada"|"admin@|requestId/);
  expect((await get("/skills/secret-search/history")).status).toBe(404);
});
