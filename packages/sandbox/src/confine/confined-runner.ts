import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM_DIRECTORIES, SandboxError } from "../command.ts";
import { type ChildResult, runChild } from "../run-child.ts";
import { callFilter } from "./call-filter.ts";
import {
  type Confine,
  type Confined,
  type ConfinedResult,
  type Denial,
  type Mount,
  NO_GUARDS,
  WORK,
} from "./confined.ts";
import { ARGUMENTS_FD, CALLS_FD, confine, expectedMounts, INFO_FD, moreArguments } from "./confinement.ts";
import { type ControlGroup, makeControlGroup } from "./control-group.ts";
import { PROXY_VARIABLES } from "./inner-launcher.ts";
import { endNamespace, FIRST_PROCESS } from "./namespace-end.ts";
import { startOwnProxy } from "./own-proxy.ts";
import { ownUser } from "./own-user.ts";
import { watchProcesses } from "./process-watch.ts";
import { markRun, RUN_DIRECTORY } from "./run-marks.ts";
import { watchWritable } from "./writable-watch.ts";

const PROBE: Confined = {
  argv: ["true"],
  stdin: "",
  mounts: [],
  guarded: NO_GUARDS,
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

export interface RunnerOptions {
  /** For machines on which nobody may make control groups. */
  makeGroup?: typeof makeControlGroup;
  /** A directory of this user's: what runs is marked there, for `finishRuns` after a crash. Null: nothing is marked. */
  marks?: string | null;
  /** For a machine on which something does not end. */
  end?: typeof endNamespace;
}

/** Finds out once, by running it, whether this machine confines, and gives the function that runs commands so. */
export async function confinedRunner(options: RunnerOptions = {}): Promise<Confine> {
  const works = await runConfined(PROBE).then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  );
  const run = async (command: Confined, abort?: AbortSignal): Promise<ConfinedResult> => {
    if (works) return runConfined(command, abort, options);
    throw new SandboxError("no_isolation", "this machine has no bubblewrap that works: nothing can be confined");
  };
  return Object.assign(run, { isolation: works ? ("bubblewrap" as const) : ("none" as const) });
}

