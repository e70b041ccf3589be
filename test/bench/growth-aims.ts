import { type GrowthRead, GROWTH_READS, type GrowthResult } from "./growth.ts";
import type { Aim } from "./results.ts";
import { quantile, type Spread, spreadOf } from "./statistics.ts";

const MOST_GROWTH = 1.5;
const SEARCH_P95_MS = 25;

/** The quantile of each round's reads, in milliseconds. */
const growthOf = ({ rounds }: GrowthResult, read: GrowthRead, share: number): number[] =>
  rounds.map((round) =>
    quantile(
      round[read].map(({ milliseconds }) => milliseconds),
      share,
    ),
  );

/** A size against the smallest one, round by round. */
const growthFactor = (smallest: GrowthResult, size: GrowthResult, read: GrowthRead): Spread => {
  const base = growthOf(smallest, read, 0.5);
  return spreadOf(growthOf(size, read, 0.5).map((milliseconds, round) => milliseconds / (base[round] ?? Number.NaN)));
};

/** What the table of growth has to hold. */
export function growthAims(growth: GrowthResult[]): Aim[] {
  const [smallest, largest] = [growth[0], growth.at(-1)];
  if (!smallest || !largest || smallest === largest) return [];
  const from = `${smallest.skills.toLocaleString("en-US")} to ${largest.skills.toLocaleString("en-US")} skills`;
  const factors = GROWTH_READS.map((read) => {
    const { median } = growthFactor(smallest, largest, read);
    return {
      aim: `${read}, ${from}: p50 grows to ${MOST_GROWTH} x or less`,
      measured: `${median.toFixed(2)} x`,
      met: median <= MOST_GROWTH,
      by: `${(median - MOST_GROWTH).toFixed(2)} x`,
    };
  });
  const p95 = spreadOf(growthOf(largest, "search", 0.95)).median;
  const missed = growth.map(({ typos }) => typos.asked - typos.found);
  return [
    ...factors,
    {
      aim: `search among ${largest.skills.toLocaleString("en-US")}: p95 of ${SEARCH_P95_MS} ms or less`,
      measured: `${p95.toFixed(1)} ms`,
      met: p95 <= SEARCH_P95_MS,
      by: `${(p95 - SEARCH_P95_MS).toFixed(1)} ms`,
    },
    {
      aim: "names with a typo: found at every size",
      measured: growth.map(({ typos }) => `${typos.found}/${typos.asked}`).join(", "),
      met: missed.every((count) => count === 0),
      by: `${Math.max(...missed)} missed`,
    },
  ];
}

/** The same reads of registries of different sizes: titles, heads and rows. */
export function growthTable(sizes: GrowthResult[]): [string, string[], string[][]][] {
  const [smallest] = sizes;
  if (!smallest) return [];
  const cell = (size: GrowthResult, read: GrowthRead) => {
    const times = spreadOf(growthOf(size, read, 0.5)).median.toFixed(1);
    return size === smallest ? times : `${times} (${growthFactor(smallest, size, read).median.toFixed(2)} x)`;
  };
  const head = [
    "skills",
    ...GROWTH_READS.map((read) => `${read}, p50 ms`),
    "search, p95 ms",
    "names with a typo found",
  ];
  const rows = sizes.map((size) => [
    size.skills.toLocaleString("en-US"),
    ...GROWTH_READS.map((read) => cell(size, read)),
    spreadOf(growthOf(size, "search", 0.95)).median.toFixed(1),
    `${size.typos.found} of ${size.typos.asked}`,
  ]);
  return [["Growth, on PostgreSQL", head, rows]];
}
