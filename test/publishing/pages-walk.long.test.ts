import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { overflowPixels } from "../harness/in-page.ts";
import { newMail, PASSWORD } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

await describeWith("chromium", "publishing on pages, in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let profile: string;
  const complaints: string[] = [];

  const browse = async (name: string, javaScriptEnabled: boolean): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(join(profile, name), {
      executablePath,
      headless: true,
      javaScriptEnabled,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"],
    });
    context.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${message.text()} at ${message.location().url}`);
    });
    return context;
  };

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "browser-"));
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
  });
  afterAll(async () => {
    await registry?.close();
    await rm(profile, { recursive: true, force: true });
  });

  describe.each([
    { who: "ada", width: 1440, script: true },
    { who: "bob", width: 360, script: false },
  ])("$who at $width px, with scripts: $script", ({ who, width, script }) => {
    let context: BrowserContext;
    let page: Page;

    /** Nothing sticks out; where scripts run, axe finds nothing in either theme. */
    const ensureGood = async (): Promise<void> => {
      if (!script) return;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
      }
      expect(await page.evaluate<number>(overflowPixels)).toBeLessThanOrEqual(0);
    };

    beforeAll(async () => {
      context = await browse(who, script);
      page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
    });
    afterAll(() => context?.close());

    test("signs up, and is led from the account to a token", async () => {
      await page.goto(`${registry.url}/`);
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByRole("link", { name: "Create account" }).click();
      await page.getByLabel("Handle").fill(who);
      await page.getByLabel("Mail address").fill(`${who}@example.org`);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { name: "Look into your mail" }).waitFor();
      const token = await newMail(registry, `${who}@example.org`, "/verify");
      await page.goto(`${registry.url}/verify?token=${token}`);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Confirm and sign in" }).click();
      await page.waitForURL(`${registry.url}/account`);
      await page.getByRole("heading", { name: "What to do next" }).waitFor();
      await ensureGood();

      await page.getByRole("link", { name: "make a token" }).click();
      await page.getByLabel("Name").fill("my laptop");
      await ensureGood();
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByText(/^gsk_/).waitFor();
      await page.getByRole("link", { name: "I have copied it" }).click();
      expect(await page.getByText("my laptop").isVisible()).toBe(true);
      expect(await page.getByText(/gsk_/).count()).toBe(0);
    });

    test("publishes by upload: a dry run first, then the scan as it goes", async () => {
      const name = `walk-of-${who}`;
      await page.locator(".person-menu summary").click();
      await page.getByRole("link", { name: "Publish a skill" }).click();
      const buffer = Buffer.from(sampleZip({ name }));
      await page.getByLabel("Package").setInputFiles({ name: "skill.zip", mimeType: "application/zip", buffer });
      await ensureGood();
      await page.getByRole("button", { name: "Check it" }).click();
      await page.getByText("It can be published.").waitFor();
      await ensureGood();
      const release = registry.holdInspection(name);
      await page.getByRole("button", { name: "Publish it" }).click();
      await page.waitForURL(`${registry.url}/skills/${name}/1.0.0`);
      await page.getByRole("heading", { name: "The scan" }).waitFor();
      await ensureGood();
      release();
      // By itself: the script asks, and without one the page loads itself anew.
      await page
        .getByRole("heading", { name: "The scan", exact: true })
        .waitFor({ state: "detached", timeout: 30_000 });
      await registry.settle();
    });

    test("sees on the dashboard what is next, and yanks on the settings in two steps", async () => {
      const name = `walk-of-${who}`;
      await page.goto(`${registry.url}/publishers/${who}/dashboard`);
      await page.getByRole("link", { name: "Sign it" }).waitFor();
      await ensureGood();
      for (const path of [
        `/publishers/${who}/keys`,
        "/account/organisations",
        "/account/notices",
        `/skills/${name}/1.0.0/sign`,
      ]) {
        await page.goto(`${registry.url}${path}`);
        await ensureGood();
      }
      await page.goto(`${registry.url}/skills/${name}/settings`);
      await page.getByText("Change 1.0.0").click();
      await ensureGood();
      await page.getByLabel("Why it is yanked").fill("It leaks memory");
      await page.getByRole("button", { name: "Yank", exact: true }).click();
      await page.getByRole("heading", { name: "Yank 1.0.0?" }).waitFor();
      await ensureGood();
      await page.getByRole("button", { name: "Yank it" }).click();
      await page.getByText("It is yanked").waitFor();
    });

    test("Q4 after signing out the back button shows nothing of them", async () => {
      await page.goto(`${registry.url}/account`);
      await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${registry.url}/`);
      await page.goBack();
      await page.waitForLoadState();
      expect(await page.getByText(`${who}@example.org`).count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  });
});
