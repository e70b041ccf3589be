import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { overflowPixels } from "../harness/in-page.ts";

await describeWith("chromium", "the pages of reports in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let profile: string;
  let context: BrowserContext;
  const complaints: string[] = [];

  const beSignedInAs = async ({ cookies }: Browser) => {
    await context.clearCookies();
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: registry.url })));
  };

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "browser-"));
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", SWEEP_SECONDS: "600" },
    });
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      javaScriptEnabled: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
    context.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
  });
  afterAll(async () => {
    await context?.close();
    await registry?.close();
    await rm(profile, { recursive: true, force: true });
  });

  test(
    "a report goes from the skill's page to the admin's decision; axe finds nothing, nothing overflows, in both themes and two widths",
    { timeout: 240_000 },
    async () => {
      const ada = (await signedUp(registry, "ada")).first;
      const bob = (await signedUp(registry, "bob")).first;
      const boss = (await signedUp(registry, "boss")).first;
      const role = { method: "PUT", token: registry.adminToken, json: { role: "admin" } };
      await call(`${registry.url}/api/v1/admin/accounts/boss/role`, role);
      const { token } = (await ada.post("/api/v1/tokens", { name: "publish", scopes: ["*"] })).body;
      await publishedAtOnce(registry, { token, name: "accused", version: "1.0.0" });
      const page = await context.newPage();
      const look = async (name: string) => {
        for (const colorScheme of ["light", "dark"] as const) {
          for (const width of [360, 1280]) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 800 });
            const where = `${name} ${colorScheme} ${width}`;
            expect(await page.evaluate<number>(overflowPixels), where).toBeLessThanOrEqual(0);
            const { violations } = await new AxeBuilder({ page }).analyze();
            expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([]);
          }
        }
        await shot(name);
      };
      const shot = async (name: string) => {
        const dir = process.env["SHOTS"];
        if (dir) await page.screenshot({ path: join(dir, `${name}.png`), fullPage: true });
      };

      await beSignedInAs(bob);
      await page.goto(`${registry.url}/skills/accused`);
      await page.getByRole("link", { name: "Report this version" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/skills/accused/1.0.0/report");
      await look("form");
      await page.getByLabel("What is wrong").selectOption("malware");
      await page.getByLabel("Version", { exact: true }).fill("9.9.9");
      await page
        .getByLabel("What you saw")
        .fill("In tools.py, line 3:\nit sends what is in ~/.ssh to a host of its own.");
      await page.getByRole("button", { name: "Report it" }).click();
      await expect.poll(() => page.getByLabel("Version", { exact: true }).getAttribute("aria-invalid")).toBe("true");
      expect(await page.getByLabel("What you saw").inputValue()).toMatch(/^In tools\.py, line 3:\nit sends/);
      await look("refused");
      await page.getByLabel("Version", { exact: true }).fill("1.0.0");
      await page.getByRole("button", { name: "Report it" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/reports");
      expect(await page.getByText("Your case is").isVisible()).toBe(true);
      await look("reported");

      await beSignedInAs(boss);
      await page.goto(`${registry.url}/admin/reports`);
      await page.getByText("Uphold", { exact: true }).first().click();
      await page.getByLabel("What follows").selectOption("quarantine");
      await page.getByLabel("Reason").first().fill("It does what the report says.");
      await look("open-cases");
      await page.getByRole("button", { name: "Uphold" }).click();
      await expect.poll(() => page.getByText("the people concerned were notified").count()).toBe(1);
      await look("decided");

      await beSignedInAs(ada);
      await page.goto(`${registry.url}/reports`);
      await page.getByText("Appeal", { exact: true }).first().click();
      await look("appeal");
      expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
    },
  );
});
