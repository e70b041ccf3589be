import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cliHome } from "../../apps/cli/test/cli-process.ts";
import { account, call } from "../harness/api.ts";
import { heldAtOnce } from "../harness/held-at-once.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { until } from "../harness/until.ts";

let registry: TestRegistry;
let ada: string;
let bob: string;

const api = (path: string) => `${registry.url}/api/v1${path}`;
const rescan = (token: string, name: string) => call(api(`/skills/${name}/1.0.0/rescan`), { token, method: "POST" });
const begun = () => rowsOf<{ status: string }>(registry, "SELECT status FROM rescans WHERE cause = 'publisher'");

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "600" } });
  ada = await account(registry.url, registry.adminToken, "ada");
  bob = await account(registry.url, registry.adminToken, "bob");
});
afterAll(() => registry.close());

test("a publisher has a version scanned again; to ALLOW ends the hold, and closes its contest (first week, A14)", async () => {
  await heldAtOnce(registry, { token: ada, name: "innocent" });
  const said = { token: ada, json: { reason: "it is fine" } };
  expect((await call(api("/skills/innocent/1.0.0/contest"), said)).status).toBe(201);
  const asked = await rescan(ada, "innocent");
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(Date.parse(asked.body.again_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await until(async () => (await call(api("/skills/innocent/1.0.0"))).body.verdict === "ALLOW", 60_000);
  expect((await call(api("/skills/innocent/1.0.0"))).body.held).toBe(false);
  expect((await call(api("/skills/innocent/1.0.0/contest"), { token: ada })).body).toMatchObject({
    status: "closed",
    answer: "the version is held no longer, its verdict is ALLOW",
  });
});

test("a second one in a day is refused with the time when it is possible again (first week, A14)", async () => {
  await publishedAtOnce(registry, { token: ada, name: "twice", version: "1.0.0" });
  expect((await rescan(ada, "twice")).status).toBe(202);
  await until(async () => (await rescan(ada, "twice")).status !== 409, 60_000);
  const home = await cliHome(registry.url, { GAIA_TOKEN: ada });
  onTestFinished(home.remove);
  const again = await home.run(["rescan", "twice@1.0.0", "--json"]);
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([
    4,
    {
      status: 429,
      code: "rate_limited",
      message: expect.stringMatching(/once a day at most: it is possible again at 20\d\d-.*Z\.$/),
      hint: null,
    },
  ]);
  await runSql(registry, "UPDATE rescans SET created_at = now() - interval '25 hours'");
  expect((await rescan(ada, "twice")).status).toBe(202);
});

test("of requests at once one begins a re-scan (first week, A14)", async () => {
  await publishedAtOnce(registry, { token: ada, name: "raced", version: "1.0.0" });
  const before = (await begun()).length;
  const answers = await Promise.all([1, 2, 3, 4].map(() => rescan(ada, "raced")));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(1);
  expect(statuses.every((status) => [202, 409, 429].includes(status))).toBe(true);
  expect((await begun()).length).toBe(before + 1);
});

test("a stranger begins none, and what is not theirs to see is not there (first week, A14)", async () => {
  await publishedAtOnce(registry, { token: ada, name: "hers", version: "1.0.0" });
  expect((await rescan(bob, "hers")).status).toBe(403);
  const hide = { token: ada, method: "PATCH", json: { visibility: "private" } };
  expect((await call(api("/skills/hers/settings"), hide)).status).toBe(200);
  expect((await rescan(bob, "hers")).status).toBe(404);
  const yanked = await call(api("/skills/hers/1.0.0"), { token: bob });
  expect(yanked.status).toBe(404);
});

test("a publisher has twenty a day at most, whatever versions they are of (first week, A14)", async () => {
  await publishedAtOnce(registry, { token: bob, name: "many", version: "1.0.0" });
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'rescan.start', 'rescan:x');
     INSERT INTO rescans (cause, detail, status, total, publisher_id, finished_at) SELECT 'publisher', 'x', 'completed', 0, publishers.id, now()
       FROM publishers, generate_series(1, 20) WHERE handle = 'bob'; COMMIT;`,
  );
  expect(await rescan(bob, "many")).toMatchObject({
    status: 429,
    body: { detail: expect.stringMatching(/^A publisher has 20 versions .* possible again at/) },
  });
});
