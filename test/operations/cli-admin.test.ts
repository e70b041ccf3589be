import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CliHome, cliHome, type CliRun } from "../../apps/cli/test/cli-process.ts";
import { inspected, publish } from "../harness/api.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { heldZip } from "../harness/samples.ts";

let registry: TestRegistry;
let admin: CliHome;
let author: CliHome;

const ok = (run: CliRun): CliRun => {
  expect(run.code, run.stderr).toBe(0);
  return run;
};
const json = (run: CliRun): Record<string, unknown> => JSON.parse(ok(run).stdout);

describe("an admin looks after the registry by the command line", () => {
  let token: string;
  beforeAll(async () => {
    registry = await startTestRegistry({ withoutScanners: true });
    admin = await cliHome(registry.url, { GAIA_TOKEN: registry.adminToken });
    token = ok(await admin.run(["admin", "accounts", "create", "ada"])).stdout.trim();
    author = await cliHome(registry.url, { GAIA_TOKEN: token });
    await publish(registry.url, token, heldZip({ name: "looked-at" }));
    await inspected(registry.url, "looked-at", "1.0.0", token);
  });
  afterAll(async () => {
    await Promise.all([admin, author].map((home) => home?.remove()));
    await registry?.close();
  });

  test("accounts create: the token alone on standard output, and it works; nobody else may", async () => {
    expect(token).toMatch(/^gsk_\S+$/);
    expect(json(await author.run(["whoami", "--json"]))).toMatchObject({ handle: "ada" });
    expect((await author.run(["admin", "accounts", "create", "eve"])).code).toBe(4);
  });

  test("yank, then unyank", async () => {
    ok(await author.run(["yank", "looked-at@1.0.0", "--reason", "not today"]));
    expect(ok(await author.run(["unyank", "looked-at@1.0.0"])).stdout).toContain("published again");
  });

  test("audit-log: newest first, by target, actor and action, page by page", async () => {
    const mine = json(await admin.run(["admin", "audit-log", "--actor", "ada", "--limit", "1", "--json"]));
    const [newest] = mine["items"] as { actor: string; action: string; target: string }[];
    expect(newest?.actor).toBe("ada");
    const older = ["admin", "audit-log", "--actor", "ada", "--cursor", String(mine["next_cursor"]), "--json"];
    const rest = json(await admin.run(older))["items"] as { actor: string; action: string }[];
    expect(rest.length).toBeGreaterThan(1);
    expect(new Set(rest.map(({ actor }) => actor))).toEqual(new Set(["ada"]));
    const action = String(rest[0]?.action);
    const only = json(await admin.run(["admin", "audit-log", "--action", action, "--json"]));
    expect(new Set((only["items"] as { action: string }[]).map((one) => one.action))).toEqual(new Set([action]));
    expect((await author.run(["admin", "audit-log"])).code).toBe(4);
    const short = json(await admin.run(["admin", "audit-log", "--target", "looked-at@1.0.0", "--json"]));
    expect((short["items"] as unknown[]).length).toBeGreaterThan(2);
    const family = ["--publisher", "ada", "--action", "version.*", "--since", "1h", "--json"];
    const done = json(await admin.run(["admin", "audit-log", ...family]))["items"] as { action: string }[];
    expect(done.map((one) => one.action)).toContain("version.yank");
    expect((await admin.run(["admin", "audit-log", "--since", "yesterday"])).code).toBe(2);
  });

  test("audit-log: of a skill of mine, of my account, and into a file", async () => {
    const lines = ok(await author.run(["audit-log", "--skill", "looked-at", "--actor", "ada"])).stdout;
    expect(lines).toContain("version.yank");
    expect(lines).toContain("skill:looked-at@1.0.0");
    expect(lines).toContain("not today");
    const mine = json(await author.run(["audit-log", "--mine", "--json"]))["items"] as { action: string }[];
    expect(mine.map(({ action }) => action)).toEqual(expect.arrayContaining(["account.create", "version.yank"]));
    const csv = join(author.dir, "log.csv");
    const saved = json(await author.run(["audit-log", "--skill", "looked-at", "--export", "csv", "-o", csv, "--json"]));
    expect(saved).toMatchObject({ file: csv, format: "csv" });
    const text = await readFile(csv, "utf8");
    expect(text).toMatch(/^id,at,actor,action,target,request_id,detail\r\n/);
    expect(text).toContain(",ada,version.yank,skill:looked-at@1.0.0,");
    expect(saved["size_bytes"]).toBe(Buffer.byteLength(text));
    const ndjson = join(admin.dir, "log.ndjson");
    ok(await admin.run(["admin", "audit-log", "--account", "ada", "--export", "ndjson", "-o", ndjson]));
    const rows = (await readFile(ndjson, "utf8")).trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row).action)).toContain("account.create");
    const refused = await author.run(["admin", "audit-log", "--export", "csv", "-o", join(author.dir, "no.csv")]);
    expect(refused.code).toBe(4);
    await expect(readFile(join(author.dir, "no.csv"))).rejects.toThrow();
    expect((await author.run(["audit-log", "--skill", "nobodys"])).code).toBe(3);
    expect((await author.run(["audit-log", "--actor", "ada"])).code).toBe(2);
  });

  test("rescans: start, list, cancel", async () => {
    const started = json(
      await admin.run(["admin", "rescans", "start", "--reason", "a look", "--skill", "looked-at", "--json"]),
    );
    expect(ok(await admin.run(["admin", "rescans", "list"])).stdout).toContain(String(started["id"]));
    const cancelled = await admin.run(["admin", "rescans", "cancel", String(started["id"]), "--reason", "enough"]);
    expect([0, 4]).toContain(cancelled.code);
    expect((await admin.run(["admin", "rescans", "cancel", "1", "--reason", "enough"])).code).toBe(2);
  });

  test("advisories import: OSV records of a file; what is none is refused", async () => {
    const file = join(admin.dir, "osv.json");
    const record = {
      id: "OSV-2026-1",
      modified: "2026-01-02T00:00:00Z",
      affected: [{ package: { ecosystem: "PyPI", name: "left-pad" }, versions: ["1.0.0"] }],
    };
    await writeFile(file, JSON.stringify([record]));
    expect(ok(await admin.run(["admin", "advisories", "import", file])).stdout).toContain("1 new or newer");
    await writeFile(file, "no JSON");
    expect((await admin.run(["admin", "advisories", "import", file])).code).toBe(4);
    expect((await admin.run(["admin", "advisories", "import", "not-there"])).code).toBe(2);
  });

  test("clear: shows the findings, and asks or takes --yes", async () => {
    const line = ["admin", "clear", "looked-at@1.0.0", "--reason", "read every line"];
    const asked = await admin.run(line);
    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("verdict");
    expect(ok(await admin.run([...line, "--yes"])).stdout).toContain("Cleared looked-at");
    expect(ok(await author.run(["notices"])).stdout).toContain("looked-at@1.0.0");
    const { items } = json(await author.run(["notices", "--unread", "--json"])) as { items: { id: number }[] };
    ok(await author.run(["notices", "--read", String(items[0]?.id)]));
    const left = json(await author.run(["notices", "--unread", "--json"]));
    expect((left["items"] as { id: number }[]).map(({ id }) => id)).not.toContain(items[0]?.id);
  });
});
