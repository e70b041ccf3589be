import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { overflowPixels } from "../harness/in-page.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleFiles } from "../harness/samples.ts";

await describeWith("chromium", "the search page in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let empty: TestRegistry;
  let profile: string;
  let context: BrowserContext;
  const complaints: string[] = [];

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "browser-"));
    registry = await startTestRegistry({ withoutScanners: true });
    empty = await startTestRegistry({ withoutScanners: true });
    const token = await account(registry.url, registry.adminToken, "ada");
    for (const [name, tags] of [
      ["tide-tables", ["sea", "calm"]],
      ["tide-clock", ["sea"]],
      ["harbour-map", ["sea"]],
      ["garden-diary", ["land"]],
    ] as const) {
      const files = sampleFiles({ name, tags: [...tags], description: `What ${name.replace("-", " ")} tell` });
      await publishedAtOnce(registry, { token, name, version: "1.0.0", files });
    }
    await registry.settle();
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
    context.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await context?.close();
    await registry?.close();
    await empty?.close();
    await rm(profile, { recursive: true, force: true });
  });

  const open = async (path: string, width = 1280): Promise<Page> => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${registry.url}${path}`);
    return page;
  };
  const names = (page: Page) => page.locator(".results .row h3 a").allTextContents();
  const focused = (page: Page) =>
    page.evaluate<string>("document.activeElement.name || document.activeElement.textContent");

  test("results come as one types, without a load: list, count, title and address; the field keeps its focus", async () => {
    const page = await open("/search");
    let loads = 0;
    page.on("load", () => (loads += 1));
    await expect.poll(() => names(page)).toHaveLength(4);
    expect(await page.getByRole("button", { name: "Apply filters" }).isVisible()).toBe(false);
    await page.keyboard.press("/");
    await page.keyboard.type("tide");
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(["tide-clock", "tide-tables"]);
    expect(await page.getByRole("status").textContent()).toBe("2 for “tide”");
    expect(new URL(page.url()).search).toBe("?q=tide");
    expect(await page.title()).toContain("“tide”");
    expect(await focused(page)).toBe("q");
    await page.getByRole("checkbox", { name: "calm" }).check();
    await expect.poll(() => names(page)).toEqual(["tide-tables"]);
    expect(new URL(page.url()).search).toBe("?q=tide&tag=calm");
    expect(await page.getByRole("checkbox", { name: "calm" }).isChecked()).toBe(true);
    expect(await focused(page)).toBe("tag");
    await page.getByRole("link", { name: /Remove the filter.*calm/ }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=tide");
    expect(await names(page)).toHaveLength(2);
    expect(loads).toBe(1);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(["tide-tables"]);
    await page.close();
  });

  test("the last query wins, whatever the order of the answers; an answer that fails is a page", async () => {
    const page = await open("/search");
    await page.route("**/search?q=tide", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue().catch(() => undefined);
    });
    const field = page.getByRole("searchbox");
    await field.fill("tide");
    await page.waitForRequest("**/search?q=tide");
    await field.fill("garden");
    await expect.poll(() => names(page)).toEqual(["garden-diary"]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await names(page)).toEqual(["garden-diary"]);
    expect(new URL(page.url()).search).toBe("?q=garden");
    await page.route("**/search?q=harbour", (route, request) =>
      request.isNavigationRequest() ? route.continue() : route.abort(),
    );
    await field.fill("harbour");
    await page.waitForURL("**/search?q=harbour");
    expect(await names(page)).toEqual(["harbour-map"]);
    complaints.splice(0);
    await page.close();
  });

  test("arrows go along the results, Escape back, Enter opens", async () => {
    const page = await open("/search?q=tide");
    const [first = "", second = ""] = await names(page);
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(first);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(second);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(second);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("q");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    expect(await focused(page)).toBe("q");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/skills/${first}`);
    await page.close();
  });

  test("nothing found: which filter to drop, and the near name; an empty registry says how to publish the first", async () => {
    const page = await open("/search?q=tide&tag=land");
    await page.getByText("Nothing matches with these filters").waitFor();
    await page.getByRole("link", { name: "2 skills" }).click();
    await expect.poll(() => names(page)).toHaveLength(2);
    await page.goto(`${registry.url}/search?q=gardn-diry-xyz`);
    expect(await page.locator(".results").textContent()).toContain("garden-diary");
    for (const path of ["/", "/search", "/search?q=anything&tag=x"]) {
      await page.goto(`${empty.url}${path}`);
      const text = (await page.locator("main").textContent()) ?? "";
      expect(text).toContain("Nothing has been published here yet");
      expect(text).toContain("publish my-skill");
      expect(text).not.toContain("Nothing matches");
    }
    await page.close();
  });

  test.each([360, 1440])(
    "axe finds nothing on home and search at %i px, in light and dark, and nothing sticks out",
    async (width) => {
      const page = await open("/", width);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const at of [registry.url, empty.url]) {
          for (const path of ["/", "/search", "/search?q=tide&tag=sea&sort=name", "/search?q=tide&tag=land"]) {
            await page.goto(`${at}${path}`);
            await page.locator("details").evaluateAll("(all) => { for (const one of all) one.open = true; }");
            const { violations } = await new AxeBuilder({ page }).analyze();
            expect([path, colorScheme, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([
              path,
              colorScheme,
              [],
            ]);
            expect(await page.evaluate<number>(overflowPixels), path).toBeLessThanOrEqual(0);
          }
        }
      }
      await page.close();
      expect(complaints).toEqual([]);
    },
  );
});
