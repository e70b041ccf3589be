import { dirname } from "node:path";
import { SandboxError } from "../command.ts";
import type { Confined, Denial, Guards, Mount } from "./confined.ts";
import { type Guarded, type Looked, lookInto } from "./look-into.ts";
import { isIn } from "./placements.ts";
import { putAside } from "./put-aside.ts";
import { unlinkedBytes } from "./unlinked-bytes.ts";

const EVERY_MS = 250;
/** Looking takes no more than so much of the time. */
const SHARE = 0.2;
/** New entries of `Guards.made` that are remembered as seen once. */
const MOST_SEEN = 10_000;

/** The directories of this machine that a command may write to, while it may. */
export interface WritableWatch {
  /** What has a guarded name there already: read-only, over the mounts. */
  mounts: Mount[];
  /** `Guarded.key` of what was there. */
  known: readonly string[];
  /** Looks again and again, until it has been called back once. */
  start(input: {
    /** The command's processes, as far as they can be told: what they hold open and no directory names is counted, too. */
    processes: () => readonly string[];
    onDenial: (denial: Denial) => void;
  }): void;
  /** When the command has ended: what is guarded and was made meanwhile is put aside, and told. To the end, however much there is. */
  end(): Promise<Denial[]>;
  stop(): void;
}

/**
 * Looks at writable mounts before a command is started. Nothing keeps a command from making an entry of some name in a directory that it
 * may write to, so it is ended when one with a guarded name is seen, and that entry gets another name.
 * @throws SandboxError `guarded_link` where a guarded name is a link, `too_large` for more entries than anybody looks at
 */
export async function watchWritable({
  mounts,
  guarded,
  hidden,
  limits,
}: Pick<Confined, "mounts" | "guarded" | "hidden" | "limits">): Promise<WritableWatch> {
  const watched = await Promise.all(
    mounts
      .filter(({ writable }) => writable)
      .map(async (mount) => ({ mount, before: ensureGuardable(mount, await lookInto(mount.source, guarded)) })),
  );
  const known = new Set(watched.flatMap(({ before }) => [...before.guarded.values()].map(({ key }) => key)));
  const isNew = ({ key }: Guarded): boolean => !known.has(key);
  const seen = new Set<string>();
  /** What is there for a moment, as the temporary file of a program, is no reason to end it. */
  const isToEnd = (one: Guarded): boolean => {
    if (!isNew(one)) return false;
    const isSeenAgain = seen.has(one.path) || seen.size >= MOST_SEEN;
    seen.add(one.path);
    return one.isNamed || one.isRepository || isSeenAgain;
  };
  // A process's files are told as it sees them.
  const directories = watched.flatMap(({ mount }) => [mount.source, mount.target]);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(input: Parameters<WritableWatch["start"]>[0]): Promise<void> {
    const begun = performance.now();
    const unlinked = unlinkedBytes(input.processes(), directories);
    for (const { mount, before } of watched) {
      const now = await lookInto(mount.source, guarded);
      if (isOver) return;
      const made = [...now.guarded.values()].filter(isToEnd)[0];
      if (made !== undefined)
        return input.onDenial({ kind: "guarded", path: made.path, aside: null, rule: made.isMade ? "made" : "names" });
      if (now.isTooMuch || now.bytes - before.bytes + unlinked > limits.diskBytes)
        return input.onDenial({ kind: "limit", what: "disk" });
    }
    const tookMs = performance.now() - begun;
    timer = setTimeout(() => void watch(input), Math.max(EVERY_MS, tookMs / SHARE));
  }

  /** What cannot be watched does not go on. */
  const watch = (input: Parameters<WritableWatch["start"]>[0]): Promise<void> =>
    look(input).catch(() => input.onDenial({ kind: "limit", what: "disk" }));

  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  return {
    known: [...known],
    // Nothing is mounted into what is not to be seen of a mount.
    mounts: watched.flatMap(({ mount, before }) =>
      guardMounts(mount, before).filter(
        ({ target }) => !hidden.some((path) => isIn(target, path) && isIn(path, mount.target)),
      ),
    ),
    start(input) {
      if (watched.length > 0) timer = setTimeout(() => void watch(input), EVERY_MS);
    },
    async end() {
      stop();
      return putNewAside({ writable: watched.map(({ mount }) => mount), guarded, known: [...known] });
    },
    stop,
  };
}

/** Puts aside what is guarded in writable mounts and was not known, and tells of it. To the end, however much there is. */
export async function putNewAside(input: {
  writable: readonly Mount[];
  guarded: Guards;
  known: readonly string[];
}): Promise<Denial[]> {
  const { writable, guarded } = input;
  if (guarded.names.length === 0 && guarded.made === null) return [];
  const known = new Set(input.known);
  const told: Denial[] = [];
  const onLeft = (one: Guarded): void => {
    const made = putAside(one);
    // Within what was put aside itself it lies elsewhere in the end.
    if (!one.isWithin) told.push(made);
  };
  for (const { source } of writable) await lookInto(source, guarded, { isNew: ({ key }) => !known.has(key), onLeft });
  return told;
}

function ensureGuardable({ target }: Mount, looked: Looked): Looked {
  if (looked.isTooMuch) throw new SandboxError("too_large", `${target} holds more files than anybody watches`);
  for (const one of [...looked.guarded.values()].filter(isReadOnly)) {
    if (!one.isNameable) throw new SandboxError("too_large", `${one.path} is too long a path, or no text`);
    // What is mounted at a link is mounted where it leads, inside; a tool that made it would say what and where.
    if (one.leadsTo !== null && !isAlias(one, looked)) throw new SandboxError("guarded_link", `${one.path} is a link`);
  }
  return looked;
}

/** What is there already and not written. A link with a name of `Guards.made` is none: what it leads to is guarded or not by itself. */
const isReadOnly = (one: Guarded): boolean =>
  one.isNamed || one.isRepository || (one.isMade && one.isAtRoot && one.leadsTo === null);

/** A link to another guarded entry beside it, as CLAUDE.md is to AGENTS.md: who may not write that one writes nothing through it. */
function isAlias({ path, leadsTo }: Guarded, { guarded }: Looked): boolean {
  const beside = guarded.get(`${dirname(path)}/${leadsTo}`);
  return leadsTo !== null && !leadsTo.includes("/") && beside?.leadsTo === null;
}

const guardMounts = ({ source, target }: Mount, { guarded }: Looked): Mount[] =>
  [...guarded.values()]
    .filter((one) => isReadOnly(one) && one.leadsTo === null)
    .map(({ path, identity }) => ({
      source: path,
      target: target + path.slice(source.length),
      writable: false,
      identity,
    }));
