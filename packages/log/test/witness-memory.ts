import { sameBytes } from "../src/merkle/hashes.ts";
import type { Tree, WitnessState, WitnessStore } from "../src/index.ts";

/** A witness's memory in a map, whose every step takes a turn of the loop, as a database's does. */
export function memoryWitness(rows = new Map<string, WitnessState>()): WitnessStore & { rows: typeof rows } {
  const isAt = (row: WitnessState | undefined, tree: Tree | null) =>
    row === undefined || tree === null
      ? row === undefined && tree === null
      : row.tree.size === tree.size && sameBytes(row.tree.root, tree.root);
  return {
    rows,
    find: async (origin) => rows.get(origin) ?? null,
    replace: async (origin, previous, next) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isAt(rows.get(origin), previous)) return false;
      rows.set(origin, next);
      return true;
    },
  };
}
