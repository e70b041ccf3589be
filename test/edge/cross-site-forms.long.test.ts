import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminInPerson } from "../harness/admin-in-person.ts";
import { type Chromium, cookiesOf, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { everyForm } from "../harness/every-page.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";

/** What any of the forms might take. */
const FIELDS = ["do", "row", "name", "reason", "text", "handle", "sure", "scopes", "back", "theme"];

await describeWith("chromium", "forms that no page of this site sent, in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;
  let boss: Browser;
  let action = "";
  // Another name of the same machine is another site.
  const stranger = createServer((_, response) => {
    const inputs = FIELDS.map((name) => `<input name="${name}" value="revoke">`).join("");
    const body = `<form method="post" action="${action}">${inputs}<button>Win</button></form>`;
    response.writeHead(200, { "content-type": "text/html" }).end(body);
  });

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    boss = (await adminInPerson(registry, "boss")).first;
    await signedUp(registry, "bob");
    await new Promise<void>((resolve) => void stranger.listen(0, "127.0.0.1", resolve));
    chromium = await startChromium(executablePath, registry.url);
  });
  afterAll(async () => {
    await chromium?.close();
    stranger.close();
    await registry?.close();
  });

  const written = () =>
    rowsOf(
      registry,
      `SELECT (SELECT count(*) FROM audit_log) AS deeds, (SELECT count(*) FROM auth_sessions) AS sessions,
         (SELECT count(*) FROM tokens) AS tokens, (SELECT count(*) FROM accounts) AS accounts`,
    );

  test("T13 another site's form is refused by every address that takes one, and nothing is written", async () => {
    const { port } = stranger.address() as AddressInfo;
    const context = await chromium.context({ as: boss });
    const page = await context.newPage();
    const before = await written();
    const forms = everyForm();
    expect(forms.length).toBeGreaterThan(25);
    for (const path of forms) {
      action = `${registry.url}${path}`;
      await page.goto(`http://localhost:${port}/`);
      const answer = page.waitForResponse((one) => one.url() === action);
      await page.getByRole("button").click();
      expect([path, (await answer).status()]).toEqual([path, 403]);
    }
    expect(await written()).toEqual(before);
    await page.goto(`${registry.url}/account`);
    expect(await page.getByText("boss@example.org").count()).toBeGreaterThan(0);
    await context.close();
  });

  test("a form that waited while its person signed out, or another signed in, does nothing for either", async () => {
    const context = await chromium.context();
    const page = await context.newPage();
    const ada = (await signedUp(registry, "ada")).first;
    const eve = (await signedUp(registry, "eve")).first;
    await context.addCookies(cookiesOf(ada, registry.url));
    await page.goto(`${registry.url}/publishers/ada/members`);
    await page.getByLabel("Who").fill("bob");
    const before = await written();
    await context.clearCookies();
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("heading", { name: "You are signed out by now" }).waitFor();
    expect(await written()).toEqual(before);
    await context.addCookies(cookiesOf(eve, registry.url));
    await page.getByRole("button", { name: "Send it again" }).click();
    await page.waitForLoadState();
    expect(await page.locator("main").innerText()).not.toContain("bob is invited");
    expect(await rowsOf(registry, "SELECT 1 FROM invitations")).toEqual([]);
    await context.close();
  });
});
