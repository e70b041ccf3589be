import { describe, expect, it } from "vitest";
import type { WebEnv } from "../types.d.ts";
import { fakeApi, fakeProblem, fakeRegistry, fakeSkill, fakeSummary, searchResult } from "../test/fake-api.ts";
import { fakeScan } from "../test/fake-judgement.ts";
import { fetch as web } from "./index.tsx";

const HERE = "https://skills.example";
const envOf = (answers: Record<string, unknown>, more: Partial<WebEnv> = {}): WebEnv => ({
  api: fakeApi(answers),
  publicUrl: HERE,
  ...more,
});
const get = (path: string, env: WebEnv, headers: Record<string, string> = {}) =>
  web(new Request(`${HERE}${path}`, { headers }), env);

const PAGES = [
  "/",
  "/search?q=web",
  "/search?tag=web&tag=pdf&tier=community&sort=rising",
  "/publishers",
  "/tags",
  "/status",
  "/publishers/ada",
  "/collections/ada/tools",
  "/skills/web-search",
  "/skills/web-search/1.3.0",
  "/skills/web-search/compare/1.2.4...1.3.0",
  "/skills/web-search/1.3.0/files/SKILL.md",
  "/skills/web-search/1.3.0/files/docs/usage.md",
].concat(
  ["tools", "versions", "files", "scan", "trust", "reviews", "history"].map((tab) => `/skills/web-search?tab=${tab}`),
);

describe("every page", () => {
  const env = envOf(fakeRegistry());

  it.each(PAGES)("%s is a whole document: one h1, landmarks, a title, no inline style or script", async (path) => {
    const answer = await get(path, env);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    for (const part of ["<main ", "<header ", "<footer ", "<title>", 'class="skip"', 'rel="canonical"'])
      expect(html).toContain(part);
    expect(html).not.toMatch(/ style=| on[a-z]+=|<style/);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/site-[\w-]+\.js">$/),
    ]);
    expect(html).not.toContain("undefined");
    expect(html).not.toContain("[object");
  });

  it.each([...PAGES, "/nowhere", "/skills/web-search/9.9.9", "/theme.css"])("%s carries the policy", async (path) => {
    const { headers } = await get(path, env);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${HERE}/assets/;`);
    expect(policy).toContain(`style-src ${HERE}/assets/ ${HERE}/theme.css;`);
    for (const part of [
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  });

  it("Q4 no Host of a request reaches the policy or the page", async () => {
    for (const host of ["evil;script-src", "evil.example", "localhost:8080"]) {
      const forged = await web(
        new Request(`http://${host}/`, { headers: { "x-forwarded-host": "evil.example" } }),
        env,
      );
      expect(forged.headers.get("content-security-policy")).toContain(`script-src ${HERE}/assets/;`);
      expect([...forged.headers.values(), await forged.text()].join("\n")).not.toMatch(/evil|localhost/);
    }
  });

  it("the policy's origins are those of the settings", async () => {
    const policyOf = async (publicUrl: string) => {
      const answer = await web(new Request("http://evil.example/"), { ...env, publicUrl });
      return answer.headers.get("content-security-policy") ?? "";
    };
    expect(await policyOf("http://localhost:8080")).toContain(
      "script-src http://127.0.0.1:8080/assets/ http://localhost:8080/assets/;",
    );
    // Nobody has told the first its name, and a policy has no words for the second.
    for (const publicUrl of ["http://0.0.0.0:8080", "http://[::1]:8080"])
      expect(await policyOf(publicUrl)).toContain("script-src 'self'; style-src 'self';");
  });

  it("has an ETag that spares the body, whatever theme is chosen; the API is asked without the visitor's cookies", async () => {
    const asked: Headers[] = [];
    const api = fakeApi(fakeRegistry());
    const listening = envOf({}, { api: (request) => (asked.push(request.headers), api(request)) });
    const first = await get("/skills/web-search", listening);
    const etag = first.headers.get("etag") ?? "";
    const second = await get("/skills/web-search", listening, {
      "if-none-match": etag,
      cookie: "theme=dark; session=s",
      authorization: "Bearer t",
    });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
    expect(second.headers.get("cache-control")).toBe("no-cache");
    expect((await get("/skills/web-search?tab=scan", listening, { "if-none-match": etag })).status).toBe(200);
    for (const headers of asked) expect([headers.get("cookie"), headers.get("authorization")]).toEqual([null, null]);
  });

  it("HEAD has the headers without the body; gzip is used where it is taken", async () => {
    const head = await web(new Request(`${HERE}/`, { method: "HEAD" }), env);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const zipped = await get("/", env, { "accept-encoding": "gzip" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect((await zipped.arrayBuffer()).byteLength).toBeLessThan(20_000);
  });
});

