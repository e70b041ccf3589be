import type { MountedRoute, Protocol } from "@gaia/edge";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { createApp } from "../../apps/server/src/http/app.ts";
import type { Marketplace } from "../../apps/server/src/http/marketplace.ts";
import { PROBLEM } from "../../packages/api/src/index.ts";
import { account, call } from "../harness/api.ts";
import { type Browser, signedUp } from "../harness/people.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { toyProtocol } from "./toy-protocol.ts";

const marketplace = (await import("@gaia/web")) as Marketplace;

/** What strangers may ask a closed registry, by hand: all else is shut. */
const OPEN = [
  ...["/healthz", "/readyz", "/metrics", "/robots.txt", "/cli/gaia-skill.tgz"].map((path) => `GET ${path}`),
  ...["/favicon.ico", "/.well-known/security.txt"].map((path) => `GET ${path}`),
  ...[
    "/login",
    "/login/welcome",
    "/login/code",
    "/signup",
    "/verify",
    "/reset",
    "/claim",
    // Links of mails, that are followed where nobody is signed in.
    "/account/address/agree",
    "/account/address/cancel",
    "/device",
    "/cli/auth",
  ].flatMap((path) => [`GET ${path}`, `POST ${path}`]),
  ...["/login/with/:provider", "/login/from/:provider", "/theme.css", "/assets/:file", "/keys"].map(
    (path) => `GET ${path}`,
  ),
  "POST /theme",
  ...["/keys", "/revocations", "/trusted-publishing/audience"].map((path) => `GET /api/v1${path}`),
  ...["/device/code", "/device/token", "/trusted-publishing/exchange", "/leaked-tokens"].map(
    (path) => `POST /api/v1${path}`,
  ),
  // What a client has to know before it can sign in.
  ...["/.well-known/clawhub.json", "/.well-known/clawdhub.json"].map((path) => `GET ${path}`),
  "POST /api/cli/device/code",
  "POST /api/cli/device/token",
  "GET /log/checkpoint",
  "GET /log/tile/*",
  "POST /v1/query",
  "POST /v1/querybatch",
  "GET /v1/vulns/:id",
];
const isOpen = ({ method, path }: { method: string; path: string }): boolean =>
  OPEN.includes(`${method} ${path}`) || path.startsWith("/auth/") || /^\/cli\/.*\.whl$/.test(path);

/** A protocol whose author thought of no closed registry, and of no callers either. */
const careless = (): Protocol => ({
  area: {
    at: "/careless",
    dialect: PROBLEM.dialect,
    rates: { reading: "reads", writing: "writes" },
    bodyLimitBytes: 0,
    credentials: [],
    challenge: null,
    refusesMalformed: false,
    refusesUnknownKeys: false,
    cacheControl: null,
  },
  routes: [
    {
      method: "GET",
      path: "/:name",
      policy: { access: "anyone", cache: { keeps: "skill" } },
      answer: (c) => c.body("of-ada is here"),
    },
  ],
});

let registry: TestRegistry;
let app: ReturnType<typeof createApp>;
let table: readonly MountedRoute[];
let token: string;
let person: Browser;
/** Those whom a closed registry does not know, by the headers that they send. */
let strangers: [who: string, headers: Record<string, string>][];

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  "sec-fetch-site": "same-origin",
});

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { READ: "signed-in", SIGN_UP: "open" } });
  const { url, adminToken } = registry;
  token = await account(url, adminToken, "ada");
  await publishedAtOnce(registry, { token, name: "of-ada", version: "1.0.0" });
  person = (await signedUp(registry, "paula")).first;
  const revoked = await call(`${url}/api/v1/tokens`, { token, json: { name: "short", scopes: ["read"] } });
  await call(`${url}/api/v1/tokens/${revoked.body.id}`, { token, method: "DELETE" });
  const suspendedToken = await account(url, adminToken, "eve");
  const suspended = (await signedUp(registry, "mallory")).first;
  for (const handle of ["eve", "mallory"]) {
    const json = { reason: "for this test" };
    const done = await call(`${url}/api/v1/admin/accounts/${handle}/suspend`, { token: adminToken, json });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  }
  strangers = [
    ["nobody", {}],
    ["an unknown token", bearer("gsk_nobody-knows-this-one")],
    ["a revoked token", bearer(revoked.body.token)],
    ["a suspended account's token", bearer(suspendedToken)],
    ["a suspended account's session", cookieOf(suspended)],
    ["an unknown session", { cookie: "gaia.session_token=x.y" }],
    ["a theme", { cookie: "theme=dark" }],
  ];
  app = createApp(registry.running.services, marketplace, [toyProtocol, careless]);
  ({ table } = app);
});
afterAll(() => registry.close());

const addressOf = (path: string, name: string) =>
  path
    .replace(":path{.+}", "SKILL.md")
    .replace(/:name(\{.*?\})?/, name)
    .replace(/:version(\{.*?\})?/, "1.0.0")
    .replace(/:handle(\{.*?\})?/, name === "of-ada" ? "ada" : "nobody-here")
    .replaceAll(/:\w+(\{.*?\})?/g, "x")
    .replace("*", "000");

