import { describe, expect, it } from "vitest";
import { fakeApi, fakeRegistry, fakeSkill } from "../test/fake-api.ts";
import { fakeScan } from "../test/fake-judgement.ts";
import { fetch as web } from "./index.tsx";

const HERE = "https://skills.example";

const COMPARE = "/skills/web-search/compare/1.2.4...1.3.0";
const page = async (path: string, registry = fakeRegistry()) => {
  const answer = await web(new Request(`${HERE}${path}`), { api: fakeApi(registry), publicUrl: HERE });
  return { status: answer.status, html: await answer.text() };
};

describe("what a version newly tells, as a page", () => {
  it("shows what it asks for, then what it tells with links to the lines, then the lines themselves", async () => {
    const { html } = await page(COMPARE);
    const places = ["What it asks for", "What it newly tells the agent to do", "Files"].map((title) =>
      html.indexOf(`>${title}</h2>`),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain('href="/skills/web-search/1.3.0/files/SKILL.md#L5"');
    expect(html).toContain("and 2 more of these kinds");
    expect(html).toMatch(/<ins class="line"><span class="line-number">3<\/span>/);
    // The one that is no text.
    expect(html).toMatch(/tools\.py<\/code><\/a><span class="quiet"> no text/);
  });

  it("says that there is no new instruction where there is none", async () => {
    const registry = fakeRegistry();
    const compared = registry["/skills/web-search/compare"] as object;
    const { html } = await page(COMPARE, {
      ...registry,
      "/skills/web-search/compare": { ...compared, newly_told: [], more_told: 0, unread: [] },
    });
    expect(html).toContain("No new instruction was found");
  });

  it("S11 what an older version tells that is held is no text to copy either, and no link of search engines", async () => {
    const registry = fakeRegistry();
    const older = { ...(registry["/skills/web-search/1.3.0"] as object), version: "1.2.4", held: true };
    const { html } = await page(COMPARE, { ...registry, "/skills/web-search/1.2.4": older });
    expect(html).toContain("held for review");
    expect(html).not.toMatch(/<ins class="line">/);
    expect(html).not.toContain('rel="canonical"');
  });

  it("sets no text of a held version side by side", async () => {
    const { html } = await page(COMPARE, fakeRegistry(fakeSkill({ held: true })));
    expect(html).toContain("held for review");
    expect(html).not.toContain('<ins class="line">');
  });

  it.each(["1.2.4..1.3.0", "1.2.4", "1.2.4...", "...1.3.0", "1.2.4...1.3.0...1.4.0", "x...y"])(
    "is no page for %s",
    async (versions) => {
      expect((await page(`/skills/web-search/compare/${versions}`)).status).toBe(404);
    },
  );

  it("is linked from the list of versions", async () => {
    expect((await page("/skills/web-search?tab=versions")).html).toContain(`href="${COMPARE}"`);
  });
});

describe("one file, as a page", () => {
  it("gives each line an address, and shows findings at theirs", async () => {
    const report = fakeScan();
    const place = { file: "SKILL.md", line: 5, message: "Something at this line" };
    const scan = { ...report, findings: report.findings.slice(0, 1).map((finding) => ({ ...finding, ...place })) };
    const { html } = await page("/skills/web-search/1.3.0/files/SKILL.md", fakeRegistry(fakeSkill(), scan));
    expect(html).toContain('<span class="line found" id="L5">');
    expect(html).toContain('href="#L1"');
    expect(html).toContain("Something at this line");
    // The bytes themselves are the inert download that they were.
    expect(html).toContain('href="/api/v1/skills/web-search/1.3.0/files/SKILL.md"');
  });

  it("X1 shows markup as text", async () => {
    const { html } = await page("/skills/web-search/1.3.0/files/SKILL.md", {
      ...fakeRegistry(),
      "/skills/web-search/1.3.0/files/SKILL.md": () => new Response("<script>alert(1)</script>\n"),
    });
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script>alert");
  });

  it("shows lines of a held version as comments, and no binary file and no missing one", async () => {
    const held = await page("/skills/web-search/1.3.0/files/SKILL.md", fakeRegistry(fakeSkill({ held: true })));
    expect(held.html).toContain("# Run it.");
    expect((await page("/skills/web-search/1.3.0/files/tools.py")).html).toContain("This file is no text");
    expect((await page("/skills/web-search/1.3.0/files/nothing.md")).status).toBe(404);
  });
});
