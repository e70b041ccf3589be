import type { Command, CommandResult, Run } from "../command.ts";
import { findSandbox, isOutOfCpu } from "../running/sandbox-runner.ts";
import { startWarmParent } from "./warm-parent.ts";
import { type WarmPlace, warmPlace, type Wear } from "./warm-place.ts";

/** A module that commands start with `python3 -m`, and what is loaded before; `package.*` is every module of a package. */
interface WarmProgram {
  module: string;
  loads: readonly string[];
}

export interface WarmOptions extends Partial<Wear> {
  workRoot?: string | undefined;
  programs: readonly WarmProgram[];
  /** So long a fork may take to begin before its parent counts as hung. */
  begunWithinMs?: number | undefined;
  /** What is installed where this Python is: with another answer than before, what was loaded counts no more. */
  revisionOf?: ((python: string) => Promise<string | undefined>) | undefined;
  /** Told of a program that runs cold now though it is one of `programs`, and why. */
  onCold?: ((module: string, why: string) => void) | undefined;
}

export interface WarmRun extends Run {
  /** What is loaded now. */
  parents(): WarmState[];
  /** Ends every parent with what it runs; what comes later runs cold. */
  close(): Promise<void>;
}

interface WarmState {
  module: string;
  begun: number;
  running: number;
  residentKib: number;
}

const MOST_JOBS = 500;
const MOST_RESIDENT_KIB = 256 * 1024;
const IDLE_MS = 120_000;
/** On a machine with much else to do. */
const BEGUN_WITHIN_MS = 15_000;

/**
 * `sandboxRunner`, which loads some programs once and forks them for each command: one that starts a module of `programs` runs in a fork
 * of a parent that never saw a file of any command, in namespaces and a directory of its own. Whatever else is asked, and whatever does
 * not come to its end so, runs as without: where there is no bubblewrap, where no namespaces may be made inside its own, and when a
 * parent died, hung or talked nonsense.
 */
export async function warmRunner(options: WarmOptions): Promise<WarmRun> {
  const { programs, revisionOf, onCold } = options;
  const { mostJobs = MOST_JOBS, mostResidentKib = MOST_RESIDENT_KIB } = options;
  const { workRoot, idleMs = IDLE_MS, begunWithinMs = BEGUN_WITHIN_MS } = options;
  const { run: coldly, wrapping } = await findSandbox({ workRoot });
  const places = new Map<string, { module: string; place: WarmPlace }>();
  let isPossible = wrapping.isolation === "bubblewrap";

  const placeOf = ({ python, program, command }: Asked): WarmPlace => {
    const { readable, network } = command;
    const { module, loads } = program;
    const key = JSON.stringify([python, module, network, readable]);
    const known = places.get(key)?.place;
    if (known !== undefined) return known;
    const place = warmPlace(
      async (abort) => {
        const loaded = { python, loads, readable, network };
        return startWarmParent({ program: loaded, wrapping, workRoot, begunWithinMs, abort });
      },
      { mostJobs, mostResidentKib, idleMs },
      (why) => onCold?.(module, why),
    );
    places.set(key, { module, place });
    return place;
  };

  const warmly = async (asked: Asked, abort: AbortSignal | undefined): Promise<CommandResult | null> => {
    const { command, program } = asked;
    const startedAt = performance.now();
    const place = placeOf(asked);
    const parent = await place.take(await revisionOf?.(asked.python));
    if (parent === null) return null;
    let isBroken = false;
    try {
      const end = await parent.run({
        argv: [program.module, ...asked.args],
        env: command.env,
        files: command.files,
        cpuSeconds: Math.max(1, Math.ceil(command.cpuMs / 1000)),
        timeoutMs: Math.max(command.timeoutMs - (performance.now() - startedAt), 1),
        maxOutputBytes: command.maxOutputBytes,
        abort,
      });
      isBroken = end.isParentBroken;
      if (!end.isConfinable) isPossible = false;
      if (end.result === null || isBroken) onCold?.(program.module, end.why);
      if (end.result === null) return null;
      return {
        ...end.result,
        outOfCpu: isOutOfCpu(end.result),
        durationMs: Math.round(performance.now() - startedAt),
        isolation: wrapping.isolation,
      };
    } finally {
      place.giveBack(parent, isBroken);
    }
  };

  const run = async (command: Command, abort?: AbortSignal): Promise<CommandResult> => {
    const startedAt = performance.now();
    const asked = isPossible ? toAsked(command, programs) : null;
    const warm = asked === null ? null : await warmly(asked, abort);
    if (warm !== null) return warm;
    const leftMs = Math.max(command.timeoutMs - Math.round(performance.now() - startedAt), 1);
    return coldly({ ...command, timeoutMs: leftMs }, abort);
  };
  return Object.assign(run, {
    isolation: wrapping.isolation,
    parents: () =>
      [...places.values()].flatMap(({ module, place }) =>
        place.parents().map(({ begun, running, residentKib }) => ({ module, begun, running, residentKib })),
      ),
    async close() {
      isPossible = false;
      await Promise.all([...places.values()].map(({ place }) => place.close()));
    },
  });
}

interface Asked {
  python: string;
  program: WarmProgram;
  args: string[];
  command: Command;
}

/** What stands between a Python and the module; a parent is started with the same. */
const FLAGS = ["-I", "-X", "utf8", "-m"];

/** Null: no command that a parent is kept for. */
function toAsked(command: Command, programs: readonly WarmProgram[]): Asked | null {
  const [python = "", ...words] = command.argv;
  if (!python.startsWith("/") || !FLAGS.every((flag, at) => words[at] === flag)) return null;
  const [module, ...args] = words.slice(FLAGS.length);
  const program = programs.find((each) => each.module === module);
  return program === undefined ? null : { python, program, args, command };
}
