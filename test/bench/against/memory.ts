import { join } from "node:path";
import { builtServer } from "../../harness/built-server.ts";
import { type ApiMemory, measureApiMemory } from "../api-memory.ts";
import { median } from "../statistics.ts";
import { table } from "../report.ts";
import { compared, comparisonTable, ofBoth } from "./comparison.ts";
import { sidesInTurn, type Side } from "./turns.ts";

interface MemoryInput {
  roots: Record<Side, string>;
  dir: string;
  rounds: number;
  say: (text: string) => void;
  abort: AbortSignal;
}

/** What a process with `ROLE=api` of each build holds, in turns; the median of the rounds. */
export async function compareMemory({ roots, dir, rounds, say, abort }: MemoryInput): Promise<string> {
  const results = ofBoth((): ApiMemory[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sidesInTurn(round)) {
      abort.throwIfAborted();
      const measured = await measureApiMemory(join(dir, `${side}-${round}`), builtServer(roots[side]));
      if (measured === null) throw new Error("there is no PostgreSQL, or no Redis, on this machine");
      results[side].push(measured);
      say(`${round + 1} of ${rounds}: ${side}, ${JSON.stringify(measured)}`);
    }
  }
  const of = (what: string, name: keyof ApiMemory) =>
    compared(what, 0, (side) => median(results[side].map((each) => each[name])));
  const { head, rows } = comparisonTable([
    of("ROLE=api at rest, MiB", "rest"),
    of("ROLE=api while read, at most, MiB", "reading"),
    of("ROLE=api while it takes packages, at most, MiB", "taking"),
    of("ROLE=api at rest after it, MiB", "after"),
  ]);
  return table(head, rows);
}
