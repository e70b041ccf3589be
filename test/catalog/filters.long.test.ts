import { randomBytes } from "node:crypto";
import { type ReadCtx, searchSkills } from "@gaia/catalog";
import { settleRising, syncSearch } from "@gaia/registry";
import type { SearchIndex } from "@gaia/search";
import { meilisearchIndex } from "@gaia/search/meilisearch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, call } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { publishedAtOnce, versionRow } from "../harness/published.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf, runSql } from "../harness/rows.ts";
import { sampleFiles } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";

type Tier = "experimental" | "community" | "verified";
interface Listed {
  name: string;
  versions: [version: string, tier: Tier][];
  tags: string[];
  by: "ada" | "bob";
  downloads: number;
  /** Tokens that each version takes when it is used, in their order; null: not counted. */
  tokens: (number | null)[];
}

/** By name: what there is, the newest version last. */
const SKILLS: Listed[] = [
  {
    name: "lamp-a",
    versions: [
      ["1.0.0", "verified"],
      ["1.1.0", "experimental"],
    ],
    tags: ["red"],
    by: "ada",
    downloads: 5,
    tokens: [900, 10],
  },
  {
    name: "lamp-b",
    versions: [["1.0.0", "community"]],
    tags: ["red", "blue"],
    by: "ada",
    downloads: 50,
    tokens: [300],
  },
  { name: "lamp-c", versions: [["1.0.0", "experimental"]], tags: ["blue"], by: "bob", downloads: 50, tokens: [null] },
  {
    name: "lamp-d",
    versions: [
      ["1.0.0", "verified"],
      ["1.1.0", "community"],
    ],
    tags: ["green"],
    by: "bob",
    downloads: 7,
    tokens: [50, 700],
  },
  {
    name: "lamp-e",
    versions: [
      ["1.0.0", "experimental"],
      ["1.0.1", "experimental"],
    ],
    tags: ["green", "red"],
    by: "bob",
    downloads: 1,
    tokens: [5, 300],
  },
  {
    name: "lamp-f",
    versions: [
      ["1.0.0", "verified"],
      ["2.0.0-rc.1", "experimental"],
    ],
    tags: [],
    by: "ada",
    downloads: 0,
    tokens: [20, 1],
  },
];
const RANKS: Tier[] = ["experimental", "community", "verified"];

interface Filter {
  tier: Tier[];
  tag: string[];
  publisher: string[];
}
const has = <Value>(asked: readonly Value[], own: readonly Value[]) =>
  asked.length === 0 || asked.some((one) => own.includes(one));
const tiersOf = ({ versions }: Listed): Tier[] => {
  const best = Math.max(...versions.map(([, tier]) => RANKS.indexOf(tier)));
  return RANKS.slice(0, best + 1);
};
/** What a filter takes, as contract and issue have it: one of each key's values. */
const taken = ({ tier, tag, publisher }: Filter): Listed[] =>
  SKILLS.filter((one) => has(tier, tiersOf(one)) && has(tag, one.tags) && has(publisher, [one.by]));
const counted = (skills: Listed[], valuesOf: (one: Listed) => string[]) => {
  const counts: Record<string, number> = {};
  for (const value of skills.flatMap(valuesOf)) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};
const subsets = <Value>(values: readonly Value[]): Value[][] =>
  values.reduce<Value[][]>((all, value) => [...all, ...all.map((one) => [...one, value])], [[]]);
const EVERY: Filter[] = subsets(RANKS).flatMap((tier) =>
  subsets(["red", "blue", "none"]).flatMap((tag) =>
    subsets(["ada", "bob"]).map((publisher) => ({ tier, tag, publisher })),
  ),
);
/** One in five: five and eight, eight, four have no factor in common, so that each pair of subsets meets. */
const FILTERS = EVERY.filter((_, at) => at % 5 === 0);
const queryOf = (filter: Filter) =>
  Object.entries(filter)
    .flatMap(([key, values]) => (values as string[]).map((value) => `&${key}=${value}`))
    .join("");

const tokensAre = (used: number | null) => `context_always = 3, context_used = ${used}, context_most = ${used}`;

