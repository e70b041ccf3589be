import { rebuildSearch } from "@gaia/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, call, publish } from "../harness/api.ts";
import { describeWith } from "../harness/describe-with.ts";
import { insertMany, type ManySkill, withoutSearchIndexes } from "../harness/many-rows.ts";
import { startTestRegistry, type TestRegistry } from "../harness/registry.ts";
import { rowsOf } from "../harness/rows.ts";
import { sampleZip } from "../harness/samples.ts";
import { freshDatabase } from "../harness/services.ts";

const SKILLS = 100_000;
/** The tables whose blocks are counted. */
const COUNTED = ["listings", "listing_counts", "skills", "versions"];
/** Common words in every description, and in names so many times that no search could rank them all. */
const FIRST =
  "amber brisk calm dusty eager faint gentle humble ivory jolly keen lively mellow noble opal plain quiet rustic silent tidy".split(
    " ",
  );
const SECOND =
  "anchor basket candle drawer engine feather garden hammer island jacket kettle ladder mirror needle orchard pencil quarry ribbon saddle teapot".split(
    " ",
  );
const pick = (words: string[], at: number) => words[at % words.length] ?? "";

/** `dusty-orchard-qzbcd`: two common words, and one of its own. */
const nameOf = (number: number) =>
  `${pick(FIRST, number)}-${pick(SECOND, Math.floor(number / FIRST.length))}-${ownWord(number)}`;

function ownWord(number: number): string {
  const letters = Array.from({ length: 6 }, (_, digit) =>
    String.fromCharCode(97 + (Math.floor(number / 11 ** digit) % 11) * 2),
  );
  return letters.join("");
}

const skillOf = (number: number): ManySkill => ({
  name: nameOf(number),
  description: number % 3 === 0 ? "Helps an agent review the orchard" : "Helps an agent with the work",
  tags: number === 77 ? ["seldom"] : [`tag-${number % 30}`],
  // Scattered over the ids: the most used are neither the oldest nor the newest.
  downloads: Math.floor(2_000_000 / (1 + ((number * 7_919) % SKILLS))),
});

await describeWith("postgres", "A hundred thousand skills", () => {
  let registry: TestRegistry;
  const read = async (path: string) => {
    const answer = await call(`${registry.url}/api/v1${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const all = Array.from({ length: SKILLS }, (_, number) => skillOf(number));

  beforeAll(async () => {
    registry = await startTestRegistry({
      withoutScanners: true,
      environment: { DATABASE_URL: await freshDatabase(), SWEEP_SECONDS: "3600" },
    });
    const ada = await account(registry.url, registry.adminToken, "ada");
    // The sample is no skill that is found: it waits until the end.
    registry.holdInspection("waiting");
    await publish(registry.url, ada, sampleZip({ name: "waiting" }));
    const { database, registry: parts } = registry.running.services;
    await insertMany(database, { sample: "waiting", skills: all });
    await withoutSearchIndexes(database, async () => void (await rebuildSearch(parts)));
    // What a vacuum of the database's own reads would count as read by a request.
    for (const table of COUNTED) await rowsOf(registry, `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await rowsOf(registry, `VACUUM ANALYZE ${COUNTED.join(", ")}`);
  }, 600_000);
  afterAll(() => registry.close());

  test.each([
    ["oldest", 0],
    ["middle", SKILLS / 2],
    ["newest", SKILLS - 20],
  ])("twenty of the %s names, each with a typo, are all found first", async (_, start) => {
    const missed: string[] = [];
    for (let number = start; number < start + 20; number += 1) {
      const [first = "", second = "", own = ""] = nameOf(number).split("-");
      const mistyped = `${first} ${second.slice(0, 2)}${second.charAt(3)}${second.charAt(2)}${second.slice(4)} ${own}`;
      const { hits } = await read(`/search?limit=20&q=${encodeURIComponent(mistyped)}`);
      if (!hits.some(({ name }: { name: string }) => name === nameOf(number))) missed.push(mistyped);
    }
    expect(missed).toEqual([]);
  });

  test("the exact name is first, of the oldest and of the newest", async () => {
    for (const number of [0, 1, SKILLS / 2, SKILLS - 2, SKILLS - 1]) {
      for (const query of [nameOf(number), nameOf(number).replaceAll("-", " ")]) {
        expect((await read(`/search?q=${encodeURIComponent(query)}`)).hits[0].name).toBe(nameOf(number));
      }
    }
  });

  test("of a word in very many names and descriptions, the true first hundred come, in their order", async () => {
    const best = all
      .filter(({ name }) => name.includes("-orchard-"))
      .toSorted((a, b) => b.downloads - a.downloads)
      .slice(0, 100);
    const { hits, total } = await read("/search?q=orchard&limit=100");
    expect(total).toBe(1_000);
    expect(hits.map(({ downloads }: { downloads: number }) => downloads)).toEqual(
      best.map(({ downloads }) => downloads),
    );
    // Only in descriptions, a third of all.
    const described = all
      .filter(({ description }) => description.includes("review"))
      .toSorted((a, b) => b.downloads - a.downloads)
      .slice(0, 100);
    const found = (await read("/search?q=review&limit=100")).hits;
    expect(found.map(({ downloads }: { downloads: number }) => downloads)).toEqual(
      described.map(({ downloads }) => downloads),
    );
  });

  test("everything is counted", async () => {
    expect((await read("/search?q=&limit=1")).total).toBe(SKILLS);
  });

  /** Blocks of 8 KiB that the database looks at for these requests: the same on every machine, however busy. */
  const blocksOf = async (paths: string[]): Promise<number> => {
    const read1 = async () => {
      // What a connection did is told when it is idle for a second.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const [row] = await rowsOf<{ blocks: number }>(
        registry,
        `SELECT sum(coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0) + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0))::int AS blocks
         FROM pg_statio_user_tables WHERE relname IN (${COUNTED.map((table) => `'${table}'`).join(", ")})`,
      );
      return row?.blocks ?? 0;
    };
    const before = await read1();
    for (const path of paths) await read(path);
    return ((await read1()) - before) / paths.length;
  };

  test("the last page of a list, a tag without matches and a seldom one cost about what the first page costs", async () => {
    const [row] = await rowsOf<{ downloads: number; id: number }>(
      registry,
      "SELECT downloads::int, skill_id::int AS id FROM listings ORDER BY downloads DESC, skill_id DESC OFFSET 95000 LIMIT 1",
    );
    const deep = Buffer.from(JSON.stringify(["skills:downloads", row?.downloads, row?.id])).toString("base64url");
    const limits = [20, 21, 22, 23, 24, 25];
    const first = await blocksOf(limits.map((limit) => `/skills?sort=downloads&limit=${limit}`));
    expect(first).toBeGreaterThan(20);
    for (const rest of [`cursor=${deep}`, "tag=nowhere", "tag=seldom", "tag=tag-7", "tier=verified&tag=seldom"]) {
      const cost = await blocksOf(limits.map((limit) => `/skills?sort=downloads&limit=${limit}&${rest}`));
      expect([rest, cost < 12 * first]).toEqual([rest, true]);
    }
  });
});