describe("what cannot be shown", () => {
  it("404 suggests near names, found by the name", async () => {
    const asked: string[] = [];
    const env = envOf({
      "/search": (request: Request) => (asked.push(request.url), Response.json(searchResult([fakeSummary()]))),
    });
    const answer = await get("/skills/web-serch", env);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('href="/skills/web-search"');
    expect(asked[0]).toContain("q=web%20serch");
  });

  it("404 of a publisher and of a page offers near names, and every one offers ways on", async () => {
    const env = envOf({ "/search": searchResult([fakeSummary()]) });
    const publisher = await (await get("/publishers/adda", env)).text();
    expect(publisher).toContain("There is no publisher named adda");
    expect(publisher).toContain('href="/publishers/ada"');
    const found = { "/search": searchResult([]), "/publishers": { items: [{ handle: "bobby" }], next_cursor: null } };
    found["/search"].facets.publisher = {};
    expect(await (await get("/publishers/boby", envOf(found))).text()).toContain('href="/publishers/bobby"');
    expect(await (await get("/web-serch", env)).text()).toContain('href="/skills/web-search"');
    for (const path of ["/publishers/adda", "/skills/nothing", "/no/such/page"]) {
      const answer = await get(path, env);
      const html = await answer.text();
      expect(answer.status).toBe(404);
      for (const way of ["/search", "/publishers", "/tags", "/"]) expect(html, path).toContain(`<a href="${way}">`);
    }
  });

  it("404 for names and versions that no skill can have, without asking for them", async () => {
    const asked: string[] = [];
    const env = envOf(
      {},
      { api: (request) => (asked.push(new URL(request.url).pathname), Promise.resolve(fakeProblem(404, "not_found"))) },
    );
    for (const path of [
      "/skills/%2e%2e%2fkeys",
      "/skills/A",
      "/skills/a/latest",
      "/publishers/..%2f",
      "/assets/nothing.js",
      "/%ff",
      "/skills/a/1.0.0/x",
    ])
      expect((await get(path, env)).status, path).toBe(404);
    // What stands on every page is asked for, and near names.
    const ofPages = ["/api/v1/search", "/api/v1/announcement"];
    expect(asked.filter((path) => !ofPages.includes(path))).toEqual([]);
  });

  it("410 is a tombstone, 403 says why and offers no install", async () => {
    const env = envOf({
      "/skills/gone/1.0.0": () => fakeProblem(410, "gone", "Purged by its owner: a leaked secret."),
      "/skills/bad/1.0.0": () => fakeProblem(403, "forbidden", "It was quarantined."),
      "/skills/bad/1.0.0/scan": fakeScan({ verdict: "BLOCK", reason: "A key was found." }),
    });
    const gone = await get("/skills/gone/1.0.0", env);
    const tombstone = await gone.text();
    expect([gone.status, tombstone.includes("a leaked secret")]).toEqual([410, true]);
    for (const way of ['action="/search"', 'href="/search"']) expect(tombstone).toContain(way);
    const bad = await get("/skills/bad/1.0.0", env);
    const html = await bad.text();
    expect(bad.status).toBe(403);
    expect(html).toContain("A key was found.");
    expect(html).not.toMatch(/npx -y \S+ install/);
  });

  it("410 of a version leads to the versions that are there, to its publisher and to the search", async () => {
    const env = envOf({ ...fakeRegistry(), "/skills/web-search/1.0.0": () => fakeProblem(410, "purged", "Purged.") });
    const html = await (await get("/skills/web-search/1.0.0", env)).text();
    for (const way of ["/skills/web-search/1.3.0", "/skills/web-search/1.2.4", "/publishers/ada", "/search"])
      expect(html).toContain(`href="${way}"`);
    expect(html).toContain('name="q" value="web-search"');
  });

  it("5xx names the request and hides the reason; the server is told once", async () => {
    const told: unknown[] = [];
    const onError = (error: unknown) => told.push(error);
    const failing = await get("/skills/x", envOf({ "/skills/x": () => fakeProblem(500, "internal") }, { onError }));
    expect([failing.status, (await failing.text()).includes("req-0042")]).toEqual([502, true]);
    const broken = envOf(
      {},
      { onError, requestId: "req-7", api: () => Promise.reject(new Error("postgres://secret@db")) },
    );
    const answer = await get("/", broken);
    const html = await answer.text();
    expect(answer.status).toBe(500);
    expect(html).toContain("req-7");
    expect(html).not.toContain("postgres");
    expect(told).toHaveLength(2);
  });

  it("an answer that is not of its shape is an error page, not a crash", async () => {
    const told: unknown[] = [];
    const env = envOf({ "/skills/x": { name: "x" } }, { onError: (error) => told.push(error) });
    expect((await get("/skills/x", env)).status).toBe(500);
    expect(told).toHaveLength(1);
  });

  it("429 says how long to wait", async () => {
    const answer = await get(
      "/search?q=a",
      envOf({ "/search": () => fakeProblem(429, "rate_limited", "Slow down.", { "retry-after": "17" }) }),
    );
    expect([answer.status, (await answer.text()).includes("17 seconds")]).toEqual([429, true]);
  });
});

