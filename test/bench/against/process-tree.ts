import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in ticks of 10 ms on every platform that Node runs on. */
const TICK_MS = 10;

interface Process {
  parent: number;
  /** CPU time of it and of its children that ended and were waited for, in milliseconds. */
  cpuMs: number;
}

/**
 * CPU time, user and system, that a process and all that descends from it have used, those that ended included; in milliseconds. Linux
 * counts an ended child with its parent as soon as that has waited for it.
 */
export function cpuOfTree(pid: number): number {
  const all = readProcesses();
  return treeOf(pid, all).reduce((total, each) => total + (all.get(each)?.cpuMs ?? 0), 0);
}

/** What a process holds in RAM, and with it all that descends from it; in MiB. */
export interface Resident {
  server: number;
  /** Of the descendants pages that several of them share, as forks do, count once (the kernel's proportional share). */
  all: number;
}

export function residentOfTree(pid: number): Resident {
  const [, ...children] = treeOf(pid, readProcesses());
  const server = kibIn(`/proc/${pid}/status`, "VmRSS") / 1_024;
  return { server, all: children.reduce((total, each) => total + shareOf(each) / 1_024, server) };
}

/** The most that was seen at a look, four times a second, from `start` to `stop`. */
export function watchTree(pid: number): { start(): void; stop(): void; most(): Resident } {
  const most: Resident = { server: 0, all: 0 };
  let clock: NodeJS.Timeout | null = null;
  const look = (): void => {
    const { server, all } = residentOfTree(pid);
    most.server = Math.max(most.server, server);
    most.all = Math.max(most.all, all);
  };
  return {
    start() {
      look();
      clock ??= setInterval(look, 250);
    },
    stop() {
      if (clock) clearInterval(clock);
      clock = null;
      look();
    },
    most: () => most,
  };
}

/** Those who end while they are looked at are left out. */
function readProcesses(): Map<number, Process> {
  return new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = textOf(`/proc/${name}/stat`);
        // The name in the second field may hold anything, so the fields are counted from its closing parenthesis.
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const cpuMs = fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks) * TICK_MS, 0);
        return fields.length < 15 ? [] : [[Number(name), { parent: Number(fields[1]), cpuMs }] as const];
      }),
  );
}

function treeOf(pid: number, all: ReadonlyMap<number, Process>): number[] {
  const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => treeOf(child, all))];
}

/** In KiB. Whose shares may not be read counts with all its pages. */
function shareOf(pid: number): number {
  return kibIn(`/proc/${pid}/smaps_rollup`, "Pss") || kibIn(`/proc/${pid}/status`, "VmRSS");
}

const kibIn = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(textOf(path))?.[1] ?? 0);

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
