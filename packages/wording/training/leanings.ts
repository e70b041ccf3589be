import { LEANING_ROOM } from "../src/features.ts";
import type { Told } from "./fit.ts";

const SMOOTHING = 0.3;

/** For each behaviour, how much oftener a feature stands in its harmful texts than in all: log ratios, 127 for the largest. */
export function leaningsOf(texts: readonly Told[], behaviours: readonly string[]): Int8Array {
  const counts = behaviours.map(() => new Float64Array(LEANING_ROOM).fill(SMOOTHING));
  const all = new Float64Array(LEANING_ROOM).fill(SMOOTHING * behaviours.length);
  for (const { behaviour, isHarmful, alone } of texts) {
    const own = counts[behaviours.indexOf(behaviour)];
    if (!isHarmful || own === undefined) continue;
    for (const feature of alone.features.subarray(0, alone.words)) {
      const at = feature & (LEANING_ROOM - 1);
      own[at] = (own[at] as number) + 1;
      all[at] = (all[at] as number) + 1;
    }
  }
  const total = all.reduce((sum, count) => sum + count, 0);
  const ratios = counts.map((own) => {
    const sum = own.reduce((sofar, count) => sofar + count, 0);
    return own.map((count, at) => Math.log(count / sum / ((all[at] as number) / total)));
  });
  const largest = Math.max(...ratios.flatMap((row) => [...row].map(Math.abs)));
  return Int8Array.from(ratios.flatMap((row) => [...row].map((ratio) => Math.round((ratio / largest) * 127))));
}
