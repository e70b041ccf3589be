import { readFileSync } from "node:fs";
import type { Limits } from "./confined.ts";

const EVERY_MS = 50;
const PAGE_BYTES = 4096;

/** What a process and all that descend from it have together. */
interface Family {
  pids: string[];
  /** Processes and their threads. */
  count: number;
  /** Resident, and nobody else's. */
  memoryBytes: number;
}

/**
 * Where no control group bounds a command, its processes are counted from outside, for Linux holds no number of them against root; what is
 * over ends it within a few hundredths of a second. `processes` are its ids as they were last seen.
 */
export function watchProcesses(
  limits: Pick<Limits, "memoryBytes" | "processes">,
  onFull: (what: "memory" | "processes") => void,
): { start(pid: number): void; processes(): readonly string[]; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let last: readonly string[] = [];
  return {
    start(pid) {
      timer = setInterval(() => {
        const { pids, count, memoryBytes } = familyOf(pid, limits.processes);
        last = pids;
        const what = count > limits.processes ? "processes" : memoryBytes > limits.memoryBytes ? "memory" : null;
        if (what === null) return;
        clearInterval(timer);
        onFull(what);
      }, EVERY_MS);
    },
    processes: () => last,
    stop: () => clearInterval(timer),
  };
}

/** Not counted to the end when there are more than `most`. What has lost its parent belongs to the first process of its namespace. */
function familyOf(pid: number, most: number): Family {
  const family: Family = { pids: [], count: 0, memoryBytes: 0 };
  const waiting = [String(pid)];
  for (let next = waiting.pop(); next !== undefined && family.count <= most; next = waiting.pop()) {
    const threads = read(`/proc/${next}/status`).match(/^Threads:\s+(\d+)$/m)?.[1];
    if (threads === undefined) continue;
    family.pids.push(next);
    family.count += Number(threads);
    const [, resident = 0, shared = 0] = read(`/proc/${next}/statm`).split(" ").map(Number);
    family.memoryBytes += Math.max(0, resident - shared) * PAGE_BYTES;
    waiting.push(...read(`/proc/${next}/task/${next}/children`).split(" ").filter(Boolean));
  }
  return family;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
