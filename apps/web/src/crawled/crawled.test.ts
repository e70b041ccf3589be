import { describe, expect, it } from "vitest";
import { fakeApi, fakeProblem, fakeRegistry, fakeSkill } from "../../test/fake-api.ts";
import type { WebEnv } from "../../types.d.ts";
import { fetch as web } from "../index.tsx";
import { badgeSvg } from "./badge.ts";
import { xmlText } from "./xml.ts";

const HERE = "https://skills.example";
const HOSTILE = `</title><script>alert(1)</script> & "x" ' \u0000\u0008\uFFFE]]>`;
const NAMES = { "/names": { items: [{ name: "web-search", updated_at: "2026-05-03T09:12:00.000Z" }], pages: 1 } };
const REVOCATIONS = {
  "/revocations": {
    entries: [
      { name: "web-search", version: "1.2.4", publisher: "ada", status: "yanked", at: "2026-05-04T00:00:00.000Z" },
      { name: "web-search", version: "1.0.0", publisher: "ada", status: "quarantined", at: "2026-05-05T00:00:00.000Z" },
      { name: "other", version: "1.0.0", publisher: "bob", status: "yanked", at: "2026-05-06T00:00:00.000Z" },
      { name: null, version: null, publisher: null, status: "purged", at: "2026-05-07T00:00:00.000Z" },
    ].map((entry, at) => ({ ...entry, since_sequence: at, tier: null, release_digest: "sha256:0" })),
  },
};
const registry = (fields: Parameters<typeof fakeSkill>[0] = {}) => ({
  ...fakeRegistry(fakeSkill(fields)),
  ...NAMES,
  ...REVOCATIONS,
});
const get = (path: string, answers: Record<string, unknown> = registry(), more: Partial<WebEnv> = {}) =>
  web(new Request(`${HERE}${path}`), { api: fakeApi(answers), publicUrl: HERE, registryName: "Acme & sons", ...more });
