import { lookAtMachine } from "../machine.ts";
import { compareAnalysers } from "./analysers.ts";
import { compareInspections } from "./inspections.ts";
import { compareMemory } from "./memory.ts";
import { openTrees } from "./trees.ts";

interface CompareInput {
  only: string | undefined;
  against: string;
  archive: string | undefined;
  count: number | null;
  minutes: number;
  rounds: number | null;
  dir: string;
  say: (text: string) => void;
}

const INSPECTED = 100;
const ROUNDS = { analysers: 3, memory: 2 };

/**
 * `--against=<commit>`: another commit's build and this one's side by side, in one run. Prints what was measured.
 * @returns whether all of it was
 */
export async function compare({ only, against, archive, count, rounds, ...input }: CompareInput): Promise<boolean> {
  if (only !== "inspections" && only !== "analysers" && only !== "memory")
    throw new Error("--against goes with --only=inspections, --only=analysers or --only=memory");
  if (only !== "memory" && archive === undefined) throw new Error("which skills? --archive=FILE.tar.gz");
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error("it was ended by hand"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const machine = lookAtMachine(input.dir);
  const { signal: abort } = stopping;
  const trees = await openTrees(against, { say: input.say, abort });
  try {
    const shared = { ...input, roots: trees.roots, abort, archive: archive ?? "" };
    const { text, isWhole } =
      only === "inspections"
        ? await compareInspections({ ...shared, count: count ?? INSPECTED })
        : only === "analysers"
          ? {
              text: await compareAnalysers({ ...shared, count: count ?? Infinity, rounds: rounds ?? ROUNDS.analysers }),
              isWhole: true,
            }
          : { text: await compareMemory({ ...shared, rounds: rounds ?? ROUNDS.memory }), isWhole: true };
    const { cores, processor, loadBefore } = machine;
    const where = `${cores} cores (${processor}), Node ${machine.node}; load average before: ${loadBefore.toFixed(2)}`;
    process.stdout.write(`old: ${trees.commit}\nnew: this tree\n${where}\n\n${text}\n`);
    return isWhole;
  } finally {
    await trees.close();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}
