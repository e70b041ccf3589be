import type { MountedRoute } from "@gaia/edge";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/src/http/app.ts";
import type { Marketplace } from "../../apps/server/src/http/marketplace.ts";
import { account, call, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { sampleZip } from "../harness/samples.ts";

const marketplace = (await import("@gaia/web")) as Marketplace;

let registry: TestRegistry;
let token: string;
let table: readonly MountedRoute[];
beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true });
  token = await account(registry.url, registry.adminToken, "ada");
  expect((await publish(registry.url, token, sampleZip({ name: "of-ada" }))).status).toBe(201);
  await registry.settle();
  ({ table } = createApp(registry.running.services, marketplace));
});
afterAll(() => registry.close());

const line = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The keys of an area's refusals, where they are not those of the registry's own problems. */
const KEYS: Record<string, string[] | string> = {
  "/v1": ["code", "message"],
  "/clawhub": "a line of text",
  "/.well-known": "a line of text",
  "/api/cli": ["error", "error_description"],
  "/apm": ["detail", "extensions", "status", "title", "type"],
  "/hub": ["error", "message"],
};

const keysOf = (body: string | object) => (typeof body === "string" ? "a line of text" : Object.keys(body).toSorted());

describe("the table of routes", () => {
  test("every route that answers, pages included, has its policy, and every policy its route", () => {
    const { routes } = createApp(registry.running.services, marketplace);
    expect([...new Set(table.map(line))].toSorted()).toEqual([...new Set(routes.map(line))].toSorted());
    expect(new Set(table.map(({ area }) => area.at))).toEqual(
      new Set([
        "",
        "/v1",
        "/log",
        "/apm",
        "/hub",
        "/clawhub",
        "/.well-known",
        "/api/cli",
        "/discovery",
        "/auth",
        "/api/v1",
      ]),
    );
    expect(table.filter(({ path }) => marketplace.routes.some((page) => page.path === path)).length).toBeGreaterThan(5);
  });

  test("what writes keeps nothing, what reads drops nothing, and nothing that asks who it is is kept", () => {
    const wrong = table.filter(({ method, policy: { access, cache } }) => {
      if (typeof cache !== "object") return false;
      return "keeps" in cache ? method !== "GET" || access !== "anyone" : method === "GET";
    });
    expect(wrong.map(line)).toEqual([]);
    // The short way to a kept answer counts one request.
    const costly = table.filter(({ policy: { cache, cost } }) => typeof cache === "object" && "keeps" in cache && cost);
    expect(costly.map(line)).toEqual([]);
    for (const { path, policy, area } of table) {
      if (policy.access !== "anyone") expect(area.credentials.length, path).toBeGreaterThan(0);
    }
  });

  test("refusals are written as the area writes them", async () => {
    for (const area of new Set(table.map((route) => route.area))) {
      const own = table.filter((route) => route.area === area);
      const known = (own.find(({ method }) => method === "GET") ?? own[0])?.path ?? "";
      const answer = await call(`${registry.url}${known}`, { method: "PUT" });
      expect(answer.status, known).toBe(405);
      expect(keysOf(answer.body), known).toEqual(
        KEYS[area.at] ?? ["code", "detail", "request_id", "status", "title", "type"],
      );
    }
  });
});

/** The routes whose answers may be kept, as addresses that answer 200. */
const kept = () =>
  table
    .filter(({ policy }) => typeof policy.cache === "object" && "keeps" in policy.cache)
    .map(({ path }) => path.replace(":path{.+}", "SKILL.md").replace(":file", "of-ada-1.0.0.zip"))
    .map((path) => path.replace(/:name(\{.*?\})?/, "of-ada").replace(/:version(\{.*?\})?/, "1.0.0"))
    .map((path) => path.replace(/^\/(apm|publishers)(.*):handle/, "/$1$2ada"))
    .map((path) => `${registry.url}${path}${QUERIES[path.slice(path.lastIndexOf("/"))] ?? ""}`);

/** Of routes that answer nothing without. */
const QUERIES: Readonly<Record<string, string>> = { "/search": "?q=ada", "/compare": "?from=1.0.0&to=1.0.0" };

const pages = () =>
  marketplace.routes
    .filter(({ method, path, policy }) => method === "GET" && policy.cache === "none" && path !== "/skills")
    .map(({ path }) => path.replace(":path{.+}", "SKILL.md").replace(":versions", "1.0.0...1.0.0"))
    .map((path) => path.replace(":name", "of-ada").replace(":version", "1.0.0").replace(":handle", "ada"))
    .map((path) => `${registry.url}${path}`);

/** Their addresses hold what was mailed to one person, or they are typed into before somebody is signed in: nothing there is kept. */
const KEPT_NOWHERE = new Set([
  "/account/address/agree",
  "/account/address/cancel",
  "/login",
  "/login/code",
  "/signup",
  "/verify",
  "/reset",
  "/claim",
]);

/** A stream of events is kept and changed by nobody on the way, whomever it is for. */
const STREAM = "/skills/of-ada/1.0.0/scan-events";

