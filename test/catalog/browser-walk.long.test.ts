import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, inspected, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";
import {
  injectedMarkup,
  overflowPixels,
  paperColour,
  parseAgain,
  readStranger,
  type Stranger,
  whatRan,
} from "../harness/in-page.ts";

/** A read-me that tries to act, to load, to leave its place and to look like the page. The last line marks where it ends. */
const HOSTILE = `<script>alert(1)</script><img src="https://pixel.evil.test/p.gif" onerror="alert(1)">

![pixel](https://pixel.evil.test/q.gif) <svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>
<iframe src="https://frame.evil.test/"></iframe><link rel=stylesheet href=https://css.evil.test/x.css>

[https://bank.example](https://evil.test/) [run](javascript:alert(1)) [files](tools.py)

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>

<ul><li><div><li><div><li>one</li></div></li></div></li></ul></div></section></article></main>

<details open ontoggle=alert(1)><summary>more</summary><form action="https://form.evil.test/"><input name=q autofocus onfocus=alert(1)></form></details>

| wide | ${"x".repeat(60)} | ${"y".repeat(60)} |
|---|---|---|
| a | b | c |

the-end-of-the-read-me`;

/** What honest publishers write: headings that skip a level, a wide table, long code, a picture. */
const CALM = `### Skipped a level

![tide](tide.png) See [the tables](https://tides.example/).

| station | ${"height ".repeat(12)}| time |
|---|--:|---|
| a | 1 | 2 |

\`\`\`sh
${"tide --station harbour --days 14 ".repeat(6)}
\`\`\`

- one
  1. two
`;

