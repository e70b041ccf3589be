import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";
import { fakeVersion, serveSkill } from "../../test/fake-release.ts";

let fake: FakeRegistry;
let home: CliHome;
beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

describe("exit codes (docs/cli.md)", () => {
  const cases: [number, string, number][] = [
    [400, "invalid_request", 4],
    [401, "unauthorized", 4],
    [403, "forbidden", 4],
    [404, "not_found", 3],
    [409, "version_exists", 4],
    [410, "gone", 3],
    [413, "package_too_large", 4],
    [422, "invalid_manifest", 4],
    [422, "signature_invalid", 5],
    [422, "signer_unknown", 5],
    [429, "rate_limited", 4],
    [500, "internal", 1],
    [503, "unavailable", 6],
  ];
  test.each(cases)("a problem %i %s ends with %i, and --json prints it as it came", async (status, code, exit) => {
    const answer = problem(status, code, "What happened, in one sentence.");
    fake.on("GET", "/api/v1/skills/web-search", answer);
    const human = await home.run(["info", "web-search"]);
    expect(human).toMatchObject({ code: exit, stdout: "" });
    expect(human.stderr).toContain("gaia: What happened, in one sentence.\n");
    const json = await home.run(["info", "web-search", "--json"]);
    expect(json).toMatchObject({ code: exit, stderr: "" });
    const said = JSON.parse(json.stdout);
    const message = "What happened, in one sentence.";
    expect(said).toEqual({ ...(answer.body as object), message, hint: said.hint, exit });
    expect(said.hint === null || human.stderr.includes(`hint: ${said.hint}`)).toBe(true);
  });

  test("too many requests are a busy registry (6) where it says in how many seconds they are answered", async () => {
    const detail = "600 reads a minute are allowed; try again in 90 s.";
    const answer = { ...problem(429, "rate_limited", detail), headers: { "retry-after": "90" } };
    fake.on("GET", "/api/v1/skills/web-search", answer);
    const run = await home.run(["info", "web-search", "--json"]);
    expect([run.code, JSON.parse(run.stdout)]).toMatchObject([
      6,
      { code: "rate_limited", message: detail, hint: "try again in 90 seconds" },
    ]);
  });

  test("a registry that is not there is 6, usage is 2, in words and in JSON", async () => {
    const nowhere = await home.run(["info", "web-search", "--json", "--registry", "http://127.0.0.1:9"]);
    expect(nowhere.code).toBe(6);
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ code: "registry_unreachable" });
    for (const args of [
      ["info"],
      ["nonsense"],
      ["info", "a", "b"],
      ["search", "--tier", "best"],
      ["yank", "a@1.0.0"],
      ["info", "a", "--registry", "ftp://x"],
      ["promote", "a"],
      [],
    ])
      expect([args, (await home.run(args)).code]).toEqual([args, 2]);
    expect(JSON.parse((await home.run(["info", "--json"])).stdout)).toMatchObject({ code: "usage" });
  });

  test.each([
    ["an error that is no problem", { status: 418, headers: { "content-type": "text/plain" }, body: "teapot" }],
    ["an empty object", { body: {} }],
    ["null", { body: null }],
    ["problem fields of other types", { status: 404, body: { code: 1, title: [], detail: {} } }],
    ["an error list of other types", { status: 422, body: { code: "x", title: "x", detail: "x", errors: [null] } }],
  ])("an answer that is no registry's (%s) is one sentence, never a stack", async (_name, answer) => {
    fake.on("GET", "/api/v1/skills/web-search", answer);
    const run = await home.run(["info", "web-search"]);
    expect(run.code).toBe(6);
    expect(run.stderr).toMatch(/^gaia: .*skills\/web-search: /);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  test("an answer that is a web page is one sentence, which says that something stands before the registry", async () => {
    const headers = { "content-type": "text/html" };
    fake.on("GET", "/api/v1/skills/web-search", { status: 200, headers, body: "<html>" });
    const run = await home.run(["info", "web-search"]);
    expect(run.code).toBe(6);
    expect(run.stderr).toMatch(/^gaia: .*something before it answered with a web page \(200\)\n *hint: /);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });
});

