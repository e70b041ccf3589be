import type { PackageFile } from "@gaia/archive";

/** Where programs of this machine are found, inside and out. */
export const PROGRAM_DIRECTORIES: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin"];

/** What keeps a command in: a container by bubblewrap, bare namespaces, or only limits and the process group. */
export type Isolation = "bubblewrap" | "unshare" | "none";

/** One program to run with less. Nothing of the caller's environment, files or network comes in unless named here. */
export interface Command {
  /** Program and arguments. The program is an absolute path or found in `PROGRAM_DIRECTORIES`. */
  argv: string[];
  /** Written into a fresh private directory (the working directory), mode 0600 below 0700, removed afterwards. */
  files: PackageFile[];
  /** The whole environment, beside PATH, HOME, LANG and TMPDIR, which are set and may be overridden. */
  env: Record<string, string>;
  /** What it reads; absent: nothing. `warmRunner` gives it to no fork. */
  stdin?: string | undefined;
  /** False: no network, not even loopback. True: the machine's network, with its resolver and certificates. */
  network: boolean;
  /** Absolute paths the command may read, as a scanner's virtual environment (its base Python comes with it). */
  readable: string[];
  /** CPU time of each of its processes, in milliseconds, counted in whole seconds: what bounds it on a busy machine as on a quiet one. */
  cpuMs: number;
  /** On the clock, for where no CPU time passes. */
  timeoutMs: number;
  /** For stdout and for stderr each; a command that prints more is killed. */
  maxOutputBytes: number;
}

export interface CommandResult {
  /** Null when the command was killed or could not be started. */
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  /** What `stdout` was decoded from. Absent where a result was recorded. */
  stdoutBytes?: Uint8Array | undefined;
  stderr: string;
  timedOut: boolean;
  /** It was killed because its CPU time was over. */
  outOfCpu: boolean;
  /** The output cap was reached and the command was killed for it. */
  truncated: boolean;
  /** The caller's abort signal ended it. */
  aborted: boolean;
  durationMs: number;
  isolation: Isolation;
}

/** Runs one command to its end. Never rejects for what the command does; throws `SandboxError` for a bad command. */
export interface Run {
  (command: Command, abort?: AbortSignal): Promise<CommandResult>;
  /** What this machine gives; for one log line at boot. */
  readonly isolation: Isolation;
}

export type SandboxErrorCode =
  | "path_escapes"
  | "path_conflict"
  | "empty_command"
  | "no_isolation"
  | "no_program"
  | "guarded_link"
  | "too_large";

/** The command itself is not acceptable: nothing was run. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.name = "SandboxError";
    this.code = code;
  }
}