await describeWith("chromium", "the marketplace in a browser", ({ url: executablePath }) => {
  let registry: TestRegistry;
  let profile: string;
  let withScript: BrowserContext;
  let withoutScript: BrowserContext;
  const foreign: string[] = [];
  const complaints: string[] = [];

  const browse = async (name: string, javaScriptEnabled: boolean) => {
    const context = await chromium.launchPersistentContext(join(profile, name), {
      executablePath,
      headless: true,
      javaScriptEnabled,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    });
    context.on("request", (request) => {
      if (new URL(request.url()).origin !== registry.url) foreign.push(request.url());
    });
    context.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    context.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return context;
  };

  const visit = async (
    context: BrowserContext,
    width: number,
    colorScheme: "light" | "dark" = "light",
  ): Promise<Page> => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    return page;
  };

  /** As a page is once somebody looked: while it is held, its words are shown otherwise. */
  const clear = async (name: string, inspection_id: string): Promise<void> => {
    const json = { inspection_id, reason: "it is a test's" };
    const cleared = await call(`${registry.url}/api/v1/admin/skills/${name}/1.0.0/clear`, {
      token: registry.adminToken,
      json,
    });
    expect(cleared.status).toBe(200);
  };

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), "browser-"));
    registry = await startTestRegistry();
    const token = await account(registry.url, registry.adminToken, "mallory");
    const skills = [
      {
        name: "hostile-words",
        description: '<b onclick="alert(1)">Bold</b> words about tides',
        body: HOSTILE,
        tags: ["sea"],
      },
      { name: "quiet-words", description: "Calm words about tides", body: CALM, tags: ["sea", "calm"] },
    ];
    for (const skill of skills) {
      const published = await publish(registry.url, token, sampleZip(skill));
      expect(published.status, JSON.stringify(published.body)).toBe(201);
      const { held, inspection_id } = await inspected(registry.url, skill.name, "1.0.0", token);
      if (held) await clear(skill.name, inspection_id);
    }
    withScript = await browse("with-script", true);
    withoutScript = await browse("without-script", false);
  });

  afterAll(async () => {
    await withScript?.close();
    await withoutScript?.close();
    await registry?.close();
    await rm(profile, { recursive: true, force: true });
  });

  test("without JavaScript at 360 px: home, search, filter, skill, install command", async () => {
    const page = await visit(withoutScript, 360);
    await page.goto(registry.url);
    await page.getByRole("searchbox").fill("words about tides");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("words about tides");
    expect(await page.getByRole("article").count()).toBe(2);

    await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("checkbox", { name: "calm" }).check();
    await page.getByRole("button", { name: "Apply filters" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("tag")).toBe("calm");
    expect(await page.getByRole("article").count()).toBe(1);

    await page.getByRole("link", { name: "quiet-words" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/skills/quiet-words");
    const command = page.getByText("/cli/gaia-skill.tgz install quiet-words@1.0.0 --allow-experimental");
    expect(await command.isVisible()).toBe(true);
    const box = await command.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    await page.close();
  });

  test("without JavaScript the theme is chosen by a form, kept in a cookie, and returns to the page", async () => {
    const page = await visit(withoutScript, 1280);
    await page.goto(`${registry.url}/skills/quiet-words?tab=scan`);
    const paper = () => page.evaluate<string>(paperColour);
    const light = await paper();
    await page.getByRole("button", { name: "dark" }).click();
    await expect.poll(paper).not.toBe(light);
    expect(page.url()).toBe(`${registry.url}/skills/quiet-words?tab=scan`);
    await page.getByRole("button", { name: "system" }).click();
    await expect.poll(paper).toBe(light);
    await page.close();
  });

  test("X1 X2 a hostile read-me does nothing, loads nothing, and stays in its place", async () => {
    const page = await visit(withScript, 1280);
    await page.goto(`${registry.url}/skills/hostile-words`);
    const found = await page.evaluate<Stranger>(readStranger);
    expect(found).toMatchObject({
      acting: 0,
      handlers: [],
      endsInside: true,
      railBeside: true,
      footerAtTop: true,
      mains: 1,
    });
    // Parsed once more, as a careless script elsewhere would, with no policy in the way (mutation): the same comes out, and nothing acts.
    await page.goto("about:blank");
    const again = await page.evaluate(parseAgain(found.html));
    expect(again).toBe(found.html);
    expect(found.hosts).toContain("evil.test");
    for (const href of found.hrefs) expect(href).toMatch(/^(https?:\/\/|\/skills\/hostile-words\/1\.0\.0\?tab=files#)/);
    await page.close();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("X1 a script that got into a page anyway is not run: not inline, not a handler, not a package's own file", async () => {
    const page = await visit(withScript, 1280);
    const raw = "/api/v1/skills/hostile-words/1.0.0/sums";
    await page.route(`**${raw}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "globalThis.rawRan = true" }),
    );
    await page.route("**/skills/hostile-words", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace("</main>", `${injectedMarkup(raw)}</main>`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${registry.url}/skills/hostile-words`);
    expect(await page.evaluate(whatRan)).toEqual([false, false, false, "refused"]);
    const reported = complaints.splice(0).filter((text) => text.includes("Content Security Policy"));
    expect(reported.length).toBeGreaterThanOrEqual(3);
    await page.close();
  });

  test(
    "axe finds nothing, nothing overflows, the console is silent: every page, both themes, two widths",
    { timeout: 240_000 },
    async () => {
      const tabs = ["readme", "tools", "versions", "files", "scan", "trust", "reviews"].map(
        (tab) => `/skills/hostile-words?tab=${tab}`,
      );
      const paths = [
        "/",
        "/search?q=words",
        "/search?q=words&tier=verified",
        "/publishers",
        "/tags",
        ...tabs,
        "/skills/quiet-words",
        "/skills/quiet-words/1.0.0",
        "/skills/hostile-words/compare/1.0.0...1.0.0",
        "/skills/hostile-words/1.0.0/files/SKILL.md",
        "/publishers/mallory",
      ];
      for (const scheme of ["light", "dark"] as const) {
        for (const width of [360, 1280]) {
          const page = await visit(withScript, width, scheme);
          for (const path of paths) {
            const where = `${path} ${scheme} ${width}`;
            const answer = await page.goto(`${registry.url}${path}`);
            expect(answer?.status(), where).toBe(200);
            expect(answer?.headers()["content-security-policy"], where).toContain("default-src 'none'");
            const overflow = await page.evaluate<number>(overflowPixels);
            expect(overflow, where).toBeLessThanOrEqual(0);
            // A hostile read-me may be wrong in itself; it is judged by the tests above.
            const axe = new AxeBuilder({ page });
            const { violations } = await (
              path === "/skills/hostile-words?tab=readme" ? axe.exclude(".stranger") : axe
            ).analyze();
            expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([]);
          }
          await page.close();
        }
      }
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    },
  );

  test("no link of ours leads nowhere", async () => {
    const seen = new Set<string>();
    for (const path of [
      "/",
      "/search?q=words",
      "/skills/quiet-words",
      "/skills/quiet-words?tab=files",
      "/skills/quiet-words?tab=trust",
      "/publishers/mallory",
    ]) {
      const html = await (await fetch(`${registry.url}${path}`)).text();
      for (const [, href = ""] of html.matchAll(/ href="(\/[^"#]*)/g)) seen.add(href.replaceAll("&amp;", "&"));
    }
    expect(seen.size).toBeGreaterThan(15);
    for (const href of seen) expect((await fetch(`${registry.url}${href}`)).status, href).toBe(200);
  });

  test("what is not there is a page too", async () => {
    const page = await visit(withScript, 360);
    const answer = await page.goto(`${registry.url}/skills/quiet-wrods`);
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole("link", { name: "quiet-words" }).count()).toBe(1);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.close();
  });
});
