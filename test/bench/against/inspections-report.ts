import { table } from "../report.ts";
import { compared, type Compared, comparisonTable, quantileOf } from "./comparison.ts";
import type { Resident } from "./process-tree.ts";
import type { Fate } from "./publish-and-wait.ts";
import type { Side } from "./turns.ts";

/** What one build did with the skills of a run. */
export interface InspectedBy {
  fates: Fate[];
  /** Of what was sent at once: from the first request of a block to its last verdict, and how many had one. */
  busyMs: number;
  finished: number;
  /** Of what was sent one by one: from the request to the verdict. */
  waitedMs: number[];
  /** Of the server and all that it started, while it had something to do. */
  cpuMs: number;
  most: Resident | null;
}

const MOST_NAMED = 20;

export function inspectionRows(results: Record<Side, InspectedBy>): Compared[] {
  const row = (what: string, digits: number, of: (result: InspectedBy) => number): Compared =>
    compared(what, digits, (side) => of(results[side]));
  const ends = [...new Set([...results.old.fates, ...results.new.fates].map(({ end }) => end))].sort();
  return [
    row("inspections a minute, two at a time", 1, ({ finished, busyMs }) => (finished * 60_000) / busyMs),
    row("publish to verdict, p50 ms", 0, ({ waitedMs }) => quantileOf(waitedMs, 0.5)),
    row("publish to verdict, p95 ms", 0, ({ waitedMs }) => quantileOf(waitedMs, 0.95)),
    row(
      "CPU seconds a skill",
      2,
      ({ cpuMs, fates }) => cpuMs / 1_000 / countOf(fates, ({ endedAt }) => endedAt !== null),
    ),
    row("resident at most, MiB: server", 0, ({ most }) => most?.server ?? NaN),
    row("resident at most, MiB: server and its children", 0, ({ most }) => most?.all ?? NaN),
    ...ends.map((end) => row(end, 0, ({ fates }) => countOf(fates, (fate) => fate.end === end))),
  ];
}

/** The table, and the skills that both builds judge otherwise. */
export function tellInspections(rows: readonly Compared[], results: Record<Side, InspectedBy>): string {
  const { head, rows: cells } = comparisonTable(rows);
  const before = new Map(results.old.fates.map(({ folder, end }) => [folder, end]));
  const other = results.new.fates.filter(({ folder, end }) => before.get(folder) !== end);
  const named = other.slice(0, MOST_NAMED).map(({ folder, end }) => `- ${folder}: ${before.get(folder)}, now ${end}`);
  const more = other.length > named.length ? [`- and ${other.length - named.length} more`] : [];
  return [table(head, cells), "", `${other.length} skills end otherwise.`, ...named, ...more].join("\n");
}

const countOf = (fates: readonly Fate[], is: (fate: Fate) => boolean): number => fates.filter(is).length;
