import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";
import { runHere } from "../../test/in-process.ts";

let fake: FakeRegistry;
let home: CliHome;
let offered: string[] = [];
const run = (args: string[]) => runHere(args, { HOME: home.dir, GAIA_HOME: home.dir, GAIA_REGISTRY: fake.url });
const notThere = ({ path }: { path: string }) =>
  problem(404, "not_found", `There is no skill ${path.split("/")[4]} here.`);

beforeAll(async () => {
  fake = await startFakeRegistry(notThere);
  home = await cliHome(fake.url);
  fake.on("GET", "/api/v1/search", () => ({
    body: {
      hits: offered.map((name) => ({
        name,
        display_name: name,
        description: "d",
        publisher: "ada",
        latest_version: "1.0.0",
        security_tier: "community",
        verdict: "ALLOW",
        format: "gaia",
        tags: [],
        permissions: [],
        permissions_declared: true,
        downloads: 1,
        rating: { average: null, count: 0 },
        updated_at: "2026-03-15T10:30:00.000Z",
        score: 1,
      })),
      total: offered.length,
      next_cursor: null,
      facets: { tier: {}, format: {}, tag: {}, permission: {} },
    },
  }));
});
afterAll(async () => {
  await fake?.close();
  await home?.remove();
});

test.each([
  ["web-serach", ["web-search", "web-scraper"], "did you mean web-search?"],
  ["websearch", ["web-search"], "did you mean web-search?"],
  ["web-searc", ["web-searches", "web-search", "web-seara"], "did you mean web-search or web-seara?"],
  ["notes-helper", ["note-helper", "notes-helpers", "notes-keeper", "nodes-helper", "notes-helpe"], null],
])("%s is no skill: the registry is named, and names of its that are near", async (typed, there, hint) => {
  offered = there;
  const { code, stderr } = await run(["install", typed]);
  expect([code, stderr]).toEqual([3, expect.stringContaining(`There is no skill ${typed} at ${fake.url}`)]);
  if (hint === null) expect(stderr.match(/did you mean (.*)\?/)?.[1]?.split(" or ")).toHaveLength(3);
  else expect(stderr).toContain(hint);
});

test.each([
  ["log", ["dog", "fog-of-war", "cat"]],
  ["pdf", ["paper-analysis", "web-search"]],
  ["calendar", ["weather", "color-palette"]],
  ["nothing", []],
])("for %s nothing absurd is suggested", async (typed, there) => {
  offered = there;
  const { code, stderr } = await run(["info", typed]);
  expect(code).toBe(3);
  expect(stderr).not.toContain("did you mean");
});
