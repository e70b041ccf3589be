import type { CodeTools } from "./code-tools.ts";
import type { CodeUnit, TextFile } from "@gaia/reading";
import { type Reader, type Reading, unread } from "./reader.ts";
import { startedFiles } from "./started-files.ts";

const MOST_LAYERS = 3;
const MOST_EMBEDDED = 200;

/**
 * Reads all units with the readers of their languages, what is embedded in them and which of the package's texts they start, layer by
 * layer; what is left unread is told.
 */
export async function readAll(
  { code: units, texts }: { code: readonly CodeUnit[]; texts: readonly TextFile[] },
  readers: readonly Reader[],
  tools: CodeTools,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const startedIn = startedFiles(units, texts);
  let layer = units;
  for (let depth = 0; depth <= MOST_LAYERS && layer.length > 0; depth += 1) {
    const read: Reading[] = [];
    for (const reader of readers) {
      const own = layer.filter(({ language }) => reader.languages.includes(language));
      if (own.length > 0) read.push(...(await reader.read(own, tools)));
    }
    readings.push(...read);
    layer = distinct([...startedIn(read), ...read.flatMap(({ embedded }) => embedded)]);
    // One file's many must not keep another's from being read.
    const counts = new Map<string, number>();
    const isWithin = ({ path }: CodeUnit): boolean => {
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      return count <= MOST_EMBEDDED;
    };
    const kept = layer.filter(isWithin);
    const left = depth === MOST_LAYERS ? layer : layer.filter((unit) => !kept.includes(unit));
    readings.push(...firstOfEach(left).map((unit) => unread(unit, { cut: "more code stands inside it than is read" })));
    layer = kept;
  }
  return readings;
}

const firstOfEach = (units: readonly CodeUnit[]): CodeUnit[] => [
  ...new Map(units.map((unit) => [unit.path, unit])).values(),
];

function distinct(units: CodeUnit[]): CodeUnit[] {
  return [
    ...new Map(
      units.map((unit) => [JSON.stringify([unit.path, unit.firstLine, unit.language, unit.text]), unit]),
    ).values(),
  ];
}
