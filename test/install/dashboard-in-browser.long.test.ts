import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { localFiles, type ServedHome, type ServedHomes, servedHomes } from "../../apps/cli/test/served-home.ts";
import { type StartedDashboard, startDashboard } from "../../apps/cli/test/started-dashboard.ts";
import { describeWith } from "../harness/describe-with.ts";
import { overflowPixels } from "../harness/in-page.ts";

await describeWith("chromium", "the dashboard in a browser", ({ url: executablePath }) => {
  let homes: ServedHomes;
  let home: ServedHome;
  let dashboard: StartedDashboard;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    homes = await servedHomes();
    browser = await chromium.launch({
      executablePath,
      headless: true,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await homes?.close();
  });
  beforeEach(async () => {
    home = await homes.fresh();
    await home.writeLocal("greeter", localFiles("greeter"));
    const description = '</td><script>alert(1)</script><img src="x" onerror="alert(2)"><style>*{display:none}</style>';
    await home.writeLocal("hostile", {
      "SKILL.md": `---\nname: hostile\nversion: 1.0.0\ndescription: ${JSON.stringify(description)}\n---\n\n# Hostile\n`,
    });
    dashboard = await startDashboard(home.home, home.project);
    // Axe looks in from a context of its own; JavaScript is what it needs, and the page has none.
    context = await browser.newContext();
    page = await context.newPage();
    complaints.length = 0;
    page.on("console", (message) => complaints.push(message.text()));
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    onTestFinished(async () => {
      await context.close();
      await dashboard.interrupt();
      await home.remove();
    });
  });

  test("X1 axe finds nothing, nothing runs over the edge and no skill's words act, in both themes and widths", async () => {
    await page.goto(dashboard.url);
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [360, 1440]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.reload();
        expect(await page.evaluate(overflowPixels), `${colorScheme} ${width}`).toBeLessThanOrEqual(0);
        expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
      }
    expect(await page.getByText("<script>alert(1)</script>").isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("its switches work by the keyboard, and say what became of it", async () => {
    await page.goto(dashboard.url);
    expect(page.url()).not.toContain("token");
    await page.getByRole("button", { name: "Enable greeter" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Enabled greeter").waitFor();
    await page.getByRole("button", { name: "Disable greeter" }).click();
    await page.getByText("Disabled greeter").waitFor();
    expect(await page.getByRole("button", { name: "Enable greeter" }).isVisible()).toBe(true);
  });

  test("T13 a page of another site turns nothing on, though the browser has the cookie", async () => {
    await page.goto(dashboard.url);
    const form = await page.locator('input[name="form"]').first().getAttribute("value");
    const action = new URL("switch", page.url()).href;
    // Worse than any: it knows the address and the form's token, and stands on this very machine.
    const evil = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(
        `<form method="post" action="${action}">${Object.entries({
          form,
          place: "local",
          name: "greeter",
          enabled: "yes",
        })
          .map(([name, value]) => `<input name="${name}" value="${value}">`)
          .join("")}<button>Go</button></form>`,
      ),
    );
    evil.listen(0, "127.0.0.1");
    await once(evil, "listening");
    onTestFinished(() => void evil.close());
    const { port } = evil.address() as AddressInfo; // what a TCP server has
    for (const host of ["127.0.0.1", "localhost"]) {
      const other = await context.newPage();
      await other.goto(`http://${host}:${port}/`);
      const [answer] = await Promise.all([
        other.waitForResponse((response) => response.url() === action),
        other.getByRole("button", { name: "Go" }).click(),
      ]);
      expect(answer.status()).toBe(403);
    }
    await page.reload();
    expect(await page.getByRole("button", { name: "Enable greeter" }).isVisible()).toBe(true);
  });

  test("T13 a second browser is let in neither by the address nor by the page's own", async () => {
    await page.goto(dashboard.url);
    const other = await (await browser.newContext()).newPage();
    for (const address of [dashboard.url, page.url()]) expect((await other.goto(address))?.status()).toBe(403);
    await other.context().close();
  });
});
