import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../../test/fake-registry.ts";

const TOKEN = "gsk_of-the-test-0123456789";

let registry: FakeRegistry;
let home: CliHome;
beforeAll(async () => {
  registry = await startFakeRegistry();
  home = await cliHome(registry.url);
});
afterAll(async () => {
  await home?.remove();
  await registry?.close();
});

describe("errors guide", () => {
  test.each(["subscribe", "frobnicate", "ad"])("%s is no verb, and none is suggested", async (verb) => {
    const run = await home.run([verb]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`unknown command '${verb}'`);
    expect(run.stderr).not.toMatch(/did you mean/i);
  });

  test.each([
    ["add", "install"],
    ["upgrade", "update"],
    ["uninstall", "remove"],
  ])("%s is what others call %s", async (verb, ours) => {
    const run = await home.run([verb, "x"]);
    expect([run.code, run.stderr.includes(`\`${ours}\` does that here`)]).toEqual([2, true]);
  });

  test.each([
    ["serach", "search"],
    ["instal", "install"],
    ["publsh", "publish"],
    ["veirfy", "verify"],
  ])("%s was meant as %s", async (verb, meant) => {
    const run = await home.run([verb, "x"]);
    expect([run.code, run.stderr.includes(`Did you mean ${meant}?`)]).toEqual([2, true]);
  });

  test.each([
    ["frobnicate", "--help"],
    ["--help", "frobnicate"],
    ["admin", "report", "--help"],
    ["keys", "report", "-h"],
  ])("asking for the help of a verb that does not exist is a usage error: %s %s %s", async (...line) => {
    const run = await home.run(line.filter((word) => word !== undefined));
    expect([run.code, run.stdout]).toEqual([2, ""]);
    expect((await home.run([...line, "--json"])).stdout).toContain('"code": "usage"');
  });

  test.each([["--help"], ["install", "--help"], ["help"], ["help", "install"], ["admin", "approve", "--help"]])(
    "the help of what exists stays: %s %s %s",
    async (...line) => {
      const run = await home.run(line.filter((word) => word !== undefined));
      expect([run.code, run.stdout.includes("Usage: gaia skill")]).toEqual([0, true]);
    },
  );

  test("a refused token says where tokens come from, and how to give one", async () => {
    registry.on("GET", "/api/v1/whoami", problem(401, "unauthorized", "A token is needed."));
    const run = await home.run(["whoami", "--registry", registry.url]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain(`\`npx gaia skill login\``);
    expect(run.stderr).toMatch(/an admin of the registry makes an account/);
  });

  test.each([
    [
      "a scope that the token lacks, with those that it has",
      problem(403, "forbidden", "This needs a token with the scope admin; this one has publish, read."),
      /login --scope publish --scope read --scope admin`/,
    ],
    [
      "whose token it is, where it is about that",
      problem(403, "forbidden", "Your account ada does not belong to publisher acme."),
      /whoami`.*token list`/,
    ],
    [
      "nothing, where no token helps",
      problem(403, "forbidden", "ada staged this version: another member of its publisher approves it."),
      null,
    ],
    [
      "a current code, for a wrong one",
      problem(401, "second_factor_invalid", "None that counts."),
      /send the one that the app shows now/,
    ],
    ["--publisher, for a name that is taken", problem(409, "name_taken", "it is."), /name that one with --publisher/],
    [
      "whose key is missing",
      problem(422, "signer_unknown", "Publisher acme has no signing key or identity here: register one first."),
      /keys add --publisher acme`/,
    ],
  ])("a refusal hints at %s", async (_what, answer, hint) => {
    registry.on("GET", "/api/v1/whoami", answer);
    const run = await home.run(["whoami", "--registry", registry.url, "--json"]);
    const said = JSON.parse(run.stdout).hint ?? null;
    expect(said).toEqual(hint === null ? null : expect.stringMatching(hint));
  });

  test("H-A5 a registry that does not know a key is told to be older, with the key, what it takes, and the way out", async () => {
    const message = "The query key `min-age` is not known here.";
    const errors = [
      {
        code: "unknown_key",
        severity: "error",
        message,
        hint: "Known here: limit.",
        file: null,
        line: null,
        column: null,
      },
    ];
    const refusal = problem(400, "invalid_request", `${message} Known here: limit.`, { errors });
    registry.on("GET", "/api/v1/skills/web-search", refusal);
    const run = await home.run(["info", "web-search", "--registry", registry.url]);
    expect([run.code, run.stderr]).toEqual([
      4,
      expect.stringContaining(`The registry lacks what this command asks for. ${message}`),
    ]);
    expect(run.stderr).toMatch(/older than this command line.*leave the option out.*nothing was changed/);
    const json = await home.run(["info", "web-search", "--registry", registry.url, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      code: "invalid_request",
      exit: 4,
      hint: expect.stringContaining("older"),
    });
  });

  test("login without any token says the same", async () => {
    const run = await home.run(["login"], { input: "" });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/on standard input, or sign in by a browser elsewhere with --device/);
    expect(run.stderr).toMatch(/an admin of the registry makes an account/);
  });

  test.each([
    ["on standard input", ["login"], TOKEN, {}],
    ["on standard input, by -", ["login", "--token", "-"], TOKEN, {}],
    ["in GAIA_TOKEN", ["login"], "", { GAIA_TOKEN: TOKEN }],
    ["as a value, which goes on working", ["login", "--token", TOKEN], "", {}],
  ])("a token is taken %s", async (_where, line, input, env) => {
    const heard: (string | null)[] = [];
    registry.on("GET", "/api/v1/whoami", (request) => {
      heard.push(request.headers.authorization ?? null);
      return { body: { handle: "ada", role: "user", publishers: ["ada"] } };
    });
    const run = await home.run(line, { input, env });
    expect(run.code, run.stderr).toBe(0);
    expect(heard).toEqual([`Bearer ${TOKEN}`]);
    expect(run.stdout + run.stderr).not.toContain(TOKEN);
  });

  test("a version that the manifest does not say is given by --version", async () => {
    const dir = join(home.dir, "unversioned");
    await mkdir(dir, { recursive: true });
    await writeFile(
      join(dir, "SKILL.md"),
      "---\nname: unversioned\ndescription: It says no version of its own.\nlicense: MIT\n---\n\n# U\n",
    );
    const run = await home.run(["pack", dir]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("--version 0.1.0");
    expect((await home.run(["pack", dir, "--version", "1.0.0"])).code).toBe(0);
  });
});
