import { type ChildProcess, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { openFolders } from "../published-sample.ts";
import { table } from "../report.ts";
import { median } from "../statistics.ts";
import { NODE } from "../targets/start-quietly.ts";
import { compared, comparisonTable, ofBoth, quantileOf } from "./comparison.ts";
import type { AgainstInput } from "./inspections.ts";
import { blocksOf, sidesInTurn, SIDES, type Side } from "./turns.ts";

/** What our own analysers took for one skill, and what they said of it. */
export interface Analysed {
  /** Of the thread that analyses. */
  cpuMs: number;
  findings: number;
  /** Parts that came to no end. */
  unscanned: number;
}

const BLOCK = 5;
const WARM_UP = 20;
const BLOCK_MS = 20 * 60_000;
const SLOWEST = 5;
const PROCESS = fileURLToPath(new URL("analyser-process.ts", import.meta.url));

/**
 * The analysers of both builds alone, each in a process of its own, over the same skills in turns, `rounds` times. What counts of a skill
 * is the median of the rounds.
 */
export async function compareAnalysers(input: AgainstInput & { rounds: number }): Promise<string> {
  const { roots, rounds, say, abort, dir } = input;
  const folders = await openFolders(input);
  const blocks = blocksOf(folders, BLOCK);
  const processes = ofBoth((side) => startProcess(roots[side]));
  const results = ofBoth((): Analysed[][] => []);
  try {
    // Once through the first skills without the clock: what runs often has been compiled then.
    for (const side of SIDES) await processes[side].analyse(folders.slice(0, WARM_UP), abort);
    for (let round = 0; round < rounds; round += 1) {
      const ofRound = ofBoth((): Analysed[] => []);
      for (const [at, block] of blocks.entries()) {
        for (const side of sidesInTurn(round + at))
          ofRound[side].push(...(await processes[side].analyse(block, abort)));
      }
      for (const side of SIDES) results[side].push(ofRound[side]);
      say(`${round + 1} of ${rounds}: ${folders.length} skills analysed by both`);
    }
  } finally {
    for (const side of SIDES) processes[side].end();
  }
  const names = folders.map((folder) => relative(dir, folder));
  return tellAnalysed(
    names,
    ofBoth((side) => mediansOf(results[side])),
  );
}

/** Of each skill the median of the rounds; what was found is the same in all of them. */
function mediansOf(rounds: Analysed[][]): Analysed[] {
  return (rounds[0] ?? []).map((first, at) => ({
    ...first,
    cpuMs: median(rounds.flatMap((round) => round[at]?.cpuMs ?? [])),
  }));
}

function tellAnalysed(folders: string[], results: Record<Side, Analysed[]>): string {
  const cpu = ofBoth((side) => results[side].map(({ cpuMs }) => cpuMs));
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  const { head, rows } = comparisonTable([
    compared("CPU of a skill, p50 ms", 1, (side) => quantileOf(cpu[side], 0.5)),
    compared("CPU of a skill, p95 ms", 1, (side) => quantileOf(cpu[side], 0.95)),
    compared("CPU of a skill, most ms", 1, (side) => quantileOf(cpu[side], 1)),
    compared("CPU of all, s", 1, (side) => sum(cpu[side]) / 1_000),
    compared("findings", 0, (side) => sum(results[side].map(({ findings }) => findings))),
    compared("analysers that came to no end", 0, (side) => sum(results[side].map(({ unscanned }) => unscanned))),
  ]);
  const slowest = [...cpu.new.keys()].sort((a, b) => (cpu.new[b] ?? 0) - (cpu.new[a] ?? 0)).slice(0, SLOWEST);
  const told = slowest.map(
    (at) => `- ${folders[at]}: ${cpu.old[at]?.toFixed(0)} ms, now ${cpu.new[at]?.toFixed(0)} ms`,
  );
  return [table(head, rows), "", `The slowest of ${folders.length} skills:`, ...told].join("\n");
}

interface AnalyserProcess {
  analyse(folders: string[], abort: AbortSignal): Promise<Analysed[]>;
  end(): void;
}

function startProcess(root: string): AnalyserProcess {
  const [program = "", ...flags] = NODE;
  const child = spawn(program, [...flags, PROCESS, root], { cwd: "/", stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  return {
    async analyse(folders, abort) {
      child.stdin.write(`${JSON.stringify(folders)}\n`);
      return JSON.parse(
        await nextLine(lines, child, AbortSignal.any([abort, AbortSignal.timeout(BLOCK_MS)])),
      ) as Analysed[];
    },
    end: () => void child.kill("SIGKILL"),
  };
}

function nextLine(lines: Interface, child: ChildProcess, abort: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const ended = (code: number | null): void => reject(new Error(`the process of the analysers ended with ${code}`));
  const aborted = (): void => reject(abort.reason);
  lines.once("line", resolve);
  child.once("exit", ended);
  abort.addEventListener("abort", aborted, { once: true });
  return promise.finally(() => {
    lines.off("line", resolve);
    child.off("exit", ended);
    abort.removeEventListener("abort", aborted);
  });
}