test("an answer that does not end is a registry that answers nonsense: exit 6, and nothing is read beyond the bound", async () => {
  fake.on("GET", "/api/v1/skills/web-search", { body: { name: "x".repeat(9 * 1024 * 1024) } });
  const run = await home.run(["info", "web-search", "--json"]);
  expect(run.code).toBe(6);
  expect(JSON.parse(run.stdout)).toMatchObject({ code: "answer_too_large" });
});

test("each diagnostic is `file:line:column severity code message`, with its hint", async () => {
  const errors = [
    {
      code: "SK3011",
      severity: "error",
      file: "SKILL.md",
      line: 3,
      column: 10,
      message: '"1" is not a version.',
      hint: "Write 1.0.0.",
    },
    {
      code: "SK1001",
      severity: "warning",
      file: null,
      line: null,
      column: null,
      message: "Nothing there.",
      hint: null,
    },
  ];
  fake.on("GET", "/api/v1/skills/web-search", problem(422, "invalid_manifest", "Two things are wrong.", { errors }));
  const { stderr } = await home.run(["info", "web-search"]);
  expect(stderr).toContain('  SKILL.md:3:10 error SK3011 "1" is not a version.\n');
  expect(stderr).toContain("hint: Write 1.0.0.");
  expect(stderr).toContain("  warning SK1001 Nothing there.\n");
});

describe("X7 nothing from a registry steers the terminal", () => {
  const evil =
    "\u001b[2J\u001b]0;owned\u0007\u001b]8;;http://evil\u001b\\click\u009b31m\u202egnp.exe\u200b\u2066\rfake line\nfake line\u{e0041}";
  const forbidden =
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;

  test("in what a skill says", async () => {
    const version = {
      ...fakeVersion({ name: "web-search", version: "1.0.0", publisher: "ada", tier: "experimental" }),
      description: evil,
      display_name: evil,
      license: evil,
      tags: [evil],
      verdict_reason: evil,
    };
    version.diagnostics = [
      { code: evil, title: evil, severity: "info", message: evil, hint: evil, file: evil, line: 1, column: 1 },
    ];
    version.permissions = { declared: [evil], inferred: [{ permission: evil, evidence: [] }] };
    serveSkill(fake, [version]);
    const listed = {
      ...version,
      latest_version: "1.0.0",
      permissions: [evil],
      permissions_declared: true,
      score: 1,
      updated_at: evil,
    };
    fake.on("GET", "/api/v1/search", {
      body: {
        hits: [{ ...listed, downloads: 0, rating: { average: null, count: 0 } }],
        total: 1,
        next_cursor: null,
        facets: { tier: {}, format: {}, tag: { [evil]: 1 }, permission: {} },
      },
    });
    for (const args of [
      ["info", "web-search"],
      ["search", "x"],
      ["info", "web-search", "--json"],
      ["search", "x", "--json"],
    ]) {
      const run = await home.run(args);
      expect([args, run.code]).toEqual([args, 0]);
      expect(run.stdout).not.toMatch(forbidden);
      expect(run.stdout).not.toContain("\nfake line");
    }
    const json = await home.run(["info", "web-search", "--json"]);
    expect((JSON.parse(json.stdout) as { description: string }).description).toBe(evil);
  });

  test("in a problem, its code and its diagnostics", async () => {
    const errors = [{ code: evil, severity: evil, file: evil, line: 1, column: 1, message: evil, hint: evil }];
    fake.on("GET", "/api/v1/skills/web-search", problem(422, "invalid_manifest", evil, { title: evil, errors }));
    const run = await home.run(["info", "web-search"]);
    expect(run.code).toBe(4);
    expect(run.stderr).not.toMatch(forbidden);
    expect(run.stderr).not.toContain("\nfake line");
    expect((await home.run(["info", "web-search", "--json"])).stdout).not.toMatch(forbidden);
  });
});

