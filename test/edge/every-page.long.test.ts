import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { everyPage, pathIn, statusOf, type Viewer } from "../harness/every-page.ts";
import { overflowPixels } from "../harness/in-page.ts";
import {
  EVERYTHING_ENVIRONMENT,
  type Everything,
  fillWithEverything,
  type Words,
} from "../harness/one-of-everything.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

/** How a page is looked at. `narrower`: what is that narrow still shows all of it (WCAG 2.2, 1.4.10). */
const LOOKS = [
  { width: 1440, colorScheme: "light", narrower: null },
  { width: 360, colorScheme: "dark", narrower: 320 },
] as const;

/** Words of a length that people write, with one that no line can break at a space. */
const words: Words = (field, most) =>
  `The ${field} that people write: see src/tides/harbour_tables/high_and_low_water_of_the_next_14_days.json first.`
    .slice(0, most)
    .trim();

/** As high as the line of code beside it (WCAG 2.2, 2.5.8, "Inline"); axe sees that of lines that have words alone. */
const isLineNumber = (html: string): boolean => html.startsWith('<a class="line-number"');

await describeWith("chromium", "every page in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;
  let everything: Everything;
  const pages = {} as Record<Viewer, Page[]>;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: EVERYTHING_ENVIRONMENT });
    everything = await fillWithEverything(registry, words);
    chromium = await startChromium(executablePath, registry.url);
    const { ada, boss } = everything;
    for (const [viewer, as] of [["anyone"], ["ada", ada], ["boss", boss]] as const) {
      const opened = LOOKS.map(async ({ width, colorScheme }) => {
        const context = await chromium.context({ colorScheme, viewport: { width, height: 800 }, ...(as && { as }) });
        return context.newPage();
      });
      pages[viewer] = await Promise.all(opened);
    }
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  /** What is wrong with a page as it is looked at; nothing, in words that say where. */
  async function faultsOf(page: Page, { width, narrower }: (typeof LOOKS)[number]): Promise<string[]> {
    // Of WCAG 2.2 axe leaves this rule out unless it is asked for.
    const axe = new AxeBuilder({ page }).options({ rules: { "target-size": { enabled: true } } });
    const { violations } = await axe.analyze();
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ html }) => !(id === "target-size" && isLineNumber(html)))
        .slice(0, 3)
        .map(({ html }) => `${width}: ${id} ${html}`),
    );
    const headings = await page.locator("h1").count();
    if (headings !== 1) faults.push(`${width}: ${headings} headings of the first level`);
    for (const narrow of [width, narrower]) {
      if (narrow === null) continue;
      await page.setViewportSize({ width: narrow, height: 800 });
      const overflow = await page.evaluate<number>(overflowPixels);
      if (overflow > 0) faults.push(`${narrow}: ${overflow} px stick out`);
    }
    return faults;
  }

  test.each(everyPage())(
    "$path as $as: axe finds nothing, nothing sticks out, the console is silent",
    async (address) => {
      const at = `${registry.url}${pathIn(everything, address)}`;
      const faults: string[] = [];
      for (const [index, look] of LOOKS.entries()) {
        const page = pages[address.as][index];
        if (page === undefined) throw new Error("a page for each look");
        const answer = await page.request.get(at, { maxRedirects: 0 });
        expect(answer.status()).toBe(statusOf(address));
        if (!answer.headers()["content-type"]?.startsWith("text/html")) break;
        await page.setViewportSize({ width: look.width, height: 800 });
        await page.goto(at);
        faults.push(...(await faultsOf(page, look)));
      }
      expect([...faults, ...chromium.complaints.splice(0)]).toEqual([]);
      expect(chromium.foreign.splice(0)).toEqual([]);
    },
  );
});
