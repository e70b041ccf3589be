import type { Socket } from "node:net";
import { collect, DRAIN_MS } from "../capped-output.ts";
import type { ChildResult } from "../run-child.ts";
import type { Door } from "./door.ts";
import { followKeeper, type KeeperEnd } from "./keeper.ts";

/** What a fork of a warm program is to do. */
export interface WarmJob {
  /** The module and its arguments. */
  argv: string[];
  env: Record<string, string>;
  cpuSeconds: number;
  timeoutMs: number;
  maxOutputBytes: number;
  abort: AbortSignal | undefined;
}

/** How it came out. */
export interface JobEnd {
  /** Null: it came to no end of its own; whoever asked may ask elsewhere. */
  result: ChildResult | null;
  /** Why there is none. */
  why: string;
  /** Its parent did not do its part, and is not to be asked again. */
  isParentBroken: boolean;
  /** False: this machine does not let a fork be confined. */
  isConfinable: boolean;
}

/** Within this what was killed is gone: thousands of processes, where Linux does not hold their number against root. */
const GONE_WITHIN_MS = 20_000;

/**
 * Lets `fork` begin the job and follows it to its end, as `runChild` follows a process: the deadline, the abort and too much output end it,
 * the first of them counts.
 */
export async function followJob(input: {
  job: WarmJob;
  name: string;
  door: Door;
  fork(): void;
  /** Resolves when the parent has ended. */
  parentEnded: Promise<void>;
  begunWithinMs: number;
}): Promise<JobEnd> {
  const { job, name, door } = input;
  const result = emptyResult(job.abort?.aborted ?? false);
  const slow = setTimeout(() => keeper.giveUp("it did not begin in time"), input.begunWithinMs);
  const keeper = followKeeper(() => clearTimeout(slow));
  const stopped = Promise.withResolvers<void>();
  const stop = (reason: "timedOut" | "truncated" | "aborted"): void => {
    // Only the first reason counts.
    if (result.timedOut || result.truncated || result.aborted) return;
    result[reason] = true;
    keeper.leave();
    stopped.resolve();
  };
  const onAbort = (): void => stop("aborted");
  const deadline = setTimeout(() => stop("timedOut"), job.timeoutMs);
  job.abort?.addEventListener("abort", onAbort, { once: true });
  void door.expect(name, "control").then((control) => {
    if (control === null) return keeper.giveUp("it never came");
    control.write(`${JSON.stringify({ argv: job.argv, env: job.env, cpuSeconds: job.cpuSeconds })}\n`);
    keeper.listen(control);
  });
  const outputs = ["stdout", "stderr"].map((stream) =>
    readOutput(door.expect(name, stream), job.maxOutputBytes, () => stop("truncated")),
  );
  void input.parentEnded.then(() => keeper.giveUp("its parent ended"));
  try {
    if (result.aborted) return { result, why: "", isParentBroken: false, isConfinable: true };
    input.fork();
    const afterStop = stopped.promise.then(() => Promise.race([keeper.end, later(GONE_WITHIN_MS)]));
    const end = await Promise.race([keeper.end, afterStop]);
    // Whoever has begun had opened both outputs before. They may still wait at the door, where this process was busy all the time.
    if (end?.hasBegun !== true) door.forget(name);
    await Promise.race([Promise.all(outputs.map(({ closed }) => closed)), later(DRAIN_MS)]);
    const [stdoutBytes = NOTHING, stderr = NOTHING] = outputs.map(({ read }) => read());
    const printed = { stdout: stdoutBytes.toString("utf8"), stdoutBytes, stderr: stderr.toString("utf8") };
    return toJobEnd({ ...result, ...printed }, end);
  } finally {
    clearTimeout(deadline);
    clearTimeout(slow);
    job.abort?.removeEventListener("abort", onAbort);
    door.forget(name);
    for (const { close } of outputs) close();
    keeper.leave();
  }
}

function toJobEnd(result: ChildResult, end: KeeperEnd | null): JobEnd {
  const wasStopped = result.timedOut || result.truncated || result.aborted;
  if (wasStopped) {
    // Whoever let it come to its deadline without having begun hangs, and so does whoever does not let it end.
    const isParentBroken = end === null || (result.timedOut && !end.hasBegun);
    return { result, why: end?.why ?? "it did not end when asked to", isParentBroken, isConfinable: true };
  }
  const { exitCode, why = "", isConfinable = true, hasBegun = false } = end ?? { exitCode: null };
  if (exitCode !== null) return { result: { ...result, exitCode }, why, isParentBroken: false, isConfinable };
  // One that had begun was killed from outside, with its keeper perhaps: that is not its parent's doing.
  return { result: null, why, isParentBroken: !hasBegun, isConfinable };
}

function emptyResult(aborted: boolean): ChildResult {
  const printed = { stdout: "", stdoutBytes: NOTHING, stderr: "" };
  return { exitCode: null, signal: null, ...printed, timedOut: false, truncated: false, aborted };
}

const NOTHING = Buffer.alloc(0);

interface Output {
  read(): Buffer;
  closed: Promise<void>;
  close(): void;
}

function readOutput(opened: Promise<Socket | null>, maxBytes: number, onFull: () => void): Output {
  let socket: Socket | null = null;
  let read = (): Buffer => NOTHING;
  const closed = opened.then(async (found) => {
    if (found === null) return;
    socket = found;
    read = collect(found, maxBytes, onFull);
    await new Promise<void>((resolve) => {
      found.once("close", () => resolve());
      found.resume();
    });
  });
  return { read: () => read(), closed, close: () => void socket?.destroy() };
}

const later = async (milliseconds: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds).unref();
  });