describe("tokens", () => {
  const token = "gsk_abcdefghijklmnopqrstuvwxyz012345";
  const who = { handle: "ada", role: "user", publishers: ["ada"] };
  const sent = (registry: FakeRegistry) => registry.requests.map(({ headers }) => headers.authorization);

  test("login stores it 0600 by origin, whoami uses it, logout forgets it, nothing prints it", async () => {
    fake.on("GET", "/api/v1/whoami", ({ headers }) =>
      headers.authorization === `Bearer ${token}` ? { body: who } : problem(401, "unauthorized", "No."),
    );
    const login = await home.run(["login", "--token"], { input: `${token}\n` });
    expect(login.code).toBe(0);
    const { stat } = await import("node:fs/promises");
    expect((await stat(`${home.dir}/home/credentials.json`)).mode & 0o777).toBe(0o600);
    const whoami = await home.run(["whoami", "--json"]);
    expect(JSON.parse(whoami.stdout)).toEqual(who);
    const logout = await home.run(["logout"]);
    expect((await home.run(["whoami"])).code).toBe(4);
    for (const run of [login, whoami, logout]) expect(run.stdout + run.stderr).not.toContain(token);
  });

  test("a refused one is not stored", async () => {
    fake.on("GET", "/api/v1/whoami", problem(401, "unauthorized", "No."));
    expect((await home.run(["login", "--token", token])).code).toBe(4);
    await home.run(["whoami"]);
    expect(sent(fake).at(-1)).toBeUndefined();
  });

  test("never goes to another origin: neither a stored one, nor GAIA_TOKEN of GAIA_REGISTRY", async () => {
    fake.on("GET", "/api/v1/whoami", { body: who });
    expect((await home.run(["login", "--token", token])).code).toBe(0);
    const other = await startFakeRegistry();
    await home.run(["whoami", "--registry", other.url]);
    const run = await home.run(["whoami", "--registry", other.url], { env: { GAIA_TOKEN: token } });
    expect(run.stderr).toContain("GAIA_TOKEN is not sent");
    expect(other.requests).toHaveLength(2);
    expect(sent(other)).toEqual([undefined, undefined]);
    await other.close();
  });

  test("never follows a redirect to another origin, and no write follows any", async () => {
    const other = await startFakeRegistry();
    const env = { GAIA_TOKEN: token };
    fake.on("GET", "/api/v1/whoami", { status: 302, headers: { location: `${other.url}/api/v1/whoami` } });
    expect((await home.run(["whoami"], { env })).code).toBe(6);
    fake.on("POST", "/api/v1/skills/a/1.0.0/yank", { status: 307, headers: { location: "/api/v1/elsewhere" } });
    expect((await home.run(["yank", "a@1.0.0", "--reason", "why"], { env })).code).toBe(6);
    expect(other.requests).toEqual([]);
    fake.on("GET", "/api/v1/whoami", { status: 302, headers: { location: "/api/v1/whoami" } });
    expect((await home.run(["whoami"], { env })).code).toBe(6);
    await other.close();
  });

  test("a download may go to storage, without the token", async () => {
    const { serveRelease } = await import("../../test/fake-release.ts");
    const storage = await startFakeRegistry();
    await serveRelease(storage, { name: "wild", tier: "experimental" });
    await serveRelease(fake, { name: "wild", tier: "experimental" });
    const path = "/api/v1/skills/wild/1.0.0/download";
    fake.on("GET", path, { status: 302, headers: { location: `${storage.url}${path}` } });
    const run = await home.run(["install", "wild", "--allow-experimental"], { env: { GAIA_TOKEN: token } });
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    expect(sent(fake)).toContain(`Bearer ${token}`);
    expect(sent(storage)).toEqual([undefined]);
    await storage.close();
  });

  test("a token with a line break is refused before anything is sent", async () => {
    expect((await home.run(["whoami"], { env: { GAIA_TOKEN: "gsk_abcdefgh\r\nx-evil: 1" } })).code).toBe(2);
    expect(fake.requests).toEqual([]);
  });
});
