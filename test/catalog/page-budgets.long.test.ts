import { readFile } from "node:fs/promises";
import { get } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleFiles } from "../harness/samples.ts";

/** As a browser takes them: packed. In bytes, of all of a kind that the page asks for. */
const BUDGETS = { document: 20_000, stylesheet: 15_000, script: 8_000, font: 23_000 };
/** A phone on a slow network: 1.6 Mb/s, 150 ms, a quarter of this machine's CPU. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_RATE = 4;
const LCP_AIM_MS = 1_200;
/** Loose: with ten processes on two cores a page took 4.4 s that else takes one. It finds a page that hangs; the figure is printed. */
const LCP_BOUND_MS = 8 * LCP_AIM_MS;

const SKILLS = 30;
const PAGES = {
  home: "/",
  search: "/search",
  "a search with words": "/search?q=harbour&tag=sea",
  "a skill": "/skills/harbour-7",
};

/** A read-me of prose, lists and code, as long as many have one: a document of ours. */
const README = await readFile(new URL("../../docs/trusted-publishing.md", import.meta.url), "utf8");

await describeWith("chromium", "what a page weighs", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    const token = await account(registry.url, registry.adminToken, "ada");
    for (let at = 0; at < SKILLS; at += 1) {
      const name = `harbour-${at}`;
      const files = sampleFiles({
        name,
        tags: ["sea", `part-${at % 12}`, "tables"],
        description:
          `What the harbour ${at} tells of its tides, its depth and its wind, hour by hour, ` +
          "for ships that want to enter it at night",
        permissions: ["filesystem:read:./tables", "network:read:tides.example.org", "network:read:wind.example.org"],
        body: README,
      });
      await publishedAtOnce(registry, { token, name, version: "1.0.0", files });
    }
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'registry');
       UPDATE versions SET tier = CASE WHEN id % 3 = 0 THEN 'verified' ELSE 'community' END; COMMIT;`,
    );
    expect(await rowsOf(registry, "SELECT count(*)::int AS listed FROM listings")).toEqual([{ listed: SKILLS }]);
    chromium = await startChromium(executablePath, registry.url);
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  /** How many bytes of a body cross the network. */
  const packedBytes = (url: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get(url, { headers: { "accept-encoding": "gzip, br", accept: "*/*" } }, (answer) => {
        let bytes = 0;
        answer.on("data", (part: Buffer) => (bytes += part.byteLength));
        answer.on("end", () => resolve(bytes));
        answer.on("error", reject);
      }).on("error", reject);
    });

  const throttle = async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  };

  /** One cold load on a slow phone: what was asked for, when the largest part was seen, and how much moved. */
  const loaded = async (path: string) => {
    // A new context has nothing kept.
    const context = await chromium.context({ viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    const asked: { kind: string; url: string }[] = [];
    page.on("request", (request) => asked.push({ kind: request.resourceType(), url: request.url() }));
    await throttle(page);
    await page.addInitScript(`
      globalThis.seen = { lcp: 0, shift: 0 };
      new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.lcp = one.startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.shift += one.value; })
        .observe({ type: "layout-shift", buffered: true });`);
    await page.goto(`${registry.url}${path}`, { waitUntil: "load" });
    // No event says that no larger part will come: what comes within a second and a half counts.
    await page.evaluate("new Promise((done) => setTimeout(done, 1500))");
    const seen = await page.evaluate<{ lcp: number; shift: number }>("globalThis.seen");
    await context.close();
    return { asked, ...seen };
  };

  test.each(Object.entries(PAGES))("%s is within its bytes, moves nothing, and is seen soon", async (name, path) => {
    const loads = [await loaded(path), await loaded(path), await loaded(path)];
    const asked = loads[0]?.asked ?? [];
    const bytes: Record<string, number> = { document: 0, stylesheet: 0, script: 0, font: 0 };
    for (const { kind, url } of asked) if (kind in bytes) bytes[kind] = (bytes[kind] ?? 0) + (await packedBytes(url));
    // The least of three: what else the machine does makes one later, never sooner.
    const lcp = Math.round(Math.min(...loads.map((one) => one.lcp)));
    console.log(`${name}: ${JSON.stringify({ ...bytes, lcp, aim: LCP_AIM_MS })}`);
    expect(bytes["document"]).toBeGreaterThan(1_000);
    expect(bytes["stylesheet"]).toBeGreaterThan(1_000);
    expect(bytes["script"]).toBeGreaterThan(1_000);
    for (const [kind, most] of Object.entries(BUDGETS)) expect(bytes[kind], kind).toBeLessThanOrEqual(most);
    expect(loads.map(({ shift }) => shift)).toEqual([0, 0, 0]);
    expect(lcp).toBeGreaterThan(0);
    expect(lcp, `the aim is ${LCP_AIM_MS} ms`).toBeLessThanOrEqual(LCP_BOUND_MS);
    expect(asked.filter(({ url }) => !url.startsWith(registry.url))).toEqual([]);
  });
});
