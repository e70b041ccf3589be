import { listingCounts, listings } from "@gaia/db";
import { getSkill, getVersion } from "@gaia/catalog";
import { syncSearch } from "@gaia/registry";
import { sum } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWith } from "../harness/describe-with.ts";
import { account, call, publish } from "../harness/api.ts";
import { insertMany } from "../harness/many-rows.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";

const SKILLS = 1_200;
const cursorOf = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");

/** More skills than a search ranks, in a registry of their own. */
function growth(title: string, environment: () => Promise<Record<string, string>>): void {
  describe(title, () => {
    let registry: TestRegistry;
    const api = (path: string) => `${registry.url}/api/v1${path}`;
    const read = async (path: string) => {
      const answer = await call(api(path));
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };
    const admin = (path: string) =>
      call(api(`/admin${path}`), { token: registry.adminToken, json: { reason: "a test" } });

    beforeAll(async () => {
      registry = await startTestRegistry({ withoutScanners: true, environment: await environment() });
      const ada = await account(registry.url, registry.adminToken, "ada");
      registry.holdInspection("waiting");
      await publish(registry.url, ada, sampleZip({ name: "waiting" }));
      const skills = Array.from({ length: SKILLS }, (_, number) => ({
        name: `crowd-${String(number).padStart(4, "0")}`,
        description: "One of very many",
        tags: number % 600 === 7 ? ["crowded", "seldom"] : ["crowded"],
        downloads: number % 50,
      }));
      await insertMany(registry.running.services.database, { sample: "waiting", skills });
    });
    afterAll(() => registry.close());

    /** What the kept counts say, and what there is. */
    const counts = async () => {
      const counted = await rowsOf(
        registry,
        "SELECT facet, sum(skills)::int AS skills FROM listing_counts GROUP BY facet HAVING sum(skills) <> 0 ORDER BY facet",
      );
      const there = await rowsOf(
        registry,
        `SELECT facet, count(*)::int AS skills FROM listings, unnest(array_prepend('all', facets)) AS facet GROUP BY facet ORDER BY facet COLLATE "C"`,
      );
      return { counted, there };
    };

    test("the whole catalog is counted, beyond the thousand that are ranked", async () => {
      const { total, facets } = await read("/search?q=&limit=1");
      expect(total).toBe(SKILLS);
      // A tier counts what has it or a higher one.
      expect(facets.tier).toEqual({ verified: SKILLS / 100, community: SKILLS / 100, experimental: SKILLS });
      expect(facets.tag).toEqual({ crowded: SKILLS, seldom: 2 });
      expect((await read("/search?q=&tier=experimental&limit=1")).total).toBe(SKILLS);
      expect((await read("/search?q=&tier=community&limit=1")).total).toBe(SKILLS / 100);
      const both = await read("/search?q=&tier=verified&tag=crowded&limit=1");
      expect([both.total, both.facets.tag, both.facets.tier["experimental"]]).toEqual([
        SKILLS / 100,
        { crowded: SKILLS / 100 },
        SKILLS,
      ]);
      expect((await read("/search?q=&tag=seldom&limit=1")).total).toBe(2);
      expect((await read("/publishers/ada")).skills).toBe(SKILLS);
    });

    test("the counts stay right while many decide at once, folded or not, and can be made anew", async () => {
      const names = Array.from({ length: 24 }, (_, number) => `crowd-${String(number + 100).padStart(4, "0")}`);
      const answers = await Promise.all(names.map((name) => admin(`/skills/${name}/1.0.0/quarantine`)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const fold = () => rowsOf(registry, "SELECT fold_listing_counts()::text AS done");
      await Promise.all([fold(), ...names.slice(0, 12).map((name) => admin(`/skills/${name}/1.0.0/release`)), fold()]);
      expect((await read("/search?q=&limit=1")).total).toBe(SKILLS - 12);
      const now = await counts();
      expect(now.counted).toEqual(now.there);
      await rowsOf(registry, "SELECT rebuild_listings()::text AS done");
      expect(await counts()).toEqual(now);
      await Promise.all(names.slice(12).map((name) => admin(`/skills/${name}/1.0.0/release`)));
      expect((await read("/search?q=&limit=1")).total).toBe(SKILLS);
    });

    test.each(["updated", "created", "downloads", "rising", "name", "context"])(
      "a walk by %s shows every skill once, though many share a moment",
      async (sort) => {
        const seen: string[] = [];
        for (let cursor = ""; ;) {
          const page = await read(`/skills?sort=${sort}&limit=100${cursor}`);
          seen.push(...page.items.map(({ name }: { name: string }) => name));
          if (page.next_cursor === null) break;
          cursor = `&cursor=${page.next_cursor}`;
        }
        expect(seen).toHaveLength(SKILLS);
        expect(new Set(seen).size).toBe(SKILLS);
      },
    );

    test("a list by context is read by its index, from a place in it too", async () => {
      await runSql(registry, "UPDATE versions SET context_always = 1, context_used = id % 100, context_most = 100");
      await runSql(registry, "ANALYZE listings");
      const orders = { context: "experimental", community_context: "community", verified_context: "verified" };
      for (const [column, tier] of Object.entries(orders))
        for (const where of [
          "",
          `WHERE (${column}, skill_id) > (40::bigint, 100::bigint)`,
          `WHERE CASE WHEN facets @> '{tier:${tier}}' THEN true ELSE false END`,
        ]) {
          const plan = await rowsOf(
            registry,
            `EXPLAIN SELECT skill_id FROM listings ${where} ORDER BY ${column}, skill_id LIMIT 21`,
          );
          expect(JSON.stringify(plan), where).toMatch(new RegExp(`Index (Only )?Scan using listings_${column} `));
        }
    });

    test("a search that was kept before the index had heard of a skill does not outlive its telling", async () => {
      const { registry: parts } = registry.running.services;
      const [late] = await rowsOf<{ id: string }>(
        registry,
        "SELECT id::text AS id FROM skills WHERE name = 'crowd-0042'",
      );
      const behind = "SELECT id FROM skills WHERE revision <> indexed_revision";
      await expect.poll(() => rowsOf(registry, behind), { timeout: 60_000 }).toEqual([]);
      await parts.search.remove([String(late?.id)]);
      expect((await read("/search?q=crwod+0042")).hits).not.toContainEqual(
        expect.objectContaining({ name: "crowd-0042" }),
      );
      await runSql(registry, "UPDATE skills SET indexed_revision = revision - 1 WHERE name = 'crowd-0042'");
      await syncSearch({ ...parts, actor: null, requestId: null }, Number(late?.id));
      await expect.poll(async () => (await read("/search?q=crwod+0042")).hits[0]?.name).toBe("crowd-0042");
    });

    test("cursors of the release before lead where they led", async () => {
      const first = await read("/skills?sort=downloads&limit=10");
      const [last] = await rowsOf<{ id: number; downloads: number }>(
        registry,
        "SELECT id::int, downloads::int FROM skills WHERE name = $1",
        [first.items.at(-1).name],
      );
      const next = await read(
        `/skills?sort=downloads&limit=10&cursor=${cursorOf(["skills:downloads", last?.downloads, last?.id])}`,
      );
      expect(next).toEqual(await read(`/skills?sort=downloads&limit=10&cursor=${first.next_cursor}`));
      // A search without words counted rows.
      const all = await read("/search?q=&limit=30");
      const rest = await read(`/search?q=&limit=10&cursor=${cursorOf(["search", 20])}`);
      expect(rest.hits).toEqual(all.hits.slice(20));
      expect((await call(api(`/search?q=&cursor=${cursorOf(["elsewhere", 20])}`))).status).toBe(400);
    });

    test.each([
      "tier=verified",
      "tag=crowded",
      "tag=seldom",
      "tag=nowhere",
      "format=gaia-0.1",
      "publisher=ada",
      "tag=seldom&tier=verified",
    ])("a list with %s has what the filter says, in the list's order, whichever way it is read", async (filter) => {
      const all = (await read("/skills?limit=100")).items.length;
      expect(all).toBe(100);
      const wanted = filter.split("&").map((part) => part.replace("=", ":"));
      const rows = await rowsOf<{ name: string }>(
        registry,
        "SELECT name FROM listings WHERE facets @> $1::text[] ORDER BY updated_at DESC, skill_id DESC LIMIT 50",
        [wanted.length === 0 ? "{}" : `{${wanted.map((each) => `"${each}"`).join(",")}}`],
      );
      const found = await read(`/skills?limit=50&${filter}`);
      expect(found.items.map(({ name }: { name: string }) => name)).toEqual(rows.map(({ name }) => name));
    });

    test("a visible skill and a version of it take one statement each", async () => {
      const { registry: parts } = registry.running.services;
      let statements = 0;
      const db = new Proxy(parts.db, {
        get(target, name) {
          if (name === "select" || name === "execute") statements += 1;
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const ctx = { ...parts, publicUrl: registry.url, db, actor: null, requestId: null };
      const skill = await getSkill(ctx, { name: "crowd-0500", minAge: null });
      expect(skill).toMatchObject({ latest_version: "1.0.0", versions: [{ status: "published" }] });
      expect(statements).toBe(1);
      expect(await getVersion(ctx, { name: "crowd-0500", version: "1.0.0" })).toMatchObject({ status: "published" });
      expect(statements).toBe(2);
    });

    test("who changes a version and who changes what is listed leave one truth, in either order", async () => {
      const { db } = registry.running.services.registry;
      await Promise.all(
        Array.from({ length: 10 }, async (_, number) => {
          const name = `crowd-${String(number + 300).padStart(4, "0")}`;
          await Promise.all([
            admin(`/skills/${name}/1.0.0/quarantine`).then(() => admin(`/skills/${name}/1.0.0/release`)),
            rowsOf(registry, "UPDATE skills SET downloads = downloads + 1 WHERE name = $1", [name]),
          ]);
        }),
      );
      const [listed] = await db.select({ downloads: sum(listings.downloads) }).from(listings);
      const [there] = await rowsOf<{ downloads: string }>(
        registry,
        "SELECT sum(downloads)::text AS downloads FROM skills WHERE latest_version_id IS NOT NULL",
      );
      expect(listed?.downloads).toBe(there?.downloads);
      expect((await db.select({ all: sum(listingCounts.skills) }).from(listingCounts))[0]?.all).not.toBe("0");
      const now = await counts();
      expect(now.counted).toEqual(now.there);
    });
  });
}

growth("Growth, embedded", async () => ({}));
await describeWith("postgres", "Growth, on PostgreSQL", () =>
  growth("one process", async () => ({ DATABASE_URL: await freshDatabase() })),
);
