import type { PackageFile } from "@gaia/archive";
import type { Problem } from "./finding.ts";

/** What this room asks of a sandbox, by structure: `packages/sandbox` is one that fits. */
export interface Command {
  argv: string[];
  files: PackageFile[];
  env: Record<string, string>;
  network: boolean;
  readable: string[];
  cpuMs: number;
  timeoutMs: number;
  maxOutputBytes: number;
}

export interface CommandResult {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  /** It used all the CPU time that it may. */
  outOfCpu: boolean;
  truncated: boolean;
  aborted?: boolean;
  durationMs: number;
}

export type Run = (command: Command, abort?: AbortSignal) => Promise<CommandResult>;

/** Where the scanners are: `binDir` holds a `python3` that has them as modules. */
export interface Scanners {
  binDir: string;
  /** What a sandbox must let in beside it. Default: the environment around `binDir`. */
  readable?: string[] | undefined;
  /** The machine's own way to its package index and network (PIP_*, certificates, proxies), for commands that need it. */
  networkEnv?: Record<string, string> | undefined;
  /** Equal as long as what is installed in `binDir` is the same: its versions are asked for once. */
  revision?: string | undefined;
}

/** What every driver gets. */
export interface DriverContext {
  run: Run;
  scanners: Scanners;
  /** `performance.now()` at which the driver must have ended. */
  deadline: number;
  /** CPU time of one program, in milliseconds. */
  cpuMs: number;
  abort: AbortSignal | undefined;
}

const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/**
 * Runs a module of the scanners' Python. `-I`: neither the working directory nor the environment adds a module, so a
 * package's `json.py` is never imported. Throws `Unscanned` when it did not come to its own end.
 */
export async function runPython(
  ctx: DriverContext,
  input: { args: string[]; files?: PackageFile[]; network?: { env: Record<string, string> } },
): Promise<CommandResult> {
  const { binDir, readable = [parentOf(binDir)], networkEnv = {} } = ctx.scanners;
  const timeoutMs = Math.floor(ctx.deadline - performance.now());
  if (timeoutMs <= 0) throw new Unscanned("it ran out of time");
  const result = await ctx.run(
    {
      argv: [`${binDir}/python3`, "-I", "-X", "utf8", ...input.args],
      files: input.files ?? [],
      env: input.network === undefined ? {} : { ...networkEnv, ...input.network.env },
      network: input.network !== undefined,
      readable,
      cpuMs: ctx.cpuMs,
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    },
    ctx.abort,
  );
  // Past its own deadline it is the inspection's that stopped it: time, too.
  if (result.aborted === true)
    throw new Unscanned(performance.now() >= ctx.deadline ? "it ran out of time" : "it was stopped");
  if (result.timedOut) throw new Unscanned("it ran out of time");
  if (result.outOfCpu) throw new Unscanned("it takes more computing than a scanner may", false);
  if (result.truncated) throw new Unscanned("it printed more than it may");
  return result;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 1));
}

/** A scanner could not do its work, for the reason in the message: never taken for "found nothing". */
export class Unscanned extends Error {
  /** Whether another run may end better. */
  readonly retryable: boolean;

  constructor(reason: string, retryable = true) {
    super(reason);
    this.name = "Unscanned";
    this.retryable = retryable;
  }
}

/**
 * Does what a driver asks of its scanner. When that comes to no end, the result says why and keeps what it has: the version,
 * the rules, what was found before.
 */
export async function asFarAsItGoes<Result extends { problems: Problem[] }>(
  result: Result,
  work: () => Promise<void>,
): Promise<Result> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unscanned)) throw error;
    result.problems.push({ reason: error.message, retryable: error.retryable });
  }
  return result;
}