/** What makes a request somebody's: known, unknown, and of kinds that nobody here knows. */
const somebodies = (): [string, Record<string, string>][] => [
  ["a token", { authorization: `Bearer ${token}` }],
  ["an unknown token", { authorization: "Bearer gsk_nobody" }],
  ["another scheme", { authorization: "Basic YWRhOmFkYQ==" }],
  ["an empty credential", { authorization: "" }],
  ["an unknown cookie", { cookie: "session=1" }],
  ["an unknown cookie behind the theme's", { cookie: "theme=dark; sid=1" }],
  ["a cookie without a name", { cookie: "theme=dark;=x;y" }],
  ["a cookie that only begins like the theme's", { cookie: "theme2=dark" }],
];

/** What they are told: a credential of a kind that the area does not take is refused. */
function statusFor({ authorization = "" }: Record<string, string>, url: string): number {
  const isBearer = authorization.startsWith("Bearer ") && url.includes("/api/v1");
  // Protocols take a token as Basic's password, too; one that is nobody's reads what is public.
  const { pathname } = new URL(url);
  const isPassedOver = pathname.startsWith("/discovery/") || pathname.includes("/.well-known/");
  const isTaken = authorization === "" || isBearer || isPassedOver || /^\/(?:apm|hub)\//.test(pathname);
  return isTaken ? 200 : 401;
}

const ask = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: "manual" });
const keptFor = (url: string) => registry.running.services.pages.find(url.slice(registry.url.length));

describe("whom an answer is for", () => {
  // On a busy machine everything kept may be dropped in between, because the database was silent for seconds: then it is looked at again.
  test(
    "Q4 what was made for somebody is never kept, and what is kept never goes to somebody: every cacheable route",
    { retry: 2 },
    async () => {
      expect(kept().length).toBeGreaterThan(12);
      const { pages: cache } = registry.running.services;
      for (const url of kept()) {
        for (const [who, headers] of somebodies()) {
          cache.forgetAll();
          const own = await ask(url, headers);
          expect(own.status, `${who} ${url}`).toBe(statusFor(headers, url));
          expect(own.headers.get("cache-control"), `${who} ${url}`).toBe("private, no-store");
          expect(keptFor(url), `${who} ${url}`).toBeUndefined();
        }
        const first = await ask(url);
        expect([first.status, first.headers.get("cache-control")], url).toEqual([200, "no-cache"]);
        expect(first.headers.get("vary"), url).toBe("authorization, cookie, accept");
        const page = keptFor(url);
        expect(page, url).toBeDefined();
        // Whoever is given this page has it from the cache.
        Object.assign(page ?? {}, { body: "kept for anybody" });
        expect(await (await ask(url)).text(), url).toBe("kept for anybody");
        expect(await (await ask(url, { cookie: "theme=dark" })).text(), url).toBe("kept for anybody");
        for (const [who, headers] of somebodies()) {
          const etag = { "if-none-match": page?.etag ?? "" };
          const own = await ask(url, { ...headers, ...etag });
          expect(own.status, `${who} ${url}`).toBe(statusFor(headers, url));
          expect(await own.text(), `${who} ${url}`).not.toBe("kept for anybody");
          const head = await fetch(url, { method: "HEAD", headers });
          expect(head.headers.get("cache-control"), `${who} ${url}`).toBe("private, no-store");
        }
      }
    },
  );

  test("Q4 somebody who asks while a page is being made for anybody waits for none of it, and the other way round", async () => {
    const { pages: cache } = registry.running.services;
    const url = `${registry.url}/api/v1/skills/of-ada`;
    for (const [who, headers] of somebodies()) {
      cache.forgetAll();
      const [own, any, other] = await Promise.all([ask(url, headers), ask(url), ask(url, headers)]);
      expect(
        [own, any, other].map((answer) => answer.headers.get("cache-control")),
        who,
      ).toEqual(["private, no-store", "no-cache", "private, no-store"]);
    }
  });

  test("Q4 a page that is made for somebody is nobody else's to keep; an asset is the same for all", async () => {
    expect(pages().length).toBeGreaterThan(4);
    for (const url of pages()) {
      const anybody = await ask(url);
      const kept = anybody.headers.get("cache-control");
      const somebodys = url.endsWith(STREAM) ? "private, no-store, no-transform" : "private, no-store";
      // What signs in shows its form to whoever comes back from nowhere, too.
      const isForOne = (await anybody.text()).includes('<html lang="en" data-viewer=');
      if (url.endsWith(STREAM)) expect(kept, url).toBe(somebodys);
      else if (isForOne || KEPT_NOWHERE.has(new URL(url).pathname)) expect(kept, url).toBe("private, no-store");
      else expect(kept, url).not.toContain("no-store");
      expect(anybody.headers.get("vary")?.toLowerCase(), url).toContain("cookie");
      for (const [who, headers] of somebodies()) {
        const answer = await ask(url, headers);
        // A refusal is no stream.
        const due = answer.status === 200 ? somebodys : "private, no-store";
        expect(answer.headers.get("cache-control"), `${who} ${url}`).toBe(due);
      }
    }
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await ask(`${registry.url}/`)).text())?.[1] ?? "";
    const asset = await ask(`${registry.url}${script}`, { cookie: "session=1" });
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });
});