const ask = async (method: string, address: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`${registry.url}${address}`, { method, headers, redirect: "manual" }), {
    incoming: { socket: { remoteAddress: "192.0.2.1" } },
  });

const shut = () => table.filter((route) => !isOpen(route));

/** What a refusal says, without what differs from one to the next and without the address that was asked for. */
async function said(answer: Response, address: string): Promise<unknown> {
  const location = answer.headers.get("location")?.replace(encodeURIComponent(address), "ADDRESS");
  const body = (await answer.text()).replace(/"request_id":"[^"]*"/, "");
  return { status: answer.status, location, body, challenge: answer.headers.get("www-authenticate") };
}

describe("a closed registry (first week, A16)", () => {
  test("what is open to strangers is this list, and nothing else (first week, A16)", () => {
    expect(shut().length).toBeGreaterThan(100);
    const opened = table.filter(({ area, policy }) => (policy.whenClosed ?? area.whenClosed) === "open");
    const lines = (routes: readonly MountedRoute[]) => routes.map(({ method, path }) => `${method} ${path}`).toSorted();
    expect(lines(opened)).toEqual(lines(table.filter(isOpen)));
    expect(OPEN.filter((line) => !lines(opened).includes(line) && !line.includes(".tgz"))).toEqual([]);
  });

  test("every other route refuses every stranger alike, whether what is asked for exists or not (first week, A16)", async () => {
    for (const [who, headers] of strangers) {
      const heard = new Map<string, Set<string>>();
      const isPlain = who === "nobody";
      for (const { method, path, area } of shut()) {
        for (const name of isPlain ? ["of-ada", "not-there"] : ["of-ada"]) {
          const address = addressOf(path, name);
          for (const asked of new Set([
            method,
            isPlain && method === "GET" ? "HEAD" : method,
            isPlain ? "OPTIONS" : method,
          ])) {
            const line = `${who}: ${asked} ${address}`;
            const answer = await ask(asked, address, { ...headers, "if-none-match": "*" });
            expect(answer.headers.get("cache-control"), line).toBe("private, no-store");
            expect(answer.headers.has("etag"), line).toBe(false);
            const told = await said(answer, address);
            const isPage = area.signInAt !== undefined;
            expect(told, line).toMatchObject(
              isPage && !("authorization" in headers) ? { status: 303 } : { status: 401 },
            );
            const key = `${area.at} ${isPage} ${asked === "HEAD" || asked === "GET" ? asked : "write"}`;
            heard.set(key, (heard.get(key) ?? new Set()).add(JSON.stringify(told)));
          }
        }
      }
      for (const [key, different] of heard) expect([...different], `${who} ${key}`).toHaveLength(1);
    }
  });

  test("addresses that nobody has are answered as those that somebody has (first week, A16)", async () => {
    for (const address of ["/api/v1/nothing", "/log/nothing", "/careless/a/b", "/toy/a/b/c"])
      expect((await ask("GET", address)).status, address).toBe(401);
    for (const address of ["/nothing", "/skills/of-ada/nothing/at/all", "//elsewhere.example/"])
      expect((await ask("GET", address)).status, address).toBe(303);
    expect((await ask("GET", "/search?q=a b&page=2")).headers.get("location")).toBe(
      "/login?back=%2Fsearch%3Fq%3Da%2520b%26page%3D2",
    );
    for (const address of ["/log/tile/%65ntries/000", "/log/tile//entries/000", "/log/tile/0/../entries/000"])
      expect([401, 404], address).toContain((await ask("GET", address)).status);
    const challenged = await ask("GET", "/toy/of-ada/1.0.0");
    expect(challenged.headers.get("www-authenticate")).toBe('Basic realm="toy"');
    expect((await ask("GET", "/api/v1/skills")).headers.get("www-authenticate")).toBe('Bearer realm="registry"');
  });

  test("a live token and a session read what is public, on every route (first week, A16)", async () => {
    for (const { method, path, area } of shut()) {
      const takes = area.credentials.length === 0 ? ["bearer", "basic"] : area.credentials;
      const mine: [string, Record<string, string>][] = [];
      if (takes.includes("bearer")) mine.push(["a token", bearer(token)]);
      if (takes.includes("session")) mine.push(["a session", cookieOf(person)]);
      expect(mine.length, path).toBeGreaterThan(0);
      for (const [who, headers] of mine) {
        const answer = await ask(method, addressOf(path, "of-ada"), headers);
        const line = `${who}: ${method} ${path}`;
        expect(answer.status, line).not.toBe(401);
        // A stream of events is not changed on the way either.
        const kept = path.endsWith("/scan-events") ? "private, no-store, no-transform" : "private, no-store";
        expect(answer.headers.get("cache-control"), line).toBe(kept);
        expect(answer.headers.get("location") ?? "", line).not.toContain("/login");
      }
    }
    for (const address of ["/api/v1/skills/of-ada", "/api/v1/skills/of-ada/1.0.0/download", "/careless/of-ada"])
      expect((await ask("GET", address, bearer(token))).status, address).toBe(200);
    const page = await ask("GET", "/skills/of-ada", cookieOf(person));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("of-ada")]);
    const narrow = { name: "narrow", scopes: ["publish"], namePatterns: undefined };
    const made = await call(`${registry.url}/api/v1/tokens`, {
      token,
      json: { name: narrow.name, scopes: narrow.scopes },
    });
    expect((await ask("GET", "/api/v1/skills/of-ada", bearer(made.body.token))).status).toBe(200);
  });

  test("what is open answers strangers, and names no skill (first week, A16)", async () => {
    for (const { method, path } of table.filter(isOpen)) {
      const answer = await ask(method, addressOf(path, "of-ada"), { "sec-fetch-site": "same-origin" });
      const body = await answer.text();
      const line = `${method} ${path}`;
      expect(body, line).not.toContain("This registry is closed");
      expect(answer.headers.get("location") ?? "", line).not.toContain("back=%2F");
      expect(body.includes("of-ada"), line).toBe(false);
    }
    expect(await (await ask("GET", "/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
    const asset = /href="(\/assets\/[^"]+\.css)"/.exec(await (await ask("GET", "/login")).text())?.[1] ?? "";
    expect((await ask("GET", asset)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("Q4 the short way gives strangers nothing, whatever was read before by whom (first week, A16)", async () => {
    const { pages } = registry.running.services;
    for (const address of ["/api/v1/skills/of-ada", "/api/v1/skills", "/api/v1/openapi.json"]) {
      const own = await fetch(`${registry.url}${address}`, { headers: bearer(token) });
      expect([own.status, own.headers.get("cache-control")], address).toEqual([200, "private, no-store"]);
      const etag = own.headers.get("etag") ?? "*";
      for (const init of [
        {},
        { method: "HEAD" },
        { headers: { "if-none-match": etag } },
        { headers: { range: "bytes=0-9" } },
      ]) {
        const strange = await fetch(`${registry.url}${address}`, init);
        expect([strange.status, strange.headers.get("cache-control")], address).toEqual([401, "private, no-store"]);
      }
      expect(pages.find(address), address).toBeUndefined();
    }
    for (let time = 0; time < 2; time += 1)
      expect((await fetch(`${registry.url}/api/v1/keys`)).headers.get("cache-control")).toBe("no-cache");
  });

  test("audit and outdated see what is newer, by the login (first week, A16)", async () => {
    const cli = await cliHome(registry.url);
    onTestFinished(cli.remove);
    await publishedAtOnce(registry, { token, name: "grows-old", version: "1.0.0" });
    expect((await cli.run(["login", "--token", "-"], { input: token })).code).toBe(0);
    const installed = await cli.run(["install", "grows-old", "--allow-experimental", "--yes"]);
    expect(installed.code, installed.stderr).toBe(0);
    await publishedAtOnce(registry, { token, name: "grows-old", version: "1.1.0" });
    for (const [verb, says] of [
      ["audit", { newer: "1.1.0" }],
      ["outdated", { latest: "1.1.0" }],
    ] as const) {
      const run = await cli.run([verb, "--json"]);
      expect(JSON.parse(run.stdout).skills, run.stderr).toMatchObject([{ name: "grows-old", ...says }]);
    }
  });

  test("the command line says how to sign in, and works once one has (first week, A16)", async () => {
    const cli = await cliHome(registry.url);
    try {
      const refuses = async (args: string[]) => {
        const refused = await cli.run(args);
        expect([args[0], refused.code], refused.stderr).toEqual([args[0], 4]);
        expect(refused.stderr).toContain(`login --registry ${registry.url}`);
        const json = JSON.parse((await cli.run([...args, "--json"])).stdout);
        expect(json).toMatchObject({ status: 401, code: "registry_closed" });
      };
      await refuses(["search", "of-ada"]);
      await refuses(["install", "of-ada", "--yes"]);
      expect((await cli.run(["login", "--token", "-"], { input: token })).code).toBe(0);
      for (const args of [
        ["search", "of-ada"],
        ["install", "of-ada", "--allow-experimental", "--yes"],
        ["verify", "of-ada"],
        ["update", "--all", "--allow-experimental", "--yes"],
      ]) {
        const done = await cli.run(args);
        expect([args[0], done.code], done.stderr).toEqual([args[0], 0]);
      }
      const { log } = (await call(`${registry.url}/api/v1/keys`)).body;
      const monitor = ["monitor", registry.url, "--log", log.key, "--from-start"];
      const entries = await cli.run(monitor);
      expect([entries.code, entries.stdout + entries.stderr]).toEqual([0, expect.stringContaining("of-ada")]);
      // The registry signed the entries with names of skills: whoever signs out follows them no more.
      expect((await cli.run(["logout"])).code).toBe(0);
      await refuses(monitor);
    } finally {
      await cli.remove();
    }
  });
});
