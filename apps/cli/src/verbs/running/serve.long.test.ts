import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { file, serveRelease, skillFiles } from "../../../test/fake-release.ts";
import { localFiles, type ServedHome, servedHomes, type ServedHomes, toolNames } from "../../../test/served-home.ts";

let homes: ServedHomes;
let at: ServedHome;
const anything = z.looseObject({});

beforeAll(async () => {
  homes = await servedHomes();
});
beforeEach(async () => {
  at = await homes.fresh();
});
afterEach(() => at.remove());
afterAll(() => homes.close());

describe("what is installed and enabled is offered to an MCP client", () => {
  test("a list of many files comes in pages", async () => {
    const many = Array.from({ length: 250 }, (_, at) => file(`data/${String(at).padStart(3, "0")}.txt`, `${at}\n`));
    await serveRelease(homes.fake, {
      name: "many",
      tier: "experimental",
      files: [...skillFiles({ name: "many", version: "1.0.0" }), ...many],
    });
    expect(await at.home.run(["install", "many", "--allow-experimental"])).toMatchObject({ code: 0 });
    const { client } = await at.connected();
    const first = await client.request({ method: "resources/list", params: {} }, anything);
    expect(first["resources"]).toHaveLength(100);
    expect(first["nextCursor"]).toBe("100");
    const wrong = client.request({ method: "resources/list", params: { cursor: "../etc" } }, anything);
    await expect(wrong).rejects.toMatchObject({ code: -32602 });
    expect((await client.listResources()).resources).toHaveLength(259);
  });

  test("a damaged lock file offers nothing, says so, and holds again once it is mended", async () => {
    const lock = join(at.home.dir, "home", "skills", "skill-lock.json");
    const text = await readFile(lock, "utf8");
    const session = await at.connected();
    await writeFile(lock, "{");
    expect(await toolNames(session)).toEqual([]);
    expect(session.stderr()).toContain("is damaged");
    await writeFile(lock, text);
    expect(await toolNames(session)).toHaveLength(2);
  });
});

describe("what a repository brings", () => {
  test("takes no installed skill's place, and no link leads out of it", async () => {
    await at.writeLocal("web-search", localFiles("web-search"));
    await at.enableLocal("web-search");
    await symlink(at.placeOf("web-search"), join(at.project, "skills", "linked"));
    await at.writeLocal("inner", localFiles("inner"));
    await symlink("/etc/passwd", join(at.project, "skills", "inner", "secret.txt"));
    const session = await at.connected({ cwd: at.project });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ _meta }) => _meta?.["gaia-skill/scope"])).toEqual(["home", "home"]);
    expect(session.stderr()).toContain("another web-search is offered already");
    expect(session.stderr()).toContain("secret.txt is no regular file");
    expect(session.stderr()).not.toContain("linked");
  });

  test("a lock that came with a repository vouches for nothing: neither tier nor what was agreed to", async () => {
    await serveRelease(homes.fake, { name: "wild", tier: "experimental", permissions: ["shell:execute"] });
    const args = ["install", "wild", "--project", "--allow-experimental", "--yes"];
    expect(await at.home.run(args, { cwd: at.project })).toMatchObject({ code: 0 });
    // Another person's home, which opens this repository.
    await rm(join(at.home.dir, "home"), { recursive: true });
    const session = await at.connected({ cwd: at.project });
    expect(await toolNames(session)).toEqual([]);
    expect(session.stderr()).toContain("no registry that you pinned vouches for it");
    await at.enableLocal("wild");
    const { tools } = await session.client.listTools();
    expect(tools[0]?._meta).toMatchObject({ "gaia-skill/scope": "local", "gaia-skill/tier": "experimental" });
    const aside = await at.connected({ cwd: at.project, args: ["--home-only"] });
    expect(await toolNames(aside)).toEqual([]);
  });
});

describe("hostile clients and starts", () => {
  /** Writes lines to a server by hand. */
  const answersTo = async (lines: string[]) => {
    const run = await at.home.spawn(["serve", "--mcp"], { input: lines.join("") });
    return {
      ...run,
      answers: run.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  };
  const hello = `${JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
  })}\n`;

  test("bytes that are no message and messages that are too long harm nobody; standard output is the protocol alone", async () => {
    const run = await answersTo(["nonsense\n", "[]\n", '{"jsonrpc":"2.0"}\n', "\u001b[2J\n", hello]);
    expect(run).toMatchObject({ code: 0, answers: [{ id: 1, result: { serverInfo: { name: "gaia-skill" } } }] });
    const long = await answersTo([hello, `${"x".repeat(11 * 1024 * 1024)}\n`]);
    expect(long).toMatchObject({ code: 0, answers: [{ id: 1 }] });
    expect(long.stderr).toContain("from the client");
  });

  test("arguments that are no object, and names that steer a terminal, are refused in plain text", async () => {
    const session = await at.connected();
    const call = (params: Record<string, unknown>) =>
      session.client.request({ method: "tools/call", params }, anything);
    for (const input of [[1], "text", 7])
      await expect(call({ name: "web-search__greet", arguments: input })).rejects.toMatchObject({ code: -32602 });
    const named = await call({ name: "x\u001b[2J\u202e\u{e0041}", arguments: {} }).catch(
      (error: Error) => error.message,
    );
    expect(named).toContain('There is no tool "x[2J"');
    const input = { name: "web-search__greet", arguments: { name: "x".repeat(2 * 1024 * 1024) } };
    expect(await call(input)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "input_too_large" } },
    });
  });

  test("without --mcp, with --json or in no directory it says what it takes", async () => {
    expect(await at.home.run(["serve"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--mcp") });
    expect(await at.home.run(["serve", "--mcp", "--json"])).toMatchObject({ code: 2 });
    expect(await at.home.run(["serve", "--mcp", "--dir", "nowhere"])).toMatchObject({ code: 2 });
  });
});
