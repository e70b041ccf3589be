import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { info } from "../../apps/cli/src/verbs/catalog/info.ts";
import { search } from "../../apps/cli/src/verbs/catalog/search.ts";
import { account, call, inspected, publish } from "../harness/api.ts";
import { endOfVerb } from "../harness/cli-session.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";

let registry: TestRegistry;
let ada: string;
const home = mkdtempSync(join(tmpdir(), "gaia-plain-"));
const get = async (path: string) => (await call(`${registry.url}/api/v1${path}`)).body;

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "3600" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  for (const [name, version] of [
    ["word-count", "1.0.0"],
    ["word-count", "1.1.0"],
    ["only-wild", "0.9.0"],
  ] as const) {
    expect((await publish(registry.url, ada, sampleZip({ name, version }))).status).toBe(201);
    await inspected(registry.url, name, version, ada);
  }
  // The audit itself has its own tests; here its outcome is enough, without its record.
  const verified = "UPDATE versions SET tier = 'verified' WHERE version = '1.0.0'";
  await runSql(registry, `SET session_replication_role = replica; ${verified}; RESET session_replication_role`);
});
afterAll(async () => {
  await registry?.close();
  rmSync(home, { recursive: true, force: true });
});

const older = { version: "1.0.0", security_tier: "verified" };

test("search, list and the skill itself say which version a plain install takes, when the newest one is experimental", async () => {
  const [hit] = (await get("/search?q=word-count")).hits;
  expect(hit).toMatchObject({ latest_version: "1.1.0", security_tier: "experimental", install: older });
  const listed = (await get("/skills")).items;
  expect(listed.map((one: { name: string; install: unknown }) => [one.name, one.install])).toEqual(
    expect.arrayContaining([
      ["word-count", older],
      ["only-wild", null],
    ]),
  );
  expect(await get("/skills/word-count")).toMatchObject({ version: "1.1.0", install: older });
});

test("the command line says it, too, and why newer ones are passed over", async () => {
  const session = { registry: registry.url, home };
  const found = await endOfVerb(session, (one) => search(one, { query: "word-count", filters: {} }));
  expect(found.said).toMatch(/word-count +1\.1\.0 +experimental[^]*install takes 1\.0\.0 verified/);
  const shown = await endOfVerb(session, (one) => info(one, { spec: "word-count" }));
  expect(shown.said).toMatch(/install +takes 1\.0\.0 verified, and passes over 1\.1\.0: its tier is experimental/);
  const wild = await endOfVerb(session, (one) => info(one, { spec: "only-wild" }));
  expect(wild.said).toContain("takes none without --allow-experimental");
});
