import { localServices } from "../harness/local-services.ts";
import { openSql, type Sql } from "../harness/sql.ts";
import { dropDatabases, freshDatabase } from "./databases.ts";
import { makeCatalog, makeQueries, makeTypoNames } from "./catalog.ts";
import { type Timed, timeSearches } from "./client-latency.ts";
import { type RegistryTarget, startRegistry } from "./targets/registry.ts";
import { TAGS } from "./vocabulary.ts";

/** What is measured of each size. */
export const GROWTH_READS = ["list", "deep cursor", "filter", "search"] as const;
export type GrowthRead = (typeof GROWTH_READS)[number];

/** One registry on PostgreSQL with so many skills, round after round. */
export interface GrowthResult {
  skills: number;
  rounds: Record<GrowthRead, Timed[]>[];
  /** Of names with a typo, the oldest, the middle and the newest alike, how many were on the first page. */
  typos: { asked: number; found: number };
}

interface Size {
  result: GrowthResult;
  target: RegistryTarget;
  sql: Sql;
}

const SORTS = ["updated", "created", "downloads", "name"] as const;
const SMALLEST = 1_000;

/**
 * The same reads of registries on PostgreSQL that hold 1,000 skills, ten times as many, and so on up to `most`; all of them run, and take turns. Every address
 * is asked once, so no answer comes from the cache of rendered pages. Null where there is no PostgreSQL.
 * @param startIn makes a directory for a target and starts it there
 */
export async function measureGrowth(input: {
  most: number;
  rounds: number;
  searches: number;
  startIn(name: string, start: (dir: string) => Promise<RegistryTarget>): Promise<RegistryTarget | null>;
  say(text: string): void;
}): Promise<GrowthResult[] | null> {
  const services = localServices();
  const postgres = await services.find("postgres");
  const sizes: Size[] = [];
  try {
    if (!postgres.available) return null;
    for (let skills = SMALLEST; skills <= input.most; skills *= 10) {
      const databaseUrl = await freshDatabase(postgres.url, `${DATABASES}${skills}`);
      const target = await input.startIn(`registry of ${skills}`, (dir) =>
        startRegistry(dir, { skills, profileDir: null, databaseUrl }),
      );
      if (!target) return null;
      sizes.push({
        result: { skills, rounds: [], typos: { asked: 0, found: 0 } },
        target,
        sql: await openSql(databaseUrl),
      });
    }
    // Round 0 only warms up.
    for (let round = 0; round <= input.rounds; round += 1) {
      for (const size of sizes) {
        const times = await readAll(size, round, input.searches);
        if (round > 0) size.result.rounds.push(times);
        input.say(`${round}  growth  ${size.result.skills} skills`);
      }
    }
    for (const size of sizes) size.result.typos = await findTypos(size);
    return sizes.map(({ result }) => result);
  } finally {
    for (const { sql, target } of sizes) await Promise.all([sql.close(), target.stop()]);
    if (postgres.available) await dropDatabases(postgres.url, DATABASES);
    await services.stop();
  }
}

const DATABASES = `bench_growth_${process.pid}_`;

async function readAll({ result, target, sql }: Size, round: number, searches: number) {
  // A limit of its own for each round and turn: another address.
  const limits = Array.from({ length: 5 }, (_, turn) => 15 + round * 5 + turn);
  const lists = SORTS.flatMap((sort) => limits.map((limit) => `sort=${sort}&limit=${limit}`));
  const cursors = Object.fromEntries(await Promise.all(SORTS.map(async (sort) => [sort, await deepCursor(sql, sort)])));
  const filters = [
    ...TAGS.map((tag) => `tag=${tag}`),
    "tier=verified",
    "tier=community",
    "format=gaia",
    "tag=nobody-has-it",
    "publisher=publisher-7",
  ];
  const ask = (kind: GrowthRead, queries: string[]) =>
    timeSearches(
      (query) => `${target.url}/api/v1/skills?${decodeURIComponent(query)}`,
      queries.map((text) => ({ kind, text })),
    );
  const queries = makeQueries(makeCatalog(result.skills - 1), { count: searches, seed: 100 + round });
  return {
    list: await ask("list", lists),
    "deep cursor": await ask(
      "deep cursor",
      lists.map((query) => `${query}&cursor=${cursors[query.split(/[=&]/)[1] ?? ""]}`),
    ),
    filter: await ask(
      "filter",
      filters.map((filter) => `${filter}&limit=${15 + round}`),
    ),
    search: await timeSearches((text) => `${target.url}/api/v1/search?q=${text}`, queries),
  };
}

const COLUMNS = { updated: "updated_at", created: "created_at", downloads: "downloads", name: "name" };

/** A cursor past nine tenths of a list, as walking there would have given it. */
async function deepCursor(sql: Sql, sort: (typeof SORTS)[number]): Promise<string> {
  const down = sort === "name" ? "" : "DESC";
  const column = COLUMNS[sort];
  const [row] = await sql.rows<{ key: string | number | Date; id: number }>(
    `SELECT ${column} AS key, skill_id::int AS id FROM listings ORDER BY ${column} ${down}, skill_id ${down}
     OFFSET (SELECT count(*) * 9 / 10 FROM listings) LIMIT 1`,
  );
  if (!row) throw new Error("nothing is listed");
  const key = row.key instanceof Date ? row.key.toISOString() : row.key;
  return Buffer.from(JSON.stringify([`skills:${sort}`, key, row.id])).toString("base64url");
}

/** Looks for names with a typo, each where people look: among the first twenty. */
async function findTypos({ result, target }: Size): Promise<GrowthResult["typos"]> {
  const names = makeTypoNames(makeCatalog(result.skills - 1));
  let found = 0;
  for (const { name, typo } of names) {
    const answer = await fetch(`${target.url}/api/v1/search?q=${encodeURIComponent(typo)}&limit=20`);
    const { hits } = (await answer.json()) as { hits: { name: string }[] };
    if (hits.some((hit) => hit.name === name)) found += 1;
  }
  return { asked: names.length, found };
}
