import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type Focused, focused } from "../harness/in-page.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

/** More stops than any page here has. */
const MOST_STOPS = 120;

await describeWith("chromium", "the marketplace by keyboard alone", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    const token = await account(registry.url, registry.adminToken, "ada");
    for (const [name, tag] of [
      ["tide-tables", "calm"],
      ["tide-clock", "sea"],
    ] as const) {
      const files = sampleFiles({ name, tags: [tag], description: `What the ${name.replace("-", " ")} say` });
      await publishedAtOnce(registry, { token, name, version: "1.0.0", files });
    }
    await registry.settle();
    chromium = await startChromium(executablePath, registry.url);
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  /** Goes on by Tab until `done`, or around the page once; each stop is in sight, outlined, and covered by nothing. */
  async function tab(page: Page, done: (stop: Focused) => boolean): Promise<Focused[]> {
    const stops: Focused[] = [];
    while (stops.length < MOST_STOPS) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate<Focused | null>(focused);
      if (stop === null) return stops;
      expect(stop, page.url()).toMatchObject({ inSight: true, uncovered: true });
      expect(stop.outline, `${page.url()} ${stop.what}`).toBeGreaterThanOrEqual(2);
      stops.push(stop);
      if (done(stop)) return stops;
    }
    throw new Error(`${page.url()}: no end after ${MOST_STOPS} stops`);
  }
  const tabTo = async (page: Page, what: string | RegExp) => {
    const fits = (stop: Focused) => (typeof what === "string" ? stop.what === what : what.test(stop.what));
    const stops = await tab(page, fits);
    expect(stops.at(-1)?.what).toMatch(what);
  };

  test.each([
    { script: true, width: 1440 },
    { script: false, width: 360 },
  ])("search, a filter, a skill, its command; scripts: $script, $width px", async ({ script, width }) => {
    const context = await chromium.context({ javaScriptEnabled: script, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(registry.url);
    await page.keyboard.press("Tab");
    expect((await page.evaluate<Focused>(focused)).what).toMatch(/^A Skip|^A To the/i);
    await tabTo(page, "INPUT q");
    await page.keyboard.type("tide");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=tide/);
    if (!script) {
      await tabTo(page, /^SUMMARY .*Filter/);
      await page.keyboard.press("Enter");
    }
    await tabTo(page, "INPUT tag");
    await page.keyboard.press("Space");
    if (!script) {
      await tabTo(page, /^BUTTON .*Apply/);
      await page.keyboard.press("Enter");
    }
    await page.waitForURL(/tag=/);
    await page.waitForLoadState();
    await tabTo(page, /^A tide-(tables|clock)$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/skills\/tide-/);
    await tabTo(page, script ? /^BUTTON Copy/ : /^SUMMARY or with/);
    expect(await page.locator(".band-install pre").first().isVisible()).toBe(true);
    await context.close();
  });

  test("each stop of each kind of page is in sight and outlined, around once", async () => {
    const context = await chromium.context({ viewport: { width: 360, height: 800 }, colorScheme: "dark" });
    const page = await context.newPage();
    const tabs = ["tools", "versions", "files", "scan", "trust", "reviews", "history"];
    const paths = ["/publishers/ada", "/login", "/cli", ...tabs.map((one) => `/skills/tide-clock?tab=${one}`)];
    for (const path of paths) {
      await page.goto(`${registry.url}${path}`);
      expect((await tab(page, () => false)).length, path).toBeGreaterThan(5);
    }
    await context.close();
    expect(chromium.complaints).toEqual([]);
  });
});
