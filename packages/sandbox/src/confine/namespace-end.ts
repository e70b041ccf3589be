import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Where bubblewrap says, in a run's own directory, which process is the first of the run's namespace (`--info-fd`). */
export const FIRST_PROCESS = "first-process.json";

const MOST_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/**
 * Ends all processes of a run by the first one of their namespace, and waits for that one's end: the kernel lets it end when no other is
 * left (pid_namespaces(7)). `outside`: the run's own directory. False: something of it has not ended in time, as what waits for a disk that
 * does not answer does, and may make something yet.
 */
export async function endNamespace(
  outside: string,
  { kill = process.kill.bind(process), withinMs = MOST_MS }: { kill?: typeof process.kill; withinMs?: number } = {},
): Promise<boolean> {
  const pid = firstProcessOf(outside);
  if (pid === null) return true;
  const until = performance.now() + withinMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const found = lookAt(pid, outside);
    if (found === "gone") return true;
    if (performance.now() > until) return false;
    if (found === "alive") killed(pid, kill);
    await pause(pauseMs);
  }
}

/** Null: bubblewrap came to none. */
function firstProcessOf(outside: string): number | null {
  const [, pid] = /"child-pid":\s*(\d+)/.exec(textOf(join(outside, FIRST_PROCESS))) ?? [];
  return pid === undefined ? null : Number(pid);
}

/**
 * A number is given to another process when one has ended: ours is the first of a namespace, and its command line, which it has from
 * bubblewrap, names `outside`. While it ends it has none, and it is a zombie when all others are gone.
 */
function lookAt(pid: number, outside: string): "alive" | "ending" | "gone" {
  const status = textOf(`/proc/${pid}/status`);
  // Where /proc shows nobody else's, a signal of none tells.
  if (status === "") return isThere(pid) ? "ending" : "gone";
  if (/^State:\s*[ZX]/m.test(status) || /^NSpid:(?!.*\s1$)/m.test(status)) return "gone";
  const commandLine = textOf(`/proc/${pid}/cmdline`);
  if (commandLine === "") return "ending";
  return commandLine.includes(outside) ? "alive" : "gone";
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function killed(pid: number, kill: typeof process.kill): void {
  try {
    kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Nothing where there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
