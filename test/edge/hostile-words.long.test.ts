import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { everyPage, pathIn, statusOf, type Viewer } from "../harness/every-page.ts";
import { hostileWords } from "../harness/hostile/hostile-words.ts";
import { acting, elementsOf, parsedTwice } from "../harness/in-page.ts";
import { EVERYTHING_ENVIRONMENT, type Everything, fillWithEverything } from "../harness/one-of-everything.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

await describeWith("chromium", "hostile words in every field, in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;
  let everything: Everything;
  let blank: Page;
  const fields = new Set<string>();
  const contexts = {} as Record<Viewer, BrowserContext>;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: EVERYTHING_ENVIRONMENT });
    everything = await fillWithEverything(registry, hostileWords(fields));
    chromium = await startChromium(executablePath, registry.url);
    contexts.anyone = await chromium.context();
    contexts.ada = await chromium.context({ as: everything.ada });
    contexts.boss = await chromium.context({ as: everything.boss });
    blank = await contexts.anyone.newPage();
    // A careless page of ours: it has no policy.
    await blank.route("**/careless", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><p>" }),
    );
    await blank.goto(`${registry.url}/careless`);
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  /** Nothing of the page acts, nor once more where its HTML is parsed elsewhere. */
  async function ensureInert(page: Page): Promise<void> {
    expect(await page.evaluate<string[]>(acting)).toEqual([]);
    const html = await page.evaluate<string>("document.body.innerHTML");
    const [once, twice] = await blank.evaluate<[string, string]>(
      parsedTwice(html.replaceAll(/<script[^>]*><\/script>/g, "")),
    );
    expect(twice).toBe(once);
    expect(await blank.evaluate<string[]>(acting)).toEqual([]);
    expect(chromium.complaints.splice(0)).toEqual([]);
    expect(chromium.foreign.splice(0)).toEqual([]);
  }

  test.each(everyPage())("X1 X2 X11 $path as $as: nothing acts, nothing is asked of another host", async (address) => {
    const page = await contexts[address.as].newPage();
    const at = `${registry.url}${pathIn(everything, address)}`;
    const answer = await page.request.get(at, { maxRedirects: 0 });
    expect(answer.status()).toBe(statusOf(address));
    const type = answer.headers()["content-type"] ?? "";
    if (type.startsWith("text/html")) {
      await page.goto(at);
      await ensureInert(page);
    }
    if (/\bxml\b/.test(type)) expect(await blank.evaluate(elementsOf(await answer.text()))).toEqual([]);
    await page.close();
  });

  test("X1 each file of a package is text on its page, whatever it is called and holds", async () => {
    const page = await contexts.anyone.newPage();
    await page.goto(`${registry.url}/skills/subject?tab=files`);
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll("a[href*='/1.1.0/files/']")].map((one) => one.href)`,
    );
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const link of links) {
      await page.goto(link);
      await ensureInert(page);
    }
    await page.close();
  });
});