async function runConfined(
  command: Confined,
  abort?: AbortSignal,
  { makeGroup = makeControlGroup, marks = null, end = endNamespace }: RunnerOptions = {},
): Promise<ConfinedResult> {
  const startedAt = performance.now();
  const { limits } = command;
  const full = new AbortController();
  const watched: Denial[] = [];
  const stopFor = (denial: Denial): void => {
    watched.push(denial);
    full.abort();
  };
  const outside = await mkdtemp(join(tmpdir(), RUN_DIRECTORY));
  let isLooked = true;
  // Where nobody has looked after it, whoever comes next does.
  const isLeft = (): boolean => marks !== null && !isLooked;
  const held: (() => unknown)[] = [() => (isLeft() ? undefined : rm(outside, { recursive: true, force: true }))];
  try {
    const socketPath = join(outside, "proxy.sock");
    const whatAllMay = {
      memoryBytes: limits.memoryBytes + LAUNCHER_TAKES.memoryBytes,
      processes: limits.processes + LAUNCHER_TAKES.processes,
    };
    const group = makeGroup(whatAllMay);
    held.push(() => group?.remove());
    const network = command.network ?? { hosts: [], methods: "read", near: [] };
    const reached = { socketPath, network, networkBytes: limits.networkBytes };
    const proxy = startOwnProxy(reached, () => full.abort());
    held.push(() => proxy.stop());
    const writable = await watchWritable(command);
    held.push(() => writable.stop());
    const unmark = await markOf(marks, { command, outside, known: writable.known });
    held.push(() => (isLeft() ? undefined : unmark()));
    const counted = watchProcesses(whatAllMay, (what) => stopFor({ kind: "limit", what }));
    held.push(() => counted.stop());
    const argv = await startOf(command, { outside, socketPath, guards: writable.mounts, group });
    await proxy.ready;
    writable.start({ processes: () => group?.processes() ?? counted.processes(), onDenial: stopFor });
    isLooked = false;
    const child = await runChild({
      argv,
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
    // The end of its first program is not yet that of all others, which may be about to make something.
    const isEnded = await end(outside);
    const made = await writable.end();
    isLooked = isEnded;
    const refused = await proxy.end();
    const noticed = watched.filter(({ kind }) => kind !== "guarded" || made.length === 0);
    return {
      exitCode: child.exitCode,
      signal: child.signal,
      stdout: child.stdout,
      stderr: child.stderr + (refused === null ? PROXY_ENDED : ""),
      denials: [...made, ...(isEnded ? [] : [UNENDED]), ...(refused ?? []), ...noticed, ...limitsOf(child, group)],
      aborted: abort?.aborted ?? false,
      durationMs: Math.round(performance.now() - startedAt),
      isolation: "bubblewrap",
    };
  } finally {
    for (const release of held.toReversed()) await release();
  }
}

const UNENDED: Denial = { kind: "unended" };
const PROXY_ENDED = "\nthe network's proxy of this command ended before it";

async function markOf(
  marks: string | null,
  { command, outside, known }: { command: Confined; outside: string; known: readonly string[] },
): Promise<() => Promise<void>> {
  const writable = command.mounts.filter((mount) => mount.writable);
  return marks === null ? async () => {} : markRun(marks, { outside, writable, guarded: command.guarded, known });
}

/** Writes what bubblewrap and the launcher read, and gives the command that starts it all. @throws SandboxError */
async function startOf(
  command: Confined,
  {
    outside,
    socketPath,
    guards,
    group,
  }: { outside: string; socketPath: string; guards: readonly Mount[]; group: ControlGroup | null },
): Promise<[string, ...string[]]> {
  const whole = { ...command, env: { ...PROXY_VARIABLES, ...command.env } };
  const expectedPath = join(outside, "expected.json");
  await writeFile(expectedPath, expectedMounts({ mounts: [...command.mounts, ...guards] }));
  const hasControlGroup = group !== null;
  const argv = confine(whole, {
    socketPath,
    expectedPath,
    node: process.execPath,
    prlimit: findPrlimit(),
    hasControlGroup,
    ownUser: ownUser(),
  });
  const argumentsFile = join(outside, "arguments");
  await writeFile(argumentsFile, moreArguments(whole, guards, ownUser()), { mode: 0o600 });
  const files = [argumentsFile, await writeCallFilter(outside), join(outside, FIRST_PROCESS)];
  return joined(argv, group, files);
}

/** @throws SandboxError `no_isolation` */
async function writeCallFilter(directory: string): Promise<string> {
  const calls = callFilter(process.arch);
  if (calls === null) throw new SandboxError("no_isolation", `no filter of system calls is known for ${process.arch}`);
  const path = join(directory, "calls.bpf");
  await writeFile(path, calls);
  return path;
}

/** What the launcher takes, memory and threads, of what the command's processes have together. */
const LAUNCHER_TAKES = { memoryBytes: 96 * 1024 ** 2, processes: 16 };

const findPrlimit = (): string | null =>
  PROGRAM_DIRECTORIES.map((directory) => join(directory, "prlimit")).find((path) => existsSync(path)) ?? null;

/** The same, in its control group from its first instruction on. */
function joined(argv: string[], group: ControlGroup | null, files: readonly string[]): [string, ...string[]] {
  const joins = (group?.joins ?? []).map((file) => `echo 0 > '${file}' || exit 126`);
  const opens = `exec ${ARGUMENTS_FD}< "$1" ${CALLS_FD}< "$2" ${INFO_FD}> "$3" || exit 126`;
  const script = [...joins, opens, `shift ${files.length}`, 'exec "$@"'].join("\n");
  return ["/bin/sh", "-c", script, "sh", ...files, ...argv];
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
