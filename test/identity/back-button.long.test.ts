import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publish } from "../harness/api.ts";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { browser, PASSWORD, signedUp } from "../harness/people.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

/** What only ada may read. */
const SECRET = "xylophonic tides";
const OWN = ["/account", "/account/tokens", "/publishers/ada/dashboard", "/skills/quiet-tides"];
/** What a page of hers says, and no other. */
const HERS = /Your pages:\s*ada|ada@example\.org|xylophonic/;

await describeWith("chromium", "the next person at a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { SIGN_UP: "open", RATE_LIMIT_MAIL: "1000" },
    });
    const ada = (await signedUp(registry, "ada")).first;
    await signedUp(registry, "eve");
    const made = await ada.post("/api/v1/tokens", { name: "mine", scopes: ["*"] });
    const zip = sampleZip({ name: "quiet-tides", description: SECRET });
    const sent = await publish(registry.url, made.body.token, zip, "?publisher=ada&visibility=private");
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    await registry.settle();
    chromium = await startChromium(executablePath, registry.url, { keepsPages: true });
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  const signIn = async (page: Page, handle: string): Promise<void> => {
    await page.goto(`${registry.url}/login`);
    await page.getByLabel("Mail address").fill(`${handle}@example.org`);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: handle }).waitFor();
  };

  const readAll = async (page: Page): Promise<void> => {
    for (const path of OWN) {
      await page.goto(`${registry.url}${path}`);
      expect(await textOf(page), path).toMatch(HERS);
    }
  };

  const signOut = async (page: Page): Promise<void> => {
    await page.locator(".person-menu summary").click();
    await page.locator(".person-menu").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${registry.url}/`);
  };

  /** Presses Back, as a person does, until the first page; what each of them said. */
  const backToTheFirst = async (page: Page): Promise<string[]> => {
    const client = await page.context().newCDPSession(page);
    const { currentIndex, entries } = await client.send("Page.getNavigationHistory");
    const said: string[] = [];
    for (const { id, url } of entries.slice(0, currentIndex).toReversed()) {
      if (url === "about:blank") continue;
      await client.send("Page.navigateToHistoryEntry", { entryId: id });
      await settled(page);
      said.push(`${url} ${await textOf(page)}`);
    }
    return said;
  };

  describe.each([true, false])("with scripts: %s", (javaScriptEnabled) => {
    test("Q4 Back shows nothing of somebody who signed out, nor to who signs in next", async () => {
      const context = await chromium.context({ javaScriptEnabled });
      const page = await context.newPage();
      await signIn(page, "ada");
      await readAll(page);
      await signOut(page);
      const toNobody = await backToTheFirst(page);
      expect(toNobody.length).toBeGreaterThan(OWN.length);
      // Without scripts the browser itself fills the form to sign in again.
      const itself = (said: string) => !javaScriptEnabled && said.includes("/login ");
      expect(toNobody.filter((said) => HERS.test(said) && !itself(said))).toEqual([]);
      await signIn(page, "ada");
      await readAll(page);
      await signOut(page);
      await signIn(page, "eve");
      const toEve = await backToTheFirst(page);
      expect(toEve.length).toBeGreaterThan(OWN.length);
      expect(toEve.filter((said) => HERS.test(said) && !itself(said))).toEqual([]);
      await context.close();
    });

    test("Q4 Back in one window shows nothing of somebody who signed out in another", async () => {
      const context = await chromium.context({ javaScriptEnabled });
      const [page, other] = [await context.newPage(), await context.newPage()];
      await signIn(page, "ada");
      await readAll(page);
      await page.goto(`${registry.url}/docs`);
      await other.goto(`${registry.url}/account`);
      await signOut(other);
      const said = (await backToTheFirst(page)).filter((one) => !one.includes("/login "));
      expect(said.length).toBeGreaterThanOrEqual(OWN.length);
      expect(said.filter((one) => HERS.test(one))).toEqual([]);
      await context.close();
    });
  });

  test("Q4 a page in another window is no longer shown once its person signed out, and is there again with what was typed", async () => {
    const context = await chromium.context();
    const [page, other] = [await context.newPage(), await context.newPage()];
    await signIn(page, "ada");
    await page.goto(`${registry.url}/publishers/ada/members`);
    await page.getByLabel("Who").fill("bob");
    await other.goto(`${registry.url}/account`);
    expect(await page.getByLabel("Who").isVisible()).toBe(true);
    await signOut(other);
    const note = page.getByText("This page was for somebody who is not signed in here any more.");
    await note.waitFor();
    expect(await textOf(page)).not.toMatch(/ada|bob/);
    await signIn(other, "eve");
    expect(await textOf(page)).not.toMatch(/ada|bob/);
    await signOut(other);
    await signIn(other, "ada");
    await note.waitFor({ state: "detached" });
    expect(await page.getByLabel("Who").inputValue()).toBe("bob");
    await context.close();
  });

  test("Q4 a session that was ended from elsewhere shows nothing by Back either", async () => {
    const context = await chromium.context();
    const page = await context.newPage();
    await signIn(page, "ada");
    const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
    await readAll(page);
    await page.goto(`${registry.url}/docs`);
    expect((await browser(registry.url, cookies).post("/auth/sign-out", {})).status).toBe(200);
    const said = (await backToTheFirst(page)).filter((one) => !one.includes("/login "));
    expect(said.filter((one) => HERS.test(one))).toEqual([]);
    await context.close();
  });

  test("Q4 a browser that keeps such a page keeps it without its words, and loads it anew", async () => {
    const context = await chromium.context();
    const page = await context.newPage();
    await signIn(page, "ada");
    await page.evaluate(`dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))`);
    expect(await page.evaluate("document.body.offsetHeight")).toBe(0);
    const anew = page.waitForEvent("load");
    await page.evaluate(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`);
    await anew;
    expect(await textOf(page)).toMatch(HERS);
    await context.close();
  });
});

/** What can be read of a page: its title, its words and what stands in its fields. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const fields = [...document.querySelectorAll("input:not([type=hidden]), textarea")].filter((one) => one.checkVisibility());
    return [document.title, document.body.innerText, ...fields.map(({ value }) => value)].join("\\n");
  })()`);

/** Until a page has been what it is for a moment: one that is kept is there at once, one that is asked for loads. */
async function settled(page: Page): Promise<void> {
  let before = "";
  for (let same = 0; same < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const now = await textOf(page).catch(() => "loading");
    same = now === before && now !== "loading" ? same + 1 : 0;
    before = now;
  }
}
