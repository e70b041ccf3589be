import { type ChildProcess, spawn } from "node:child_process";

/** How a process group ended. Output is capped at `maxOutputBytes` a stream. */
export interface ChildResult {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  truncated: boolean;
  aborted: boolean;
}

interface Child {
  argv: [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  timeoutMs: number;
  maxOutputBytes: number;
  abort: AbortSignal | undefined;
}

/** How long a pipe may stay open after the end: a process that left the group and kept it is not waited for. */
const DRAIN_MS = 2_000;

/**
 * Starts the program as leader of its own process group with stdin closed, and kills the whole group with SIGKILL at the
 * deadline, on abort, when it prints too much, and once more when its leader has ended.
 */
export async function runChild(input: Child): Promise<ChildResult> {
  const [program, ...args] = input.argv;
  const result: ChildResult = {
    exitCode: null,
    signal: null,
    stdout: "",
    stderr: "",
    timedOut: false,
    truncated: false,
    aborted: input.abort?.aborted ?? false,
  };
  if (result.aborted) return result;
  const child = spawn(program, args, {
    cwd: input.cwd,
    env: input.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
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
    result.stdout = stdout();
    result.stderr = end.problem === null ? stderr() : end.problem;
  } finally {
    clearTimeout(deadline);
    input.abort?.removeEventListener("abort", onAbort);
  }
  return result;
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

function collect(stream: NodeJS.ReadableStream | null, maxBytes: number, onFull: () => void): () => string {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  stream?.on("data", (chunk: Buffer) => {
    const room = maxBytes - sizeBytes;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) onFull();
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
