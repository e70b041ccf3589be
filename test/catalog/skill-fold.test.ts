import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { overflowPixels } from "../harness/in-page.ts";
import { versionRow } from "../harness/published.ts";
import { raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleFiles, sampleZip } from "../harness/samples.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
];
const PERMISSIONS = ["network:read", "network:write", "filesystem:read", "filesystem:write", "env:read", "mcp:connect"];
const DESCRIPTION =
  "Searches the web and gives back titles, addresses and short extracts, with the sources named in full";

await describeWith("chromium", "the first screen of a skill's page", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let profile: string;
  let browser: BrowserContext;

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "fold-"));
    registry = await startTestRegistry({ withoutScanners: true });
    const ada = await account(registry.url, registry.adminToken, "ada");
    const raiser = await raiserOf(registry, "ada", ada);
    const about = { name: "web-search", description: DESCRIPTION, permissions: PERMISSIONS };
    await raiser.community("web-search", sampleFiles({ ...about, version: "0.1.0" }), "0.1.0");
    await raiser.community("web-search", sampleFiles({ ...about, version: "0.2.0" }), "0.2.0");
    await raiser.demoted("web-search", "experimental", "0.2.0");
    const untried = sampleZip({ ...about, name: "untried-search", version: "0.1.0" });
    expect((await publish(registry.url, ada, untried)).status).toBe(201);
    await inspected(registry.url, "untried-search", "0.1.0", ada);
    const held = sampleFiles({ ...about, name: "held-search" });
    await heldAtOnce(registry, { token: ada, name: "held-search", files: held });
    // As long as a scan's reason gets.
    await runSql(
      registry,
      `UPDATE inspections SET reason = repeat('tools.py, line 12, starts git, which is not declared; ', 10)
         WHERE version_id = ${versionRow("held-search", "1.0.0")}`,
    );
    raiser.close();
    browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await registry?.close();
    await rm(profile, { recursive: true, force: true });
  });

  test.each(SIZES)("tier, verdict and install command stand above the fold at $width x $height", async (size) => {
    const page = await browser.newPage();
    await page.setViewportSize(size);
    for (const path of [
      "/skills/web-search",
      "/skills/web-search/0.2.0",
      "/skills/untried-search",
      "/skills/held-search",
    ]) {
      await page.goto(`${registry.url}${path}`);
      for (const part of ["#tier-sentence", "#verdict-sentence", ".band-install pre >> nth=0"]) {
        const box = await page.locator(part).boundingBox();
        expect(box, `${path} ${part}`).not.toBeNull();
        expect((box?.y ?? 0) + (box?.height ?? 0), `${path} ${part}`).toBeLessThanOrEqual(size.height);
      }
      expect(await page.evaluate(overflowPixels), path).toBeLessThanOrEqual(0);
      expect((await new AxeBuilder({ page }).analyze()).violations, path).toEqual([]);
    }
    await page.close();
  });

  test("five permissions stand across the full width, the rest one press away", async () => {
    const page = await browser.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${registry.url}/skills/web-search`);
    const lines = page.locator(".abilities > li");
    expect(await lines.count()).toBeGreaterThan(5);
    expect(await page.locator(".abilities > li:visible").count()).toBe(5);
    const [line, main] = [await lines.first().boundingBox(), await page.locator(".band").boundingBox()];
    expect(line?.width).toBe(main?.width);
    await page.locator(".may-do summary").click();
    expect(await page.locator(".abilities > li:visible").count()).toBe(await lines.count());
    await page.close();
  });

  test("the page opens at what an install takes, and names the newer version with its option", async () => {
    const page = await browser.newPage();
    await page.goto(`${registry.url}/skills/web-search`);
    expect(await page.locator("h1").innerText()).toContain("0.1.0");
    expect(await page.locator(".heading-note").innerText()).toContain("0.2.0 is newer, and needs --allow-experimental");
    expect(await page.locator(".band-install pre").first().innerText()).toContain("install web-search@0.1.0");
    await page.goto(`${registry.url}/skills/web-search?tab=versions`);
    expect(await page.locator("tr", { hasText: "plain install" }).innerText()).toContain("0.1.0");
    await page.close();
  });
});
