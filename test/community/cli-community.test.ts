import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome, type CliRun } from "../../apps/cli/test/cli-process.ts";
import { account } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { secondAdmin } from "../harness/second-admin.ts";

let registry: TestRegistry;
const homes: CliHome[] = [];
const homeOf = async (token: string) => {
  const home = await cliHome(registry.url, { GAIA_TOKEN: token });
  homes.push(home);
  return home;
};
const ok = (run: CliRun): CliRun => {
  expect(run.code, run.stderr).toBe(0);
  return run;
};
// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
const json = (run: CliRun): any => JSON.parse(ok(run).stdout);

describe("what people say of a skill, by the command line", () => {
  let author: CliHome;
  let reader: CliHome;
  let admin: CliHome;
  let other: CliHome;

  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    const token = await account(registry.url, registry.adminToken, "ada");
    author = await homeOf(token);
    reader = await homeOf(await account(registry.url, registry.adminToken, "bob"));
    admin = await homeOf(registry.adminToken);
    other = await homeOf(await secondAdmin(registry, "olga"));
    for (const version of ["1.0.0", "1.1.0"]) await publishedAtOnce(registry, { token, name: "spoken-of", version });
    await publishedAtOnce(registry, { token, name: "better-one", version: "1.0.0" });
  });
  afterAll(async () => {
    await Promise.all(homes.map((home) => home.remove()));
    await registry?.close();
  });

  test("deprecate: info says so and install warns, with what to use instead; --undo takes it back", async () => {
    expect((await author.run(["deprecate", "spoken-of@1.1.0"])).code).toBe(2);
    const words = ["--message", "no longer kept", "--replacement", "better-one"];
    expect(ok(await author.run(["deprecate", "spoken-of@1.1.0", ...words])).stdout).toContain(
      "Deprecated spoken-of 1.1.0",
    );
    expect((await reader.run(["deprecate", "spoken-of@1.0.0", ...words])).code).toBe(4);
    const said = "is deprecated: no longer kept; use better-one instead";
    expect(ok(await reader.run(["info", "spoken-of"])).stdout).toContain(said);
    const installed = ok(await reader.run(["install", "spoken-of", "--allow-experimental", "--yes"]));
    expect(installed.stderr).toContain(`warning: spoken-of 1.1.0 ${said}`);
    expect(ok(await author.run(["deprecate", "spoken-of@1.1.0", "--undo"])).stdout).toContain("deprecated no more");
    expect(ok(await reader.run(["info", "spoken-of"])).stdout).not.toContain("deprecated");
  });

  test("review: who installed it with a token rates it; others read that; the publisher does not", async () => {
    expect(ok(await reader.run(["review", "spoken-of", "--rating", "4", "--text", "does it"])).stdout).toContain(
      "4 of 5",
    );
    expect((await reader.run(["review", "spoken-of", "--rating", "6"])).code).toBe(2);
    expect((await author.run(["review", "spoken-of", "--rating", "5"])).code).toBe(4);
    const shown = ok(await author.run(["review", "spoken-of"]));
    expect(shown.stdout).toMatch(/4\/5\s+bob\s+1\.1\.0.*does it/);
    expect(shown.stderr).toContain("4.0 of 5 by 1");
    ok(await reader.run(["review", "spoken-of", "--delete"]));
    expect((await reader.run(["review", "spoken-of", "--delete"])).code).toBe(3);
    expect(json(await author.run(["review", "spoken-of", "--json"]))).toMatchObject({ items: [] });
  });

  test("report, uphold, appeal, grant: each of them a line, and what it did", async () => {
    expect((await reader.run(["report", "spoken-of", "--kind", "dislike", "--text", "it is ugly"])).code).toBe(2);
    const report = ["report", "spoken-of@1.0.0", "--kind", "malware", "--text", "line 12", "--json"];
    const { id } = json(await reader.run(report));
    expect(ok(await reader.run(["report"])).stdout).toContain(id);
    expect(ok(await admin.run(["admin", "reports", "list"])).stdout).toContain(id);
    expect((await author.run(["admin", "reports", "list"])).code).toBe(4);
    const uphold = ["admin", "reports", "uphold", id, "--effect", "quarantine", "--reason", "it does"];
    expect(ok(await admin.run(uphold)).stdout).toContain("quarantine of 1.0.0");
    expect((await reader.run(["install", "spoken-of@1.0.0", "--allow-experimental", "--yes"])).code).toBe(4);
    expect(ok(await author.run(["notices"])).stdout).toContain(`case ${id}`);
    ok(await author.run(["appeal", id, "--text", "line 12 is a comment"]));
    expect(ok(await other.run(["admin", "appeals", "list"])).stdout).toContain("appeal pending");
    const grant = ["admin", "appeals", "grant", id, "--reason", "it is a comment"];
    expect((await admin.run(grant)).code).toBe(4);
    expect(ok(await other.run(grant)).stdout).toContain("granted");
    expect(json(await reader.run(["info", "spoken-of@1.0.0", "--json"]))).toMatchObject({ status: "published" });
  });

  test("admin unyank: brings back what its publisher yanked, which is told", async () => {
    ok(await author.run(["yank", "spoken-of@1.0.0", "--reason", "a stolen token"]));
    expect((await reader.run(["admin", "unyank", "spoken-of@1.0.0", "--reason", "because"])).code).toBe(4);
    const unyank = ["admin", "unyank", "spoken-of@1.0.0", "--reason", "the token was stolen"];
    expect(ok(await admin.run(unyank)).stdout).toContain("published again");
    expect(ok(await author.run(["notices"])).stdout).toContain("the token was stolen");
  });
});
