import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome } from "../test/cli-process.ts";
import { type FakeRegistry, problem, startFakeRegistry } from "../test/fake-registry.ts";

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

describe("D5 errors guide", () => {
  test.each(["subscribe", "frobnicate", "ad"])("D5 %s is no verb, and none is suggested", async (verb) => {
    const run = await home.run([verb]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`unknown command '${verb}'`);
    expect(run.stderr).not.toMatch(/did you mean/i);
  });

  test.each([
    ["add", "install"],
    ["upgrade", "update"],
    ["uninstall", "remove"],
  ])("D5 %s is what others call %s", async (verb, ours) => {
    const run = await home.run([verb, "x"]);
    expect([run.code, run.stderr.includes(`\`${ours}\` does that here`)]).toEqual([2, true]);
  });

  test.each([
    ["serach", "search"],
    ["instal", "install"],
    ["publsh", "publish"],
    ["veirfy", "verify"],
  ])("D5 %s was meant as %s", async (verb, meant) => {
    const run = await home.run([verb, "x"]);
    expect([run.code, run.stderr.includes(`Did you mean ${meant}?`)]).toEqual([2, true]);
  });

  test.each([
    ["frobnicate", "--help"],
    ["--help", "frobnicate"],
    ["admin", "report", "--help"],
    ["keys", "report", "-h"],
  ])("D5 asking for the help of a verb that does not exist is a usage error: %s %s %s", async (...line) => {
    const run = await home.run(line.filter((word) => word !== undefined));
    expect([run.code, run.stdout]).toEqual([2, ""]);
    expect((await home.run([...line, "--json"])).stdout).toContain('"code": "usage"');
  });

  test.each([["--help"], ["install", "--help"], ["help"], ["help", "install"], ["admin", "approve", "--help"]])(
    "D5 the help of what exists stays: %s %s %s",
    async (...line) => {
      const run = await home.run(line.filter((word) => word !== undefined));
      expect([run.code, run.stdout.includes("Usage: gaia skill")]).toEqual([0, true]);
    },
  );

  test("D5 a refused token says where tokens come from, and how to give one", async () => {
    registry.on("GET", "/api/v1/whoami", problem(401, "unauthorized", "A token is needed."));
    const run = await home.run(["whoami", "--registry", registry.url]);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain(`\`npx gaia skill login\``);
    expect(run.stderr).toMatch(/an admin of the registry makes an account/);
  });

  test("D5 login without any token says the same", async () => {
    const run = await home.run(["login"], { input: "" });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/an admin of the registry makes an account/);
  });

  test.each([
    ["on standard input", ["login"], TOKEN, {}],
    ["on standard input, by -", ["login", "--token", "-"], TOKEN, {}],
    ["in GAIA_TOKEN", ["login"], "", { GAIA_TOKEN: TOKEN }],
    ["as a value, which goes on working", ["login", "--token", TOKEN], "", {}],
  ])("D5 a token is taken %s", async (_where, line, input, env) => {
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

  test("D5 a version that the manifest does not say is given by --version", async () => {
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