async function seeded(
  environment: Record<string, string>,
): Promise<{ registry: TestRegistry; tokens: Record<"ada" | "bob", string> }> {
  const registry = await startTestRegistry({ withoutScanners: true, environment });
  const tokens = {
    ada: await account(registry.url, registry.adminToken, "ada"),
    bob: await account(registry.url, registry.adminToken, "bob"),
  };
  for (const { name, versions, tags, by, downloads, tokens: counted } of SKILLS) {
    for (const [at, [version, tier]] of versions.entries()) {
      const files = sampleFiles({ name, version, tags, description: "A lamp for the lighthouse" });
      await publishedAtOnce(registry, { token: tokens[by], name, version, files });
      await runSql(
        registry,
        `BEGIN; INSERT INTO audit_log (actor, action, target) VALUES ('test', 'version.tier', 'skill:${name}@${version}');
         UPDATE versions SET tier = '${tier}', ${tokensAre(counted[at] ?? null)} WHERE id = ${versionRow(name, version)}; COMMIT;`,
      );
    }
    await runSql(
      registry,
      `UPDATE skills SET downloads = ${downloads}, revision = revision + 1 WHERE name = '${name}'`,
    );
  }
  // A prerelease is nobody's latest version where there is a stable one.
  await runSql(
    registry,
    `UPDATE skills SET latest_version_id = ${versionRow("lamp-f", "1.0.0")} WHERE name = 'lamp-f'`,
  );
  const { registry: parts } = registry.running.services;
  const rows = await rowsOf<{ id: number }>(registry, "SELECT id::int FROM skills");
  for (const { id } of rows) await syncSearch({ ...parts, actor: null, requestId: null }, id);
  return { registry, tokens };
}