describe("whom a page is for", () => {
  it("asks the registry as whoever the cookie says, and as anybody where the page may be kept", async () => {
    const asked: (string | null)[] = [];
    const api = (request: Request) => {
      if (new URL(request.url).pathname.startsWith("/api/")) asked.push(request.headers.get("cookie"));
      return fakeApi(fakeRegistry())(request);
    };
    const cookie = "gaia.session_token=secret";
    const own = await get("/skills/web-search", envOf({}, { api, viewer: "account" }), { cookie });
    expect(new Set(asked.splice(0))).toEqual(new Set([cookie]));
    expect(own.headers.get("cache-control")).toBe("private, no-store");
    for (const viewer of ["anonymous", "token"] as const) {
      await get("/skills/web-search", envOf({}, { api, viewer }), { cookie });
      expect(new Set(asked.splice(0))).toEqual(new Set([null]));
    }
  });

  it("says of a skill that not everybody sees who does, and names it to no search engine", async () => {
    for (const [visibility, words] of [
      ["private", "Only owners and admins of ada"],
      ["organisation", "Only members of ada"],
    ] as const) {
      const html = await (await get("/skills/web-search", envOf(fakeRegistry(fakeSkill({ visibility }))))).text();
      expect(html).toContain(words);
      expect(html).not.toContain('rel="canonical"');
      expect(html).toContain('content="noindex"');
    }
  });

  it("leads to the first account while nobody who runs it signs in, and not later", async () => {
    const home = async (isUnclaimed: boolean) => {
      const answers = { ...fakeRegistry(), "/auth/state": { sign_up: "closed", is_unclaimed: isUnclaimed } };
      return (await get("/", envOf(answers))).text();
    };
    expect(await home(true)).toContain('<a href="/claim">make the first account</a>');
    expect(await home(false)).not.toContain("/claim");
  });
});

describe("a collection", () => {
  const at = "/collections/ada/tools";
  const shown = { publisher: "ada", name: "tools", title: "Tools 工具", visibility: "public", skills: ["web-search"] };

  it("links its skills and its publisher, says how to install it, and is linked by its publisher", async () => {
    const env = envOf({ ...fakeRegistry(), [at]: shown });
    const html = await (await get(at, env)).text();
    expect(html).toContain(">Tools 工具</h1>");
    for (const href of ["/skills/web-search", "/publishers/ada"]) expect(html).toContain(`href="${href}"`);
    expect(html.replaceAll(/<[^>]*>/g, "")).toContain(
      `npx -y ${HERE}/cli/gaia-skill.tgz install --collection ada/tools --registry ${HERE}`,
    );
    expect(await (await get("/publishers/ada", env)).text()).toContain(`href="${at}"`);
  });

  it("names one for members to no search engine, and offers no install of an empty one", async () => {
    const ofMembers = await get(at, envOf({ [at]: { ...shown, visibility: "organisation", skills: [] } }));
    const html = await ofMembers.text();
    expect(html).toContain('content="noindex"');
    expect(html).toContain("For members of ada");
    expect(html).not.toContain("install --collection");
  });

  it("one that is not there, and an address that none can have, are the same page", async () => {
    const pages = ["/collections/ada/nothing", "/collections/Ada/tools", "/collections/ada/-x"].map((path) =>
      // The form of the theme and the way to sign in lead back to where one was.
      get(path, envOf(fakeRegistry())).then(async (answer) => [
        answer.status,
        (await answer.text()).replace(path, "/").replace(encodeURIComponent(path), "/"),
      ]),
    );
    const [first, ...others] = await Promise.all(pages);
    expect(first?.[0]).toBe(404);
    for (const other of others) expect(other).toEqual(first);
  });
});

describe("what people say", () => {
  it("shows reviews with their answers, and that a version is deprecated, with what to use in its place", async () => {
    const deprecated = { message: "no longer kept", replacement: "other-search", since: "2026-05-03T09:13:00.000Z" };
    const env = envOf(fakeRegistry(fakeSkill({ deprecated })));
    const html = await (await get("/skills/web-search?tab=reviews", env)).text();
    expect(html).toContain("Deprecated");
    const first = await (await get("/skills/web-search", env)).text();
    expect(first).toContain("no longer kept");
    expect(first).toContain('<a href="/skills/other-search">other-search</a>');
    expect(html).toMatch(/4 of 5.*bob, of version 1\.3\.0/s);
    expect(html).toContain("ada answers:");
  });
});
