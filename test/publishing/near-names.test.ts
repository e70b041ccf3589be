import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
let eve: string;
const first = (token: string, name: string) => publish(registry.url, token, sampleZip({ name }));

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  [ada, eve] = [
    await account(registry.url, registry.adminToken, "ada"),
    await account(registry.url, registry.adminToken, "eve"),
  ];
  for (const name of ["weather-report", "tide-tables"])
    await publishedAtOnce(registry, { token: ada, name, version: "1.0.0" });
  await runSql(registry, "UPDATE skills SET downloads = 5000 WHERE name = 'weather-report'");
});
afterAll(() => registry.close());

test("GE2 a name that reads like another publisher's is refused, with the reason, whether many install that or not", async () => {
  for (const name of ["weatherreport", "weather-rep0rt", "tide-tab1es", "tidetables"]) {
    const refused = await first(eve, name);
    expect([name, refused.status, refused.body.code]).toEqual([name, 409, "name_confusable"]);
    expect(refused.body.detail).toMatch(/reads like (weather-report|tide-tables) of ada/);
    expect((await call(`${registry.url}/api/v1/skills/${name}`, { token: eve })).status).toBe(404);
  }
});

test("GE2 a slip or a lure is refused beside a name that many install, and taken beside one that nobody does", async () => {
  for (const name of ["waether-report", "weather-reports", "weather-repor", "official-weather-report"]) {
    expect([name, (await first(eve, name)).body.code]).toEqual([name, "name_confusable"]);
  }
  expect((await first(eve, "tide-table")).status).toBe(201);
});

test("GE2 one's own names may be close to each other, and an admin may take one to give it away", async () => {
  expect((await first(ada, "weather-reports")).status).toBe(201);
  expect((await first(registry.adminToken, "official-weather-report")).status).toBe(201);
});