function suite(title: string, environment: () => Promise<Record<string, string>>): void {
  describe(title, () => {
    let registry: TestRegistry;
    let tokens: Awaited<ReturnType<typeof seeded>>["tokens"];
    beforeAll(async () => {
      ({ registry, tokens } = await seeded({ SWEEP_SECONDS: "3600", ...(await environment()) }));
    });
    afterAll(() => registry?.close());
    const read = async (path: string) => {
      const { status, body } = await call(`${registry.url}/api/v1${path}`);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    const names = (items: { name: string }[]) => items.map(({ name }) => name).toSorted();

    test("repeated keys of a facet are or, facets are and: in the list, in a search with words and in one without", async () => {
      expect(EVERY).toHaveLength(8 * 8 * 4);
      for (const filter of FILTERS) {
        const expected = names(taken(filter));
        const [list, words, all] = await Promise.all([
          read(`/skills?limit=100${queryOf(filter)}`),
          read(`/search?q=lighthouse&limit=100${queryOf(filter)}`),
          read(`/search?limit=100${queryOf(filter)}`),
        ]);
        for (const found of [list.items, words.hits, all.hits]) expect(names(found), queryOf(filter)).toEqual(expected);
        expect([words.total, all.total], queryOf(filter)).toEqual([expected.length, expected.length]);
      }
    });

    test("counts are those of the result, and of a facet that is filtered by those without its filter", async () => {
      for (const filter of FILTERS) {
        const expected = {
          tier: counted(taken({ ...filter, tier: [] }), tiersOf),
          tag: counted(taken({ ...filter, tag: [] }), ({ tags }) => tags),
          publisher: counted(taken({ ...filter, publisher: [] }), ({ by }) => [by]),
        };
        for (const path of ["/search?q=lighthouse&limit=1", "/search?limit=1"])
          expect((await read(`${path}${queryOf(filter)}`)).facets, `${path}${queryOf(filter)}`).toMatchObject(expected);
      }
    });

    test("a filter by tier shows the version that has it, and says what is the latest and what an install takes", async () => {
      for (const path of ["/skills?", "/search?q=lighthouse&"]) {
        const shown = async (query: string) => {
          const page = await read(`${path}limit=100${query}`);
          return Object.fromEntries(
            (page.items ?? page.hits).map((one: Record<string, unknown>) => [
              one["name"],
              [
                one["version"],
                one["security_tier"],
                one["latest_version"],
                (one["install"] as { version: string } | null)?.version,
              ],
            ]),
          );
        };
        expect(await shown("&tier=verified")).toEqual({
          "lamp-a": ["1.0.0", "verified", "1.1.0", "1.0.0"],
          "lamp-d": ["1.0.0", "verified", "1.1.0", "1.1.0"],
          "lamp-f": ["1.0.0", "verified", "1.0.0", "1.0.0"],
        });
        expect(await shown("&tier=community&tier=verified")).toEqual({
          "lamp-a": ["1.0.0", "verified", "1.1.0", "1.0.0"],
          "lamp-b": ["1.0.0", "community", "1.0.0", "1.0.0"],
          "lamp-d": ["1.1.0", "community", "1.1.0", "1.1.0"],
          "lamp-f": ["1.0.0", "verified", "1.0.0", "1.0.0"],
        });
        expect((await shown(""))["lamp-a"]).toEqual(["1.1.0", "experimental", "1.1.0", "1.0.0"]);
      }
    });

    test("home lists as verified what was audited, though a newer version was not, and counts it", async () => {
      const html = await (await fetch(`${registry.url}/`)).text();
      const verified = html.slice(html.indexOf('<h2 id="verified">'), html.indexOf('<h2 id="new">'));
      const listed = [...verified.matchAll(/<h3><a href="([^"]*)">/g)].map(([, href]) => href);
      // The page of a skill opens at what an install takes; of `lamp-d` that is another version than the one that was audited.
      expect(listed.toSorted()).toEqual(["/skills/lamp-a", "/skills/lamp-d/1.0.0", "/skills/lamp-f"]);
      expect(html).toMatch(/href="\/search\?tier=verified"><b>3<\/b>/);
    });

    test("every sort gives one order in list and search, and a walk by cursor every skill once", async () => {
      const downloads = [
        ["lamp-c", "1.0.0", 0, 12],
        ["lamp-c", "1.0.0", 10, 16],
        ["lamp-e", "1.0.0", 6, 6],
        ["lamp-e", "1.0.1", 0, 4],
        ["lamp-b", "1.0.0", 0, 9],
        ["lamp-d", "1.0.0", 8, 900],
      ] as const;
      const rows = downloads.map(
        ([name, version, daysAgo, count]) =>
          `(${versionRow(name, version)}, to_char(now() - interval '${daysAgo} days', 'YYYY-MM-DD'), ${count})`,
      );
      await runSql(
        registry,
        `INSERT INTO downloads_daily (version_id, day, count) VALUES ${rows.join(", ")}
         ON CONFLICT (version_id, day) DO UPDATE SET count = excluded.count`,
      );
      await settleRising(registry.running.services.registry);
      const rising = await read("/skills?sort=rising&limit=100&tag=red&tag=blue&tag=green");
      expect(rising.items.map((one: { name: string; rising: number }) => [one.name, one.rising]).slice(0, 3)).toEqual([
        ["lamp-e", 10],
        ["lamp-c", 3],
        [expect.any(String), null],
      ]);
      const walk = async (path: string) => {
        const seen: string[] = [];
        for (let cursor = ""; ;) {
          const page = await read(`${path}${cursor}`);
          seen.push(...(page.items ?? page.hits).map(({ name }: { name: string }) => name));
          if (page.next_cursor === null) return seen;
          cursor = `&cursor=${page.next_cursor}`;
        }
      };
      for (const sort of ["updated", "created", "downloads", "rising", "name", "context"]) {
        const [list, words, all] = await Promise.all(
          [`/skills?sort=${sort}`, `/search?q=lighthouse&sort=${sort}`, `/search?sort=${sort}`].map((path) =>
            walk(`${path}&limit=2`),
          ),
        );
        expect(list, sort).toHaveLength(SKILLS.length);
        expect(new Set(list).size, sort).toBe(SKILLS.length);
        expect([words, all], sort).toEqual([list, list]);
      }
      expect(await walk("/search?q=lighthouse&sort=relevance&limit=1")).toHaveLength(SKILLS.length);
      expect(await walk("/skills?sort=relevance&limit=4")).toEqual(await walk("/skills?sort=downloads&limit=4"));
      const foreign = (await read("/search?q=lighthouse&sort=name&limit=1")).next_cursor;
      const answer = await call(`${registry.url}/api/v1/search?q=lighthouse&sort=updated&cursor=${foreign}`);
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
    });

    test("by context: the least first of what is shown, whatever is not counted last, and a walk by cursor keeps to it", async () => {
      const walk = async (path: string, limit: number) => {
        const seen: [name: string, tokens: number | null][] = [];
        for (let cursor = ""; ;) {
          const page = await read(`${path}&sort=context&limit=${limit}${cursor}`);
          for (const one of page.items ?? page.hits)
            seen.push([`${one.name}@${one.version}`, one.context_tokens?.when_used ?? null]);
          if (page.next_cursor === null) return seen;
          cursor = `&cursor=${page.next_cursor}`;
        }
      };
      const orders: [filter: string, expected: unknown[]][] = [
        [
          "",
          [
            ["lamp-a@1.1.0", 10],
            ["lamp-f@1.0.0", 20],
            // As many as another: the one that came first.
            ["lamp-b@1.0.0", 300],
            ["lamp-e@1.0.1", 300],
            ["lamp-d@1.1.0", 700],
            ["lamp-c@1.0.0", null],
          ],
        ],
        [
          "&tier=community",
          [
            ["lamp-f@1.0.0", 20],
            ["lamp-b@1.0.0", 300],
            ["lamp-d@1.1.0", 700],
            ["lamp-a@1.0.0", 900],
          ],
        ],
        [
          "&tier=verified",
          [
            ["lamp-f@1.0.0", 20],
            ["lamp-d@1.0.0", 50],
            ["lamp-a@1.0.0", 900],
          ],
        ],
        [
          "&tag=blue",
          [
            ["lamp-b@1.0.0", 300],
            ["lamp-c@1.0.0", null],
          ],
        ],
      ];
      for (const [filter, expected] of orders) {
        for (const path of ["/skills?", "/search?q=lighthouse", "/search?"])
          for (const limit of [1, 2, 100])
            expect(await walk(`${path}${filter}`, limit), `${path}${filter} ${limit}`).toEqual(expected);
      }
      const place = (await read("/skills?sort=context&limit=1")).next_cursor;
      const elsewhere = await call(`${registry.url}/api/v1/skills?sort=context&tier=verified&cursor=${place}`);
      expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "invalid_request"]);
      const html = await (await fetch(`${registry.url}/search?sort=context&tier=verified`)).text();
      const rows = [...html.matchAll(/<h3><a href="([^"]*)">/g)].map(([, href]) => href);
      expect(rows).toEqual(["/skills/lamp-f", "/skills/lamp-d/1.0.0", "/skills/lamp-a"]);
      expect(html).toContain("900 tokens when used");
    });

    test("a figure that is counted later moves what is listed, of each version that a filter shows", async () => {
      const count = (version: string, used: number | null) =>
        runSql(registry, `UPDATE versions SET ${tokensAre(used)} WHERE id = ${versionRow("lamp-d", version)}`);
      const kept = () =>
        rowsOf(
          registry,
          "SELECT context, community_context AS community, verified_context AS verified FROM listings WHERE name = 'lamp-d'",
        );
      expect(await kept()).toEqual([{ context: 700, community: 700, verified: 50 }]);
      await count("1.0.0", 60);
      expect(await kept()).toEqual([{ context: 700, community: 700, verified: 60 }]);
      await count("1.1.0", null);
      expect(await kept()).toEqual([{ context: 2_147_483_647, community: 2_147_483_647, verified: 60 }]);
      await count("1.0.0", 50);
      await count("1.1.0", 700);
    });

    test("Q1 a cursor with a number that no row can have is a place", async () => {
      const of = (list: string, place: number) =>
        Buffer.from(JSON.stringify([list, place, place])).toString("base64url");
      for (const [list, path] of [
        ["skills:context", "/skills?sort=context"],
        ["skills:rising", "/skills?sort=rising"],
        ["skills:downloads", "/skills?sort=downloads"],
        ["search:context", "/search?q=lighthouse&sort=context"],
      ] as const)
        for (const place of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
          const { status } = await call(`${registry.url}/api/v1${path}&cursor=${of(list, place)}`);
          expect([path, place, status]).toEqual([path, place, 200]);
        }
    });

    test("the version of a tier goes and comes back with what decides of it", async () => {
      const verified = async () => names((await read("/skills?tier=verified")).items);
      const decide = (what: string, json: object = {}) =>
        call(`${registry.url}/api/v1/skills/lamp-d/1.0.0/${what}`, { token: tokens.bob, json });
      expect(await verified()).toEqual(["lamp-a", "lamp-d", "lamp-f"]);
      expect((await decide("yank", { reason: "a test" })).status).toBe(200);
      await expect.poll(verified).toEqual(["lamp-a", "lamp-f"]);
      expect((await read("/search?limit=1")).facets.tier).toEqual({ experimental: 6, community: 4, verified: 2 });
      expect((await decide("unyank")).status).toBe(200);
      await expect.poll(verified).toEqual(["lamp-a", "lamp-d", "lamp-f"]);
    });

    test("Q1 what is no value, and more values than sixteen, are refused", async () => {
      const many = Array.from({ length: 17 }, (_, at) => `tag=t${at}`).join("&");
      for (const query of [
        "tier=gold",
        "tier=verified&tier=",
        "format=zip",
        "sort=best",
        "publisher=../x",
        "permission=x",
        many,
      ]) {
        for (const path of ["/skills", "/search"])
          expect((await call(`${registry.url}/api/v1${path}?${query}`)).status, `${path}?${query}`).toBe(400);
      }
    });
  });
}

