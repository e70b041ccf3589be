import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";

const SKILL_PATHS = ["/skills/tide-tables/feed.atom", "/badges/tide-tables.svg"];
const LIST_PATHS = [
  "/feeds/new.atom",
  "/publishers/ada/feed.atom",
  "/tags/test/feed.atom",
  "/sitemap.xml",
  "/llms.txt",
];

let open: TestRegistry;
let closed: TestRegistry;
const read = async (registry: TestRegistry, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${registry.url}${path}`, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

beforeAll(async () => {
  open = await startTestRegistry({ withoutScanners: true, environment: { SECURITY_CONTACT: "security@acme.example" } });
  closed = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in" } });
  for (const registry of [open, closed]) {
    const token = await account(registry.url, registry.adminToken, "ada");
    for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token, name: "tide-tables", version });
    const query = "?visibility=private";
    await publishedAtOnce(registry, { token, name: "hidden-tides", version: "1.0.0", query });
    const yanked = await call(`${registry.url}/api/v1/skills/tide-tables/1.0.0/yank`, {
      token,
      json: { reason: "old" },
    });
    expect(yanked.status).toBe(200);
  }
});
afterAll(async () => {
  await open?.close();
  await closed?.close();
});

describe("what crawlers, feed readers and other sites ask for", () => {
  test("is there in an open registry, with what is public, and nothing of what is not", async () => {
    for (const path of [...SKILL_PATHS, ...LIST_PATHS]) {
      const { status, text, headers } = await read(open, path);
      expect([path, status]).toEqual([path, 200]);
      expect(text, path).not.toContain("hidden-tides");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
    const feed = (await read(open, "/skills/tide-tables/feed.atom")).text;
    for (const title of [
      "tide-tables 1.0.0 was yanked",
      "<title>tide-tables 1.1.0</title>",
      "<title>tide-tables 1.0.0</title>",
    ])
      expect(feed).toContain(title);
    expect((await read(open, "/sitemap.xml")).text).toContain(`<loc>${open.url}/skills/tide-tables</loc>`);
    expect((await read(open, "/.well-known/security.txt")).text).toContain("Contact: mailto:security@acme.example\n");
    expect((await read(open, "/favicon.ico")).headers.get("content-type")).toBe("image/x-icon");
  });

  test("a badge keeps its own headers, so that another site may show it", async () => {
    const { headers, text } = await read(open, "/badges/tide-tables.svg");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(text).toContain("tide-tables: 1.1.0");
  });

  test("Q4 a skill that is not public has neither feed nor badge, like a name that nobody has", async () => {
    for (const path of ["/skills/NAME/feed.atom", "/badges/NAME.svg"]) {
      const [hidden, nothing] = await Promise.all(
        ["hidden-tides", "no-such-skill"].map((name) => read(open, path.replace("NAME", name))),
      );
      expect([hidden?.status, hidden?.text]).toEqual([404, nothing?.text]);
      expect(nothing?.status).toBe(404);
    }
  });

  test("Q4 a closed registry gives none of it to strangers or with a token; its icon and its contact are open", async () => {
    const authorization = `Bearer ${closed.adminToken}`;
    for (const path of [...SKILL_PATHS, ...LIST_PATHS]) {
      const stranger = await read(closed, path);
      expect([path, stranger.status, stranger.headers.get("location")]).toEqual([
        path,
        303,
        `/login?back=${encodeURIComponent(path)}`,
      ]);
      const withToken = await read(closed, path, { authorization });
      expect([401, 404], path).toContain(withToken.status);
      expect(stranger.text + withToken.text).not.toContain("tide-tables");
    }
    expect((await read(closed, "/favicon.ico")).status).toBe(200);
    expect((await read(closed, "/.well-known/security.txt")).status).toBe(404);
  });
});