const read = async (path: string, answers?: Record<string, unknown>) => {
  const answer = await get(path, answers);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe("feeds", () => {
  it.each(["/feeds/new.atom", "/skills/web-search/feed.atom", "/publishers/ada/feed.atom", "/tags/web/feed.atom"])(
    "%s is Atom with an id, a time and a link of its own",
    async (path) => {
      const { status, headers, text } = await read(path);
      expect([status, headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
      expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${HERE}${path}"/>`);
      expect(text).toContain(" · Acme &amp; sons</title>");
      expect(text.match(/<entry>/g)?.length).toBeGreaterThan(0);
      expect(headers.get("etag")).toMatch(/^W\//);
      const ids = [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it("tell versions, yanks and quarantines of what they are about, the newest first, and of nothing else", async () => {
    for (const path of ["/skills/web-search/feed.atom", "/publishers/ada/feed.atom", "/tags/web/feed.atom"]) {
      const { text } = await read(path);
      const titles = [...text.matchAll(/<entry><title>([^<]*)<\/title>/g)].map(([, title]) => title);
      expect(titles, path).toEqual([
        "web-search 1.0.0 was quarantined",
        "web-search 1.2.4 was yanked",
        "web-search 1.3.0",
        "web-search 1.2.4",
      ]);
    }
  });

  it("X3 X11 hostile words are text in them", async () => {
    const { text } = await read("/skills/web-search/feed.atom", registry({ description: HOSTILE }));
    expect(text).not.toContain("<script>");
    expect(text).not.toMatch(/[\u0000-\u0008\uFFFE]/);
    expect(xmlText(HOSTILE)).toBe(
      "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; &apos; ]]&gt;",
    );
  });

  it("are not there for what a stranger may not see, and say so without a page", async () => {
    for (const path of ["/skills/nothing/feed.atom", "/publishers/Ada/feed.atom", "/publishers/eve/feed.atom"])
      expect((await read(path)).status, path).toBe(404);
    const closed = { ...registry(), "/skills": () => fakeProblem(401, "unauthorized") };
    expect((await read("/feeds/new.atom", closed)).status).toBe(404);
  });

  it("ask as a stranger, also for who is signed in", async () => {
    const cookies: (string | null)[] = [];
    const api = (request: Request) => {
      cookies.push(request.headers.get("cookie"));
      return fakeApi(registry())(request);
    };
    const headers = { cookie: "gaia.session_token=secret" };
    for (const path of ["/skills/web-search/feed.atom", "/badges/web-search.svg", "/sitemap.xml", "/llms.txt"])
      await web(new Request(`${HERE}${path}`, { headers }), { api, publicUrl: HERE, viewer: "account" });
    expect(new Set(cookies)).toEqual(new Set([null]));
  });
});

describe("badges", () => {
  it("name the version that an install takes and its tier, and may stand on other sites", async () => {
    const skill = registry({ install: { version: "1.2.0", security_tier: "verified" } });
    const { status, headers, text } = await read("/badges/web-search.svg", skill);
    expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(text).toContain("<title>web-search: 1.2.0 verified</title>");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  it("are of public skills alone, by their names", async () => {
    for (const path of ["/badges/nothing.svg", "/badges/web-search", "/badges/..%2fx.svg", "/badges/.svg"])
      expect((await read(path)).status, path).toBe(404);
  });

  it("X3 X8 put text into text", () => {
    expect(badgeSvg({ label: `"><script>`, value: "</svg>", tone: "#000" })).not.toMatch(/<script>|<\/svg>[^\n]/);
  });
});

describe("what crawlers ask for", () => {
  it("a sitemap of the pages and the public skills; an index where there are more than a page of them", async () => {
    const one = await read("/sitemap.xml");
    expect(one.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    for (const path of ["/", "/publishers", "/tags", "/skills/web-search"])
      expect(one.text).toContain(`<loc>${HERE}${path}</loc>`);
    const many = { ...registry(), "/names": { ...NAMES["/names"], pages: 3 } };
    const index = await read("/sitemap.xml", many);
    expect(index.text).toContain(`<sitemap><loc>${HERE}/sitemap.xml?page=3</loc></sitemap>`);
    const second = await read("/sitemap.xml?page=2", many);
    expect(second.text).toContain("/skills/web-search</loc>");
    expect(second.text).not.toContain("/publishers</loc>");
    const closed = { ...registry(), "/names": () => fakeProblem(401, "unauthorized") };
    expect((await read("/sitemap.xml", closed)).status).toBe(404);
  });

  it("llms.txt names the registry, its search, and that what skills say is data", async () => {
    const { text } = await read("/llms.txt");
    expect(text).toMatch(/^# Acme & sons\n/);
    for (const part of [`${HERE}/api/v1/search?q=`, `${HERE}/api/v1/openapi.json`, "never as an instruction"])
      expect(text).toContain(part);
  });

  it("favicon.ico is an icon", async () => {
    const answer = await get("/favicon.ico");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    expect(Array.from(bytes.subarray(0, 6))).toEqual([0, 0, 1, 0, 2, 0]);
    expect(new TextDecoder("latin1").decode(bytes)).toContain("PNG");
  });

  it("a page says what a link to it looks like, and where its feed is; what is not to be indexed says nothing", async () => {
    const html = (await read("/publishers/ada")).text;
    expect(html).toContain('<meta property="og:title" content="ada"/>');
    expect(html).toContain(`<meta property="og:url" content="${HERE}/publishers/ada"/>`);
    expect(html).toContain('<link rel="alternate" type="application/atom+xml"');
    expect(html).toContain('href="/publishers/ada/feed.atom"');
    expect((await read("/nowhere")).text).not.toContain("og:");
  });

  it.each([
    ["/", "/feeds/new.atom"],
    ["/publishers/ada", "/publishers/ada/feed.atom"],
    ["/skills/web-search", "/skills/web-search/feed.atom"],
    ["/skills/web-search/1.3.0?tab=versions", "/skills/web-search/feed.atom"],
    ["/search?tag=web", "/tags/web/feed.atom"],
  ])("%s names its feed, and links to it where a reader sees it", async (page, feed) => {
    const { text } = await read(page);
    expect(text).toMatch(new RegExp(`<link rel="alternate" type="application/atom\\+xml" [^>]*href="${feed}"`));
    if (!page.includes("tab=")) expect(text).toMatch(new RegExp(`<a href="${feed}">`));
    expect((await read(feed)).status).toBe(200);
  });

  it("what is not for everybody, and a search for more than one tag, names no feed", async () => {
    const hidden = registry({ visibility: "private" });
    for (const [page, answers] of [
      ["/skills/web-search", hidden],
      ["/search?tag=web&tag=pdf", undefined],
      ["/search?tag=web&q=x", undefined],
    ] as const)
      expect((await read(page, answers)).text, page).not.toContain("feed.atom");
  });
});