suite("Filters and sorts, embedded", async () => ({}));
await describeWith("postgres", "Filters and sorts, on PostgreSQL", () =>
  describeWith("meilisearch", "with Meilisearch", ({ url, apiKey }) => {
    suite("one process", async () => ({
      DATABASE_URL: await freshDatabase(),
      MEILI_URL: url,
      MEILI_API_KEY: apiKey,
    }));
    describe("the two indexes over one database", () => sameSets({ url, apiKey }));
  }),
);

/** Property: whatever is asked, both engines find the same skills, count the same, and sort them alike. */
function sameSets(at: { url: string; apiKey: string }): void {
  let registry: TestRegistry;
  let other: SearchIndex;
  beforeAll(async () => {
    ({ registry } = await seeded({ SWEEP_SECONDS: "3600" }));
    other = meilisearchIndex({ ...at, index: `test_${randomBytes(6).toString("hex")}` });
    const rows = await rowsOf<{ id: string; name: string; tags: string[]; downloads: number }>(
      registry,
      `SELECT skills.id::text AS id, name, to_jsonb(tags) AS tags, downloads::int
         FROM skills JOIN versions ON versions.id = latest_version_id`,
    );
    const text = { display_name: "", description: "A lamp for the lighthouse", publisher: "", tools: [] };
    await other.put(rows.map((row) => ({ ...row, ...text })));
  });
  afterAll(async () => {
    await other?.clear();
    await other?.close();
    await registry?.close();
  });

  test("the same query gives the same set in both", async () => {
    const ctx: ReadCtx = { ...registry.running.services.registry, actor: null, requestId: null };
    for (const filter of FILTERS) {
      for (const sort of ["relevance", "updated", "downloads", "rising", "name", "context"] as const) {
        const input = {
          ...filter,
          format: [],
          permission: [],
          held: false,
          query: "lighthouse",
          limit: 100,
          cursor: null,
          sort,
        };
        const [one, two] = await Promise.all([ctx, { ...ctx, search: other }].map((each) => searchSkills(each, input)));
        const seen = (answer: typeof one) => {
          const found = answer?.hits.map(({ name, version }) => `${name}@${version}`) ?? [];
          return [sort === "relevance" ? found.toSorted() : found, answer?.total, answer?.facets];
        };
        expect(seen(one), JSON.stringify(input)).toEqual(seen(two));
        expect(one?.total).toBe(taken(filter).length);
      }
    }
  });
}
