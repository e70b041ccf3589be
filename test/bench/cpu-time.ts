import { readFileSync } from "node:fs";

/** Linux counts in ticks of 10 ms on every platform that Node runs on. */
const TICK_MS = 10;

/** CPU time, user and system, that these processes and their children have used; null where /proc does not say. */
export function cpuMilliseconds(pids: number[]): number | null {
  try {
    return pids.reduce((total, pid) => total + ofProcess(pid), 0);
  } catch {
    return null;
  }
}

function ofProcess(pid: number): number {
  // The name in the second field may hold anything, so the fields are counted from its closing parenthesis.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return children.reduce((total, child) => total + ofProcess(Number(child)), own);
}
