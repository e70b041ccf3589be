import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PROGRAM_DIRECTORIES, SandboxError } from "../command.ts";
import { type ChildResult, runChild } from "../run-child.ts";
import { type Confine, type Confined, type ConfinedResult, type Denial, WORK } from "./confined.ts";
import { ARGUMENTS_FD, confine, expectedMounts, moreArguments } from "./confinement.ts";
import { type ControlGroup, makeControlGroup } from "./control-group.ts";
import { startFilteringProxy } from "./filtering-proxy.ts";
import { PROXY_VARIABLES } from "./inner-launcher.ts";
import { watchProcesses } from "./process-watch.ts";
import { watchWritable } from "./writable-watch.ts";

const PROBE: Confined = {
  argv: ["true"],
  stdin: "",
  mounts: [],
  guarded: [],
  hidden: [],
  directory: WORK,
  env: {},
  network: null,
  programs: [],
  limits: {
    cpuMs: 5_000,
    timeoutMs: 15_000,
    memoryBytes: 512 * 1024 ** 2,
    processes: 64,
    diskBytes: 1024 ** 2,
    outputBytes: 4_096,
    networkBytes: 0,
  },
};

/**
 * Finds out once, by running it, whether this machine confines, and gives the function that runs commands so. `makeGroup` is for machines
 * on which nobody may make control groups.
 */
export async function confinedRunner(makeGroup: MakeGroup = makeControlGroup): Promise<Confine> {
  const works = await runConfined(PROBE).then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  );
  const run = async (command: Confined, abort?: AbortSignal): Promise<ConfinedResult> => {
    if (works) return runConfined(command, abort, makeGroup);
    throw new SandboxError("no_isolation", "this machine has no bubblewrap that works: nothing can be confined");
  };
  return Object.assign(run, { isolation: works ? ("bubblewrap" as const) : ("none" as const) });
}

type MakeGroup = typeof makeControlGroup;

async function runConfined(
  command: Confined,
  abort?: AbortSignal,
  makeGroup: MakeGroup = makeControlGroup,
): Promise<ConfinedResult> {
  const startedAt = performance.now();
  const { limits } = command;
  const full = new AbortController();
  const watched: Denial[] = [];
  const stopFor = (denial: Denial): void => {
    watched.push(denial);
    full.abort();
  };
  const outside = await mkdtemp(join(tmpdir(), "confined-"));
  const held: (() => unknown)[] = [() => rm(outside, { recursive: true, force: true })];
  try {
    const socketPath = join(outside, "proxy.sock");
    const whatAllMay = {
      memoryBytes: limits.memoryBytes + LAUNCHER_TAKES.memoryBytes,
      processes: limits.processes + LAUNCHER_TAKES.processes,
    };
    const group = makeGroup(whatAllMay);
    held.push(() => group?.remove());
    const proxy = await startFilteringProxy({
      socketPath,
      network: command.network ?? { hosts: [], methods: "read" },
      networkBytes: limits.networkBytes,
      onFull: () => full.abort(),
    });
    held.push(() => proxy.close());
    const writable = await watchWritable(command);
    held.push(() => writable.stop());
    const counted = watchProcesses(whatAllMay, (what) => stopFor({ kind: "limit", what }));
    held.push(() => counted.stop());
    const whole = { ...command, env: { ...PROXY_VARIABLES, ...command.env } };
    const expectedPath = join(outside, "expected.json");
    await writeFile(expectedPath, expectedMounts({ mounts: [...command.mounts, ...writable.mounts] }));
    const around = {
      socketPath,
      expectedPath,
      node: process.execPath,
      prlimit: findPrlimit(),
      hasControlGroup: group !== null,
    };
    const argv = confine(whole, around);
    const argumentsFile = join(outside, "arguments");
    await writeFile(argumentsFile, moreArguments(whole, writable.mounts), { mode: 0o600 });
    writable.start({ processes: () => group?.processes() ?? counted.processes(), onDenial: stopFor });
    const child = await runChild({
      argv: joined(argv, { group, argumentsFile }),
      cwd: "/",
      env: { PATH: PROGRAM_DIRECTORIES.join(":") },
      stdin: command.stdin,
      timeoutMs: limits.timeoutMs,
      maxOutputBytes: limits.outputBytes,
      onStart(pid) {
        if (group === null) counted.start(pid);
      },
      abort: AbortSignal.any([full.signal, ...(abort ? [abort] : [])]),
    });
    // What was killed ends in its own time, and may have been about to make something.
    if (child.exitCode === null) await pause(KILLED_END_MS);
    const made = await writable.end();
    const noticed = watched.filter(({ kind }) => kind !== "guarded" || made.length === 0);
    return {
      exitCode: child.exitCode,
      signal: child.signal,
      stdout: child.stdout,
      stderr: child.stderr,
      denials: [...made, ...proxy.denials, ...noticed, ...limitsOf(child, group)],
      aborted: abort?.aborted ?? false,
      durationMs: Math.round(performance.now() - startedAt),
      isolation: "bubblewrap",
    };
  } finally {
    for (const release of held.toReversed()) await release();
  }
}

/** What the launcher takes, memory and threads, of what the command's processes have together. */
const LAUNCHER_TAKES = { memoryBytes: 96 * 1024 ** 2, processes: 16 };

const KILLED_END_MS = 100;

const findPrlimit = (): string | null =>
  PROGRAM_DIRECTORIES.map((directory) => join(directory, "prlimit")).find((path) => existsSync(path)) ?? null;

/** The same, in its control group from its first instruction on. */
function joined(
  argv: string[],
  { group, argumentsFile }: { group: ControlGroup | null; argumentsFile: string },
): [string, ...string[]] {
  const joins = (group?.joins ?? []).map((file) => `echo 0 > '${file}' || exit 126`);
  const script = [...joins, `exec ${ARGUMENTS_FD}< "$1" || exit 126`, "shift", 'exec "$@"'].join("\n");
  return ["/bin/sh", "-c", script, "sh", argumentsFile, ...argv];
}

/** Signals are told through the launcher as exit codes above 128. */
function limitsOf(child: ChildResult, group: ControlGroup | null): Denial[] {
  const endedBy = (name: "SIGXCPU" | "SIGXFSZ"): boolean =>
    child.signal === name || child.exitCode === 128 + constants.signals[name];
  const found: Denial[] = (group?.exceeded() ?? []).map((what) => ({ kind: "limit", what }));
  if (child.timedOut) found.push({ kind: "limit", what: "time" });
  if (child.truncated) found.push({ kind: "limit", what: "output" });
  if (endedBy("SIGXCPU")) found.push({ kind: "limit", what: "cpu" });
  // A full file system is an error that programs tell, or hide; where it is told, it is ours.
  if (endedBy("SIGXFSZ") || /No space left on device|ENOSPC|File too large|EFBIG/.test(child.stderr))
    found.push({ kind: "limit", what: "disk" });
  return found;
}
