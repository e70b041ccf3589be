import type { CodeTools } from "./code-tools.ts";
import type { CodeUnit } from "@gaia/reading";
import type { Reader, Reading } from "./reader.ts";

const MOST_LAYERS = 3;
const MOST_EMBEDDED = 200;

/** Reads all units with the readers of their languages, and what is embedded in them, three layers deep. */
export async function readAll(
  units: readonly CodeUnit[],
  readers: readonly Reader[],
  tools: CodeTools,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  let layer = units;
  for (let depth = 0; depth <= MOST_LAYERS && layer.length > 0; depth += 1) {
    const read: Reading[] = [];
    for (const reader of readers) {
      const own = layer.filter(({ language }) => reader.languages.includes(language));
      if (own.length > 0) read.push(...(await reader.read(own, tools)));
    }
    readings.push(...read);
    layer = distinct(read.flatMap(({ embedded }) => embedded)).slice(0, MOST_EMBEDDED);
  }
  return readings;
}

function distinct(units: CodeUnit[]): CodeUnit[] {
  return [
    ...new Map(
      units.map((unit) => [JSON.stringify([unit.path, unit.firstLine, unit.language, unit.text]), unit]),
    ).values(),
  ];
}
