import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackageFile } from "@gaia/archive";
import { PROGRAM_DIRECTORIES } from "../command.ts";
import { callFilter } from "../confine/call-filter.ts";
import { type Wrapping, wrapParent } from "../running/isolation.ts";
import { pathsToBind } from "../readable.ts";
import { killGroup, onlyThese } from "../run-child.ts";
import { createWorkDirectory, removeWorkDirectory } from "../work-directory.ts";
import { openDoor } from "./door.ts";
import { followJob, type JobEnd, type WarmJob } from "./warm-job.ts";

/** What is loaded, and how it is let see. */
export interface LoadedProgram {
  /** Absolute path of a Python, 3.10 or newer. */
  python: string;
  /** Modules, imported in this order; `package.*` is every module of a package. */
  loads: readonly string[];
  readable: string[];
  /** Its forks have the machine's network, or none. */
  network: boolean;
}

/** A process that has loaded a program, and forks it for each job. */
export interface WarmParent {
  /** Throws `SandboxError` for files that no directory can hold. */
  run(job: WarmJob & { files: PackageFile[] }): Promise<JobEnd>;
  /** So many jobs it has begun. */
  readonly begun: number;
  readonly running: number;
  /** What it said last; 0: it cannot tell. */
  readonly residentKib: number;
  readonly hasEnded: boolean;
  /** Kills it with all that it forked, and takes its directory away. */
  end(): Promise<void>;
}

/** Where a fork's own directory is, and what covers what it must not see: in the parent's view of the machine. */
const OWN = "/job";
const EMPTY = "/nothing";
const ENVIRONMENT = {
  PATH: PROGRAM_DIRECTORIES.join(":"),
  HOME: `${OWN}/home`,
  LANG: "C.UTF-8",
  TMPDIR: `${OWN}/tmp`,
};
const READY_WITHIN_MS = 30_000;
const MOST_HEARD_BYTES = 10_000;

const CODE = new URL("./warm-parent.py", import.meta.url);

/** Starts it and waits until it has loaded. Throws when it does not come to that. */
export async function startWarmParent(input: {
  program: LoadedProgram;
  wrapping: Wrapping;
  workRoot: string | undefined;
  /** So long a fork may take to its namespaces before its parent counts as hung. */
  begunWithinMs: number;
  /** Nobody wants it any more. */
  abort: AbortSignal;
}): Promise<WarmParent> {
  const root = await mkdtemp(join(await realpath(input.workRoot ?? tmpdir()), "warm-"));
  try {
    return await started({ ...input, root });
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

type Start = Parameters<typeof startWarmParent>[0];

async function started({ root, abort, begunWithinMs, ...input }: Start & { root: string }): Promise<WarmParent> {
  const jobs = join(root, "jobs");
  await mkdir(jobs, { mode: 0o700 });
  const door = await openDoor(join(root, "door"));
  const process = await startProcess({ ...input, root });
  abort.addEventListener("abort", process.kill, { once: true });
  if (abort.aborted) process.kill();
  let begun = 0;
  let running = 0;
  let ending: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    process.kill();
    await process.ended;
    door.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  };
  const parent: WarmParent = {
    async run({ files, ...asked }) {
      const job = { ...asked, env: { ...ENVIRONMENT, ...asked.env } };
      const name = randomBytes(16).toString("hex");
      begun += 1;
      running += 1;
      const directory = await createWorkDirectory({ workRoot: jobs, files, name }).catch((error: unknown) => {
        running -= 1;
        throw error;
      });
      try {
        await mkdir(join(directory.root, "shm"), { mode: 0o700 });
        const { fork, ended: parentEnded } = process;
        return await followJob({ job, name, door, fork: () => fork(name), parentEnded, begunWithinMs });
      } finally {
        running -= 1;
        await removeWorkDirectory(directory);
      }
    },
    get begun() {
      return begun;
    },
    get running() {
      return running;
    },
    get residentKib() {
      return process.residentKib();
    },
    get hasEnded() {
      return ending !== null || process.hasEnded();
    },
    end: () => (ending ??= end()),
  };
  if (await process.ready) return parent;
  await parent.end();
  throw new Error("it did not load");
}

interface ParentProcess {
  ready: Promise<boolean>;
  ended: Promise<void>;
  hasEnded(): boolean;
  residentKib(): number;
  fork(name: string): void;
  kill(): void;
}

async function startProcess(input: {
  program: LoadedProgram;
  wrapping: Wrapping;
  root: string;
}): Promise<ParentProcess> {
  const { program, wrapping, root } = input;
  const [command = "", ...args] = wrapParent(wrapping, {
    argv: [program.python, "-I", "-X", "utf8", "-c", readFileSync(CODE, "utf8"), setupOf(program, root)],
    network: program.network,
    bind: await pathsToBind(program.readable),
    root,
    places: [OWN, EMPTY],
  });
  const nothing = openSync("/dev/null", "r");
  const child = spawn(command, args, {
    cwd: root,
    // As its forks have it: what is loaded may look here only once.
    env: ENVIRONMENT,
    detached: true,
    stdio: onlyThese(["pipe", "pipe", "ignore"], nothing),
  });
  closeSync(nothing);
  let residentKib = 0;
  let heard = "";
  let hasEnded = false;
  const { promise: ready, resolve: settle } = Promise.withResolvers<boolean>();
  const late = setTimeout(() => settle(false), READY_WITHIN_MS).unref();
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      hasEnded = true;
      clearTimeout(late);
      settle(false);
      resolve();
    };
    child.once("error", over);
    child.once("exit", over);
  });
  const kill = (): void => {
    if (!hasEnded) killGroup(child);
  };
  const hear = (line: string): void => {
    const [, what, kib = ""] = /^(ready|forked) (\d{1,9})$/.exec(line) ?? [];
    // Who says anything else is not what was started.
    if (what === undefined) return kill();
    residentKib = Number(kib);
    settle(true);
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    heard += chunk.toString("latin1");
    if (heard.length > MOST_HEARD_BYTES) return kill();
    const lines = heard.split("\n");
    heard = lines.pop() ?? "";
    for (const line of lines) hear(line);
  });
  child.stdin?.on("error", () => {});
  // Once it has loaded it keeps nobody alive.
  const handles = [child, child.stdin, child.stdout].filter((each) => each !== null) as unknown as Handle[];
  void ready.then(() => handles.forEach((each) => each.unref()));
  return {
    ready,
    ended,
    hasEnded: () => hasEnded,
    residentKib: () => residentKib,
    fork: (name) => void child.stdin?.write(`${name}\n`),
    kill() {
      for (const each of handles) each.ref();
      kill();
    },
  };
}

/** What Node's processes and their pipes have, whatever their types say. */
interface Handle {
  ref(): void;
  unref(): void;
}

function setupOf({ loads, network }: LoadedProgram, root: string): string {
  const calls = callFilter(process.arch)?.toString("base64") ?? null;
  return JSON.stringify({ modules: loads, root, own: OWN, empty: EMPTY, calls, sharesNetwork: network });
}
