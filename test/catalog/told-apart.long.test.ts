import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspected, publish } from "../harness/api.ts";
import { type Chromium, startChromium } from "../harness/chromium.ts";
import { describeWith } from "../harness/describe-with.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { type Look, lookAt } from "../harness/in-page.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { raiserOf } from "../harness/raised.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip, sampleFiles, sampleZip } from "../harness/samples.ts";

const TIERS = ["Verified", "Community", "Experimental"];
const VERDICTS = ["Allow", "Review", "Block"];
/** Every word that a mark stands beside, as home explains them. */
const WORDS = [...TIERS, ...VERDICTS, "Not scanned"];

/** What the page of each skill says of it. */
const SKILLS = [
  { name: "tide-audited", tier: "Verified", verdict: "Allow" },
  { name: "tide-signed", tier: "Community", verdict: "Allow" },
  { name: "tide-new", tier: "Experimental", verdict: "Allow" },
  { name: "tide-held", tier: "Experimental", verdict: "Review" },
  { name: "tide-withheld", tier: "Experimental", verdict: "Block" },
];

/** What takes a page's colours away. */
const MODES = [
  { mode: "greyscale", colorScheme: "light" },
  { mode: "greyscale", colorScheme: "dark" },
  { mode: "forced colours", colorScheme: "light" },
  { mode: "forced colours", colorScheme: "dark" },
] as const;
type Mode = (typeof MODES)[number];

/** How far apart a mark may be from itself in other colours, and how far two marks have to be (`apart`). */
const SAME = 0.25;
const DIFFERENT = 0.4;

await describeWith("chromium", "tiers and verdicts without their colours", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let chromium: Chromium;
  let ada: Browser;
  /** Without a policy: it reads pictures of others. */
  let reader: Page;
  /** The marks with their colours. */
  let coloured: Map<string, Look>;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true, environment: { SIGN_UP: "open" } });
    ada = (await signedUp(registry, "ada")).first;
    const token: string = (await ada.post("/api/v1/tokens", { name: "all", scopes: ["*"] })).body.token;
    const raiser = await raiserOf(registry, "ada", token);
    for (const name of ["tide-audited", "tide-signed"]) await raiser.community(name, sampleFiles({ name }));
    await raiser.verified("tide-audited");
    raiser.close();
    await unsigned(token);
    chromium = await startChromium(executablePath, registry.url);
    reader = await (await chromium.context()).newPage();
    coloured = await marksOn(await opened(null));
  });
  afterAll(async () => {
    await chromium?.close();
    await registry?.close();
  });

  /** Those that nobody signed. */
  async function unsigned(token: string): Promise<void> {
    await publish(registry.url, token, sampleZip({ name: "tide-new" }));
    await publish(registry.url, token, heldZip({ name: "tide-held" }));
    for (const name of ["tide-new", "tide-held"]) await inspected(registry.url, name, "1.0.0", token);
    await heldAtOnce(registry, { token, name: "tide-withheld", withheld: true });
  }

  /** Home, as ada sees it: with its colours, or as a mode leaves it. Each pixel of CSS is four by four. */
  async function opened(mode: Mode | null): Promise<Page> {
    const context = await chromium.context({
      as: ada,
      deviceScaleFactor: 4,
      viewport: { width: 1280, height: 800 },
      ...(mode && { colorScheme: mode.colorScheme }),
      forcedColors: mode?.mode === "forced colours" ? "active" : "none",
    });
    const page = await context.newPage();
    if (mode?.mode === "greyscale") {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setEmulatedVisionDeficiency", { type: "achromatopsia" });
    }
    await page.goto(registry.url);
    return page;
  }

  /** How each mark of home's legend looks, by the word beside it. */
  async function marksOn(page: Page): Promise<Map<string, Look>> {
    const marks = new Map<string, Look>();
    for (const one of await page.locator(".legend .marked").all()) {
      const picture = await one.locator("svg").screenshot();
      marks.set((await one.innerText()).trim(), await reader.evaluate<Look>(lookAt(picture.toString("base64"))));
    }
    expect([...marks.keys()]).toEqual(WORDS);
    return marks;
  }

  /** How much of what either mark inks the other does not: 0, they are one; 1, they share nothing. */
  function apart(one: Look | undefined, other: Look | undefined): number {
    const inked = [...(one?.mask ?? "")].map((bit, at) => Number(bit) + Number(other?.mask[at] ?? 0));
    return 1 - inked.filter((both) => both === 2).length / inked.filter((either) => either > 0).length;
  }

  const wordsIn = (snapshot: string, words: string[]) =>
    words.filter((word) => new RegExp(`\\b${word}\\b`).test(snapshot));

  describe.each(MODES)("$mode, $colorScheme", (mode) => {
    let page: Page;

    beforeAll(async () => {
      page = await opened(mode);
    });
    afterAll(() => page?.context().close());

    test("each mark is to be seen, keeps its shape, and no two have the same", async () => {
      const marks = await marksOn(page);
      for (const [word, look] of marks) {
        // The colours are gone: forced ones are the system's, black and white here.
        expect(look.isGrey, word).toBe(true);
        if (mode.mode === "forced colours") expect(look.contrast, word).toBeGreaterThan(20);
        // WCAG 2.2, 1.4.11.
        expect(look.contrast, word).toBeGreaterThanOrEqual(3);
        expect(apart(look, coloured.get(word)), word).toBeLessThan(SAME);
        for (const other of WORDS) {
          if (other !== word) expect(apart(look, marks.get(other)), `${word}, ${other}`).toBeGreaterThan(DIFFERENT);
        }
      }
    });

    test("each row and each page says its tier and verdict in words, as a screen reader has them", async () => {
      await page.goto(`${registry.url}/search?q=tide`);
      // What is held or withheld stands in no list.
      for (const { name, tier } of SKILLS.filter(({ verdict }) => verdict === "Allow")) {
        const row = await page.getByRole("article").filter({ hasText: name }).ariaSnapshot();
        expect(wordsIn(row, TIERS), name).toEqual([tier]);
      }
      for (const { name, tier, verdict } of SKILLS) {
        await page.goto(`${registry.url}/skills/${name}/1.0.0`);
        const answers = page.locator(".band .answer");
        expect(wordsIn(await answers.nth(0).ariaSnapshot(), TIERS), name).toEqual([tier]);
        expect(wordsIn(await answers.nth(1).ariaSnapshot(), VERDICTS), name).toEqual([verdict]);
      }
      expect(chromium.complaints.splice(0)).toEqual([]);
    });
  });
});
