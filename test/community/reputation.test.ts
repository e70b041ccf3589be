import { LIFT_MOST } from "@gaia/policy";
import { rebuildSearch, reviewSkill, settleReputations } from "@gaia/registry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { publishedAtOnce } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";

const ACCOUNTS = 1_000;
/** What reads like none of the others. */
const PLACES = "amber birch cedar dunes ember fjord grove heron islet jetty knoll marsh".split(" ");

let registry: TestRegistry;
/** By a connection of its own: the server ends one that was idle while the accounts were busy. A token: nothing that is kept. */
const FRESH = { token: "test-admin-token-of-24-characters-or-more", headers: { connection: "close" } };
const order = async (query = "tide"): Promise<string[]> =>
  (await call(`${registry.url}/api/v1/search?q=${query}&limit=100`, FRESH)).body.hits.map(
    ({ name }: { name: string }) => name,
  );
const ctx = () => ({ ...registry.running.services.registry, actor: null, requestId: null });

/** Counts every reputation anew. */
async function count(): Promise<void> {
  await runSql(registry, "UPDATE publisher_reputations SET counted_at = now() - interval '1 day'");
  while ((await settleReputations(ctx(), 500)) > 0);
}

/** Every one of the thousand accounts rates this skill: fifty by the verb that the API calls, the rest as the rows that it writes. */
async function rateAll(name: string, rating: number): Promise<void> {
  await runSql(
    registry,
    `INSERT INTO account_downloads (account_id, version_id, first_at) SELECT a.id, s.latest_version_id, now()
       FROM accounts a, skills s WHERE a.handle LIKE 'sock-%' AND s.name = '${name}'`,
  );
  const socks = await rowsOf<{ id: number; handle: string }>(
    registry,
    "SELECT id::int, handle FROM accounts WHERE handle LIKE 'sock-%' ORDER BY id LIMIT 50",
  );
  for (const { id, handle } of socks) {
    const actor = { kind: "account" as const, accountId: id, handle, role: "user" as const, isSuspended: false };
    await reviewSkill({ ...ctx(), actor: { ...actor, publishers: [] } }, { name, rating, text: null, version: null });
  }
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'review.write', 'skill:${name}');
     INSERT INTO reviews (skill_id, version_id, account_id, rating, created_at, updated_at)
       SELECT s.id, s.latest_version_id, a.id, ${rating}, now(), now() FROM skills s, accounts a
       WHERE s.name = '${name}' AND a.handle LIKE 'sock-%' ON CONFLICT DO NOTHING; COMMIT;`,
  );
}

const placesMoved = (before: string[], after: string[]): number[] =>
  before.map((name, place) => Math.abs(after.indexOf(name) - place));

beforeAll(async () => {
  registry = await startTestRegistry({ withoutScanners: true, environment: { SWEEP_SECONDS: "600" } });
  // Each skill a publisher's of its own, so that each has its own reputation.
  for (const [n, place] of PLACES.entries()) {
    const token = await account(registry.url, registry.adminToken, `maker-${n}`);
    await publishedAtOnce(registry, { token, name: `tide-${place}`, version: "1.0.0" });
  }
  await runSql(
    registry,
    `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'account.create', 'account:sock-1');
     INSERT INTO accounts (handle, created_at)
       SELECT 'sock-' || n, now() - interval '1 year' FROM generate_series(1, ${ACCOUNTS}) AS n; COMMIT;`,
  );
  await rebuildSearch(registry.running.services.registry);
});
afterAll(() => registry.close());

describe("a thousand colluding accounts", () => {
  test("who praise the last and shame the first move no rank by more than the bound; an exact name stays first", async () => {
    await count();
    const before = await order();
    const [first = "", last = ""] = [before[0], before.at(-1)];
    await rateAll(last, 5);
    await rateAll(first, 1);
    // What was idle meanwhile is closed by the server.
    await fetch(registry.url).catch(() => null);
    await count();
    const [praised] = await rowsOf<{ lift: number; score: number }>(
      registry,
      `SELECT lift, score FROM publisher_reputations r JOIN skills s ON s.publisher_id = r.publisher_id WHERE s.name = '${last}'`,
    );
    // They did count: it is the bound that holds them.
    expect(praised?.score).toBeGreaterThan(0.2);
    const after = await order();
    expect(after.toSorted()).toEqual(before.toSorted());
    expect(Math.max(...placesMoved(before, after))).toBeLessThanOrEqual(LIFT_MOST);
    expect((await call(`${registry.url}/api/v1/skills/${last}`, FRESH)).body.rating).toEqual({
      average: 5,
      count: ACCOUNTS,
    });
    for (const name of [first, last]) expect((await order(name))[0]).toBe(name);

    // And whatever a reputation became by more than words: the most there is, for the last one.
    await runSql(
      registry,
      `UPDATE publisher_reputations SET lift = ${LIFT_MOST} WHERE publisher_id = (SELECT publisher_id FROM skills WHERE name = '${last}')`,
    );
    const lifted = await order();
    expect(Math.max(...placesMoved(before, lifted))).toBe(LIFT_MOST);
    expect(lifted.indexOf(last)).toBe(PLACES.length - 1 - LIFT_MOST);
    expect((await order(first))[0]).toBe(first);
  });
});

describe("a skill that goes to another publisher", () => {
  test("takes no standing along, good or bad: audits, ratings and upheld reports stay with who released it", async () => {
    const made = async (handle: string) => account(registry.url, registry.adminToken, handle);
    await publishedAtOnce(registry, { token: await made("seller"), name: "sold-skill", version: "1.0.0" });
    await publishedAtOnce(registry, { token: await made("buyer"), name: "bought-by", version: "1.0.0" });
    await rateAll("sold-skill", 5);
    const latest = "(SELECT latest_version_id FROM skills WHERE name = 'sold-skill')";
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:sold-skill@1.0.0');
       UPDATE versions SET tier = 'verified' WHERE id = ${latest}; COMMIT;`,
    );
    const scores = async () => {
      await count();
      const rows = await rowsOf<{ handle: string; score: number }>(
        registry,
        "SELECT handle, score FROM publisher_reputations r JOIN publishers p ON p.id = r.publisher_id WHERE handle IN ('seller', 'buyer')",
      );
      return Object.fromEntries(rows.map(({ handle, score }) => [handle, score]));
    };
    const before = await scores();
    expect(before["seller"]).toBeGreaterThan(0.7);
    expect(before["buyer"]).toBeLessThan(0.1);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'skill.transfer', 'skill:sold-skill');
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'buyer') WHERE name = 'sold-skill';
       UPDATE skills SET publisher_id = (SELECT id FROM publishers WHERE handle = 'seller') WHERE name = 'bought-by';
       INSERT INTO reports (skill_id, kind, body, created_at, status, decided_at, reason, effect, effect_version_id)
         SELECT id, 'malware', 'x', now(), 'upheld', now(), 'x', 'demotion', latest_version_id FROM skills WHERE name = 'sold-skill'; COMMIT;`,
    );
    const after = await scores();
    expect(after["buyer"]).toBeLessThan(0.1);
    // Of both it is counted by what each released: the seller's own report stays the seller's.
    expect(after["seller"]).toBe(0);
    await runSql(
      registry,
      `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'report.uphold', 'skill:sold-skill');
       UPDATE reports SET effect_version_id = (SELECT latest_version_id FROM skills WHERE name = 'bought-by') WHERE body = 'x'; COMMIT;`,
    );
    expect((await scores())["buyer"]).toBe(0);
  });
});
