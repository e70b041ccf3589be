import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { LoadResult } from "../results.ts";
import { measureLoads } from "../measure.ts";
import { table } from "../report.ts";
import { median } from "../statistics.ts";
import { startBareHono } from "../targets/bare-hono.ts";
import { startRegistry } from "../targets/registry.ts";
import { LOAD_SCENARIOS, readBodies, type Target } from "../targets/target.ts";
import { SIDES, type Side } from "./turns.ts";

interface ReadsInput {
  roots: Record<Side, string>;
  rounds: number;
  seconds: number;
  connections: number;
  skills: number;
  dir: string;
  say: (text: string) => void;
}

/** Reads under load of both builds and of bare Hono with the same bytes, in turns: answers a second, and the new build's share of each. */
export async function compareReads(input: ReadsInput): Promise<string> {
  const { roots, rounds, seconds, connections, skills, dir, say } = input;
  const started: Target[] = [];
  const startIn = async (name: string, start: (own: string) => Promise<Target>): Promise<Target> => {
    const own = join(dir, name.replaceAll(" ", "-"));
    await mkdir(own);
    const target = await start(own);
    started.push(target);
    return target;
  };
  try {
    for (const side of SIDES)
      await startIn(side, (own) =>
        startRegistry(own, { skills, profileDir: null, databaseUrl: null, of: { root: roots[side], name: side } }),
      );
    const bodies = await readBodies(started[started.length - 1] as Target);
    await startIn("bare Hono", (own) => startBareHono(own, bodies));
    return tellReads(await measureLoads(started, { rounds, seconds, connections }, say));
  } finally {
    for (const target of started.toReversed()) await target.stop();
  }
}

function tellReads(results: readonly LoadResult[]): string {
  const perSecond = (scenario: string, target: string): number => {
    const found = results.find((result) => result.scenario === scenario && result.target === target);
    return found === undefined ? NaN : median(found.samples.map((sample) => sample.perSecond));
  };
  const rows = LOAD_SCENARIOS.map((scenario) => {
    const [old, now, bare] = ["old", "new", "bare Hono"].map((target) => perSecond(scenario, target)) as [
      number,
      number,
      number,
    ];
    const shown = [old, now, bare].map((figure) => (Number.isFinite(figure) ? String(Math.round(figure)) : "-"));
    return [scenario, ...shown, (now / old).toFixed(2), (now / bare).toFixed(2)];
  });
  return table(["answers a second", "old", "new", "bare Hono", "new : old", "new : bare Hono"], rows);
}
