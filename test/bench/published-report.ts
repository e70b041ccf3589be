import type { Published } from "./publish-all.ts";
import { quantile } from "./statistics.ts";

/** How an inspection ended; `verdict` is null when it had not. */
export interface Ended {
  folder: string;
  verdict: string | null;
  started_at: string;
  finished_at: string;
  scanners: { name: string; status: string; reason: string | null; duration_ms: number }[];
}

interface Result {
  asked: number;
  published: Published[];
  ends: Ended[];
  publishedMs: number;
  allMs: number;
  /** In MB. */
  resident: { before: number; most: number; after: number };
}

/** The run in words and lists, for people. */
export function describeEnds({ asked, published, ends, publishedMs, allMs, resident }: Result): string {
  const refused = published.flatMap((each) => (each.refused === null ? [] : [each.refused]));
  const times = ends.flatMap(({ started_at: from, finished_at: to }) =>
    from ? [Date.parse(to) - Date.parse(from)] : [],
  );
  const slowest = ends.flatMap(({ scanners, folder }) => scanners.map((each) => ({ ...each, folder })));
  slowest.sort((a, b) => b.duration_ms - a.duration_ms);
  return [
    `${asked} skills, ${published.length - refused.length} accepted in ${seconds(publishedMs)}; all done after ${seconds(allMs)}`,
    ...counted("refused", refused),
    ...counted(
      "verdict",
      ends.map(({ verdict }) => verdict ?? "none"),
    ),
    ...counted(
      "unscanned",
      ends.flatMap(({ scanners }) =>
        scanners.filter(({ status }) => status === "unscanned").map(({ name, reason }) => `${name}: ${reason}`),
      ),
    ),
    times.length === 0
      ? "no inspection ended"
      : `first attempt to verdict: p50 ${seconds(quantile(times, 0.5))}, p95 ${seconds(quantile(times, 0.95))}, most ${seconds(Math.max(...times))}`,
    ...slowest.slice(0, 5).map((each) => `slow: ${each.name} ${seconds(each.duration_ms)} in ${each.folder}`),
    `resident memory of the server: ${resident.before} MB before, ${resident.most} MB at most, ${resident.after} MB after`,
  ].join("\n");
}

/** How often each value is there, most often first, one line each. */
export function counted(what: string, values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value, count]) => `${what}: ${count} x ${value}`);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
