import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { cookiesOf } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { type HookReceiver, hookReceiver } from "../harness/hook-receiver.ts";
import { overflowPixels } from "../harness/in-page.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

await describeWith("chromium", "the pages of webhooks in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let receiver: HookReceiver;
  let ada: Browser;
  let boss: Browser;
  let profile: string;
  let context: BrowserContext;
  const complaints: string[] = [];

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "browser-"));
    receiver = await hookReceiver();
    const environment = { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000", WEBHOOK_HOSTS: receiver.url };
    registry = await startTestRegistry({ withoutScanners: true, environment });
    ada = (await signedUp(registry, "ada")).first;
    boss = (await adminInPerson(registry, "boss")).first;
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
    context.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
  });
  beforeEach(() => receiver.answer((response) => response.writeHead(204).end()));
  afterAll(async () => {
    await context.close();
    await registry.close();
    await receiver.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** A page that somebody is signed in to, at this address. */
  const opened = async (who: Browser, path: string): Promise<Page> => {
    await context.clearCookies();
    await context.addCookies(cookiesOf(who, registry.url));
    const page = await context.newPage();
    await page.goto(`${registry.url}${path}`);
    return page;
  };
  /** axe finds nothing and nothing sticks out, wide and light, narrow and dark. With SHOTS both themes and widths are kept there. */
  const look = async (page: Page, name: string) => {
    const dir = process.env["SHOTS"];
    for (const width of [1_440, 360])
      for (const colorScheme of ["light", "dark"] as const) {
        if ((width === 360) !== (colorScheme === "dark") && !dir) continue;
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const where = `${name}-${width}-${colorScheme}`;
        if (dir) await page.screenshot({ path: join(dir, `${where}.png`), fullPage: true });
        expect(await page.evaluate<number>(overflowPixels), where).toBeLessThanOrEqual(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([]);
      }
  };
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const openAll = (page: Page) =>
    page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
  const secretOn = async (page: Page): Promise<string> => (await page.locator(".command code").innerText()).trim();
  /** Reloads until the page says it. */
  const says = (page: Page, words: RegExp) =>
    expect
      .poll(
        async () => {
          await page.reload();
          return page.locator("main").innerText();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toMatch(words);

  test("an owner makes a webhook, tries it, reads what was answered, sends it again, changes its secret and removes it", async () => {
    const page = await opened(ada, "/publishers/ada/webhooks");
    await look(page, "webhooks-none");
    await page.getByLabel("Address").fill("http://example.org/");
    await press(page, "Create webhook");
    await expect.poll(() => page.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Address").inputValue()).toBe("http://example.org/");
    await look(page, "webhooks-refused");
    await page.getByLabel("Address").fill(`${receiver.url}/hooks/skills`);
    await press(page, "Create webhook");
    await expect.poll(() => page.locator("h1").innerText()).toBe("The webhook’s secret");
    const secret = await secretOn(page);
    await look(page, "webhooks-secret");
    await page.getByRole("link", { name: "I have copied it" }).click();
    expect(await page.content()).not.toContain(secret);

    receiver.answer((response) => response.writeHead(500).end("<script>alert(1)</script> down"));
    await page.getByText("Change", { exact: true }).click();
    await press(page, "Send a test");
    await says(page, /1 try failed, the next/);
    const [message] = receiver.received;
    if (!message) throw new Error("a message came");
    const sentAt = new Date(Number(message.headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(secret).sign(String(message.headers["webhook-id"]), sentAt, message.body);
    expect(message.headers["webhook-signature"]).toBe(signature);
    await openAll(page);
    // What a receiver answers is text.
    expect(await page.getByText("<script>alert(1)</script> down").count()).toBe(1);
    await look(page, "webhooks-failing");

    receiver.answer((response) => response.writeHead(410).end());
    await press(page, "Send a test");
    await says(page, /Disabled .*: its receiver answered 410/);
    await openAll(page);
    await look(page, "webhooks-disabled");
    await press(page, "Enable");
    await expect.poll(() => page.getByText("Active", { exact: true }).count()).toBe(1);
    receiver.answer((response) => response.writeHead(204).end());
    await press(page, "Send it again");
    await says(page, /webhook\.test · delivered/);

    await page.getByText("Change", { exact: true }).click();
    await press(page, "New secret");
    await press(page, "Make a new secret");
    await expect.poll(() => page.locator("h1").innerText()).toBe("The webhook’s secret");
    expect(await secretOn(page)).not.toBe(secret);
    await page.getByRole("link", { name: "I have copied it" }).click();
    expect(await page.getByText("the former secret signs as well until").count()).toBe(1);
    await page.getByText("Change", { exact: true }).click();
    await press(page, "Remove");
    await press(page, "Remove the webhook");
    await expect.poll(() => page.getByText("There is no webhook yet.").count()).toBe(1);
    await page.close();
    // What was refused is an answer of its own, and no more.
    expect(complaints.splice(0).filter((each) => !/400 \(Bad Request\)/.test(each))).toEqual([]);
  }, 400_000);

  test("an admin has those of the registry, each with its own log; others find no such page, and no owner sees a stranger's", async () => {
    const page = await opened(boss, "/admin/webhooks");
    for (const path of ["first", "second"]) {
      await page.getByLabel("Address").fill(`${receiver.url}/admins/${path}/${"long-".repeat(30)}`);
      await press(page, "Create webhook");
      await page.getByRole("link", { name: "I have copied it" }).click();
    }
    expect(await page.locator("#log").count()).toBe(0);
    await page.getByText("Change", { exact: true }).last().click();
    await page.getByRole("button", { name: "Send a test" }).last().click();
    await says(page, /webhook\.test · delivered/);
    expect(await page.locator("section[aria-labelledby=log] .hook-address").innerText()).toContain("/admins/second/");
    await openAll(page);
    await look(page, "webhooks-admin");
    await page.close();
    for (const path of ["/admin/webhooks", "/publishers/boss/webhooks"]) {
      const other = await opened(ada, path);
      expect(await other.locator("main").innerText()).not.toContain(receiver.url);
      expect(await other.getByRole("button", { name: "Create webhook" }).count(), path).toBe(0);
      await other.close();
    }
    complaints.splice(0);
  }, 400_000);
});
