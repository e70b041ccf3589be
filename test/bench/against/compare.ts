import { lookAtMachine } from "../machine.ts";
import { compareAnalysers } from "./analysers.ts";
import { compareInspections } from "./inspections.ts";
import { compareMemory } from "./memory.ts";
import { compareReads } from "./reads.ts";
import { openTrees } from "./trees.ts";

interface CompareInput {
  only: string | undefined;
  against: string;
  archive: string | undefined;
  count: number | null;
  minutes: number;
  rounds: number | null;
  /** Of each load. */
  seconds: number;
  connections: number;
  /** With so many skills in each registry. */
  skills: number;
  dir: string;
  say: (text: string) => void;
}

const INSPECTED = 100;
const ROUNDS = { analysers: 3, memory: 2, reads: 5 };
const PARTS = ["inspections", "analysers", "memory", "reads"] as const;
type Part = (typeof PARTS)[number];
const isPart = (only: string | undefined): only is Part => PARTS.some((part) => part === only);

/**
 * `--against=<commit>`: another commit's build and this one's side by side, in one run. Prints what was measured.
 * @returns whether all of it was
 */
export async function compare({ only, against, archive, count, rounds, ...input }: CompareInput): Promise<boolean> {
  if (!isPart(only)) throw new Error(`--against goes with --only=${PARTS.join(", ")}`);
  const isOfSkills = only === "inspections" || only === "analysers";
  if (isOfSkills && archive === undefined) throw new Error("which skills? --archive=FILE.tar.gz");
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Error("it was ended by hand"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  const machine = lookAtMachine(input.dir);
  const { signal: abort } = stopping;
  const trees = await openTrees(against, { say: input.say, abort });
  try {
    const shared = { ...input, roots: trees.roots, abort, archive: archive ?? "" };
    const measure: Record<Part, () => Promise<{ text: string; isWhole: boolean }>> = {
      inspections: () => compareInspections({ ...shared, count: count ?? INSPECTED }),
      analysers: async () => {
        const text = await compareAnalysers({
          ...shared,
          count: count ?? Infinity,
          rounds: rounds ?? ROUNDS.analysers,
        });
        return { text, isWhole: true };
      },
      memory: async () => ({
        text: await compareMemory({ ...shared, rounds: rounds ?? ROUNDS.memory }),
        isWhole: true,
      }),
      reads: async () => ({ text: await compareReads({ ...shared, rounds: rounds ?? ROUNDS.reads }), isWhole: true }),
    };
    const { text, isWhole } = await measure[only]();
    const { cores, processor, loadBefore } = machine;
    const where = `${cores} cores (${processor}), Node ${machine.node}; load average before: ${loadBefore.toFixed(2)}`;
    process.stdout.write(`old: ${trees.commit}\nnew: this tree\n${where}\n\n${text}\n`);
    return isWhole;
  } finally {
    await trees.close();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}
