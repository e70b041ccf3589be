import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { collect, DRAIN_MS } from "./capped-output.ts";

/** How a process group ended. Output is capped at `maxOutputBytes` a stream. */
export interface ChildResult {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  /** What `stdout` was decoded from. */
  stdoutBytes: Uint8Array;
  stderr: string;
  timedOut: boolean;
  truncated: boolean;
  aborted: boolean;
}

interface Child {
  argv: [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  /** What it reads; absent: nothing. */
  stdin?: string | undefined;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Told the id of the process as soon as there is one. */
  onStart?: (pid: number) => void;
  abort: AbortSignal | undefined;
}

/**
 * Starts the program as leader of its own process group, and kills the whole group with SIGKILL at the
 * deadline, on abort, when it prints too much, and once more when its leader has ended.
 */
export async function runChild(input: Child): Promise<ChildResult> {
  const [program, ...args] = input.argv;
  const result: ChildResult = {
    exitCode: null,
    signal: null,
    stdout: "",
    stdoutBytes: new Uint8Array(),
    stderr: "",
    timedOut: false,
    truncated: false,
    aborted: input.abort?.aborted ?? false,
  };
  if (result.aborted) return result;
  const nothing = openSync("/dev/null", "r");
  const stdio = onlyThese([input.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"], nothing);
  const child = spawn(program, args, { cwd: input.cwd, env: input.env, detached: true, stdio });
  closeSync(nothing);
  if (child.pid !== undefined) input.onStart?.(child.pid);
  // Whoever does not read it ends before.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input.stdin);
  const stop = (reason: "timedOut" | "truncated" | "aborted"): void => {
    // Only the first reason counts, and none after the end.
    if (result.timedOut || result.truncated || result.aborted) return;
    result[reason] = true;
    killGroup(child);
  };
  const onAbort = (): void => stop("aborted");
  const deadline = setTimeout(() => stop("timedOut"), input.timeoutMs);
  input.abort?.addEventListener("abort", onAbort, { once: true });
  const stdout = collect(child.stdout, input.maxOutputBytes, () => stop("truncated"));
  const stderr = collect(child.stderr, input.maxOutputBytes, () => stop("truncated"));
  try {
    const end = await ended(child);
    result.exitCode = end.exitCode;
    result.signal = end.signal;
    const printed = stdout();
    result.stdoutBytes = printed;
    result.stdout = printed.toString("utf8");
    result.stderr = end.problem === null ? stderr().toString("utf8") : end.problem;
  } finally {
    clearTimeout(deadline);
    input.abort?.removeEventListener("abort", onAbort);
  }
  return result;
}

/**
 * What whoever started us left open would be open in the child, too, and a directory is a way around every mount: each such descriptor is
 * `nothing` there. Where there is no /proc, nobody says which these are.
 */
export function onlyThese(streams: ("ignore" | "pipe")[], nothing: number): StdioOptions {
  const stdio: ("ignore" | "pipe" | number)[] = [...streams];
  for (const descriptor of leftOpen()) {
    while (stdio.length < descriptor) stdio.push("ignore");
    stdio[descriptor] = nothing;
  }
  return stdio;
}

const CLOSES_ON_EXEC = 0o2000000;

function leftOpen(): number[] {
  try {
    const all = readdirSync("/proc/self/fdinfo").map(Number);
    return all.filter((one) => one > 2 && isLeftOpen(one)).toSorted((one, other) => one - other);
  } catch {
    return [];
  }
}

function isLeftOpen(descriptor: number): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    // Closed meanwhile: it was the listing's own.
    return false;
  }
}

interface End {
  exitCode: number | null;
  signal: string | null;
  problem: string | null;
}

async function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      // Not started, or not killable; the first has no exit event to wait for.
      if (child.pid === undefined) {
        resolve({ exitCode: null, signal: null, problem: error.message });
      }
    });
    child.once("exit", (exitCode, signal) => {
      killGroup(child);
      const drain = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS);
      child.once("close", () => {
        clearTimeout(drain);
        resolve({ exitCode, signal, problem: null });
      });
    });
  });
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
