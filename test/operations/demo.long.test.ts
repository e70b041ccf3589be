import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { FORMATS } from "@gaia/manifest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NODE } from "../bench/targets/start-quietly.ts";
import { fillMarketplace } from "../demo/fill-marketplace.ts";
import { SAMPLE_SKILLS } from "../demo/sample-skills.ts";
import { call } from "../harness/api.ts";
import { freePort } from "../harness/child-server.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { findSharedScanners } from "../harness/scanners.ts";

const { scanners, reason } = await findSharedScanners();
const because = reason ? ` [${reason}]` : "";

describe.skipIf(scanners === null)(`the marketplace of the demo${because}`, () => {
  let registry: TestRegistry;
  const told: string[] = [];
  const get = async (path: string, token?: string) =>
    (await call(`${registry.url}/api/v1/${path}`, token === undefined ? {} : { token })).body;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const say = (text: string) => told.push(text);
    const { url, adminToken: admin, running } = registry;
    const terminal = { line: say, status: () => undefined };
    await fillMarketplace({ url, admin, services: running.services }, { say, step: say, terminal });
  }, 400_000);
  afterAll(() => registry.close());

  test("lists every skill but the held and the withheld one, in all eight formats and three tiers", async () => {
    const { items } = await get("skills?limit=100");
    const names = items.map(({ name }: { name: string }) => name).toSorted();
    const expected = SAMPLE_SKILLS.map(({ name }) => name).filter(
      (name) => name !== "branch-tidy" && name !== "mailbox-sorter",
    );
    expect(SAMPLE_SKILLS).toHaveLength(30);
    expect(names).toEqual(expected.toSorted());
    const { facets } = await get("search?q=");
    expect(Object.keys(facets.format).toSorted()).toEqual([...FORMATS].toSorted());
    expect(Object.keys(facets.tier).toSorted()).toEqual(["community", "experimental", "verified"]);
  });

  test("holds one version, withholds one, and has every other state that a version is in", async () => {
    const { items } = await get("admin/held", registry.adminToken);
    const waiting = items.map(({ name, verdict }: { name: string; verdict: string }) => `${name} ${verdict}`);
    expect(waiting.toSorted()).toEqual(["branch-tidy REVIEW", "mailbox-sorter BLOCK"]);
    expect(await get("skills/sql-migration-review/1.0.1")).toMatchObject({ status: "yanked" });
    expect(await get("skills/changelog-writer")).toMatchObject({ deprecated: { replacement: "release-notes" } });
    expect(await get("skills/release-notes/1.1.0")).toMatchObject({ security_tier: "verified" });
    expect(await get("skills/release-notes/1.2.0")).toMatchObject({ security_tier: "experimental" });
    const newly = await get("skills/licence-check/2.0.0");
    expect(newly).toMatchObject({ verdict: "ALLOW", security_tier: "community" });
    expect(newly.permissions.declared).toContain("network:read:pypi.org");
    const asked = { json: { skills: [{ name: "incident-report", range: "*" }] } };
    const { install } = (await call(`${registry.url}/api/v1/resolve`, asked)).body;
    expect(install.map(({ name }: { name: string }) => name)).toContain("incident-timeline");
  });

  test("has reviews, an organisation, a collection, a queue, and five weeks of downloads", async () => {
    const { rating, items } = await get("skills/plain-english/reviews");
    expect(rating.count).toBe(3);
    expect(new Set(items.map(({ author }: { author: string }) => author)).size).toBe(3);
    expect(await get("publishers/harbour")).toMatchObject({ kind: "organisation" });
    expect((await get("collections/harbour/on-call")).skills).toHaveLength(4);
    expect((await get("admin/promotions?status=pending", registry.adminToken)).items).toHaveLength(1);
    expect((await get("skills/release-notes")).downloads).toBeGreaterThan(1_000);
    const rising = await get("skills?sort=rising&limit=5");
    expect(rising.items.map(({ name }: { name: string }) => name)).toContain("threat-model");
    expect((await call(`${registry.url}/auth/state`)).body).toMatchObject({ is_unclaimed: false });
    expect(told.join("\n")).toContain("written straight into the demo's own database");
  });
});

test.skipIf(scanners === null)(
  `npm run demo -- --once prints its address after the first skill, tells its story without log lines, and ends${because}`,
  async () => {
    const demo = spawn(process.execPath, [...NODE.slice(1), join("test/demo/main.ts"), "--once"], {
      env: { ...process.env, PORT: String(await freePort()), SCANNER_DIR: scanners?.binDir ?? "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let told = "";
    for (const stream of [demo.stdout, demo.stderr]) stream.on("data", (chunk) => (told += String(chunk)));
    expect(await once(demo, "exit"), told).toEqual([0, null]);
    const at = (text: string) => told.indexOf(text);
    expect(at("The marketplace is at http://")).toBeGreaterThan(at("publishes release-notes"));
    expect(at("The marketplace is at http://")).toBeLessThan(at("publishes sql-migration-review"));
    expect(told.match(/slowest: [a-z-]+, [\d.]+ s/g)).toHaveLength(
      SAMPLE_SKILLS.flatMap((each) => each.versions).length,
    );
    expect(told.split("\n").filter((line) => line.trimStart().startsWith("{"))).toEqual([]);
    const seconds = Number(/Complete, ([\d.]+) s after the scanners/.exec(told)?.[1]);
    expect(seconds).toBeLessThan(300);
    const dataDir = /data (\S+)/.exec(told)?.[1] ?? "";
    expect([dataDir === "", existsSync(dataDir)]).toEqual([false, false]);
  },
  600_000,
);
