import { writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { type Command, type CommandResult, PROGRAM_DIRECTORIES, type Run, SandboxError } from "../command.ts";
import { callFilter } from "../confine/call-filter.ts";
import { NO_WRAPPING, WRAPPINGS, type Wrapping, wrap } from "./isolation.ts";
import { pathsToBind } from "../readable.ts";
import { type ChildResult, runChild } from "../run-child.ts";
import { createWorkDirectory, removeWorkDirectory } from "../work-directory.ts";

const PATH = PROGRAM_DIRECTORIES.join(":");

/**
 * Finds out once, by running it, what isolation this machine allows, and gives the function that runs commands in it:
 * bubblewrap, else bare namespaces, else none (`run.isolation` says which).
 *
 * With `none` a command has its own directory, environment, limits and process group, but the machine's network and
 * file system, and a child that starts its own session outlives the kill. `workRoot` is where the private directories
 * are made (default: the system's directory for temporary files); `only` skips the probe's stronger choices.
 */
export async function sandboxRunner(
  options: { workRoot?: string | undefined; only?: "unshare" | "none" | undefined } = {},
): Promise<Run> {
  return (await findSandbox(options)).run;
}

/** `sandboxRunner`, and the isolation that it found. */
export async function findSandbox(options: {
  workRoot?: string | undefined;
  only?: "unshare" | "none" | undefined;
}): Promise<{ run: Run; wrapping: Wrapping }> {
  const { workRoot } = options;
  const wrapping = await findWrapping(workRoot, options.only);
  const run = async (command: Command, abort?: AbortSignal): Promise<CommandResult> =>
    runWrapped({ wrapping, workRoot, command, abort });
  return { run: Object.assign(run, { isolation: wrapping.isolation }), wrapping };
}

/** Ended by SIGXCPU, as it comes through: of the command itself, or as the exit code of the shell or container around it. */
export const isOutOfCpu = ({ timedOut, aborted, signal, exitCode }: ChildResult): boolean =>
  !timedOut && !aborted && (signal === "SIGXCPU" || exitCode === 128 + constants.signals.SIGXCPU);

async function findWrapping(workRoot: string | undefined, only: "unshare" | "none" | undefined): Promise<Wrapping> {
  for (const wrapping of WRAPPINGS) {
    if (only !== undefined && wrapping.isolation !== only) continue;
    const command: Command = {
      // Writes where it may, by the same way every later command goes.
      argv: ["/bin/sh", "-c", "echo works > probe && cat probe"],
      files: [],
      env: {},
      network: false,
      readable: [],
      cpuMs: 5_000,
      timeoutMs: 15_000,
      maxOutputBytes: 4_096,
    };
    const result = await runWrapped({ wrapping, workRoot, command, abort: undefined });
    if (result.exitCode === 0 && result.stdout === "works\n") return wrapping;
  }
  return NO_WRAPPING;
}

async function runWrapped(input: {
  wrapping: Wrapping;
  workRoot: string | undefined;
  command: Command;
  abort: AbortSignal | undefined;
}): Promise<CommandResult> {
  const { command, wrapping } = input;
  if (command.argv.length === 0) throw new SandboxError("empty_command", "no program to run");
  const startedAt = performance.now();
  const directory = await createWorkDirectory({ workRoot: input.workRoot, files: command.files });
  try {
    const [program = "", ...args] = wrap(wrapping, {
      argv: command.argv,
      network: command.network,
      bind: wrapping.isolation === "bubblewrap" ? await pathsToBind(command.readable) : [],
      directory,
      cpuMs: command.cpuMs,
      callsFile: wrapping.isolation === "bubblewrap" ? await writeCallFilter(directory.root) : null,
    });
    const child = await runChild({
      argv: [program, ...args],
      cwd: directory.work,
      env: {
        PATH,
        HOME: directory.home,
        LANG: "C.UTF-8",
        TMPDIR: directory.temporary,
        ...command.env,
      },
      stdin: command.stdin,
      timeoutMs: command.timeoutMs,
      maxOutputBytes: command.maxOutputBytes,
      abort: input.abort,
    });
    return {
      ...child,
      outOfCpu: isOutOfCpu(child),
      durationMs: Math.round(performance.now() - startedAt),
      isolation: wrapping.isolation,
    };
  } finally {
    await removeWorkDirectory(directory);
  }
}

/** Null: this processor has none. */
async function writeCallFilter(directory: string): Promise<string | null> {
  const filter = callFilter(process.arch);
  if (filter === null) return null;
  const path = join(directory, "calls.bpf");
  await writeFile(path, filter, { mode: 0o600 });
  return path;
}
