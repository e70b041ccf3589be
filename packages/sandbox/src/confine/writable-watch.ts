import { dirname } from "node:path";
import { SandboxError } from "../command.ts";
import type { Confined, Denial, Mount } from "./confined.ts";
import { type Guarded, type Looked, lookInto } from "./look-into.ts";
import { putAside } from "./put-aside.ts";
import { unlinkedBytes } from "./unlinked-bytes.ts";

const EVERY_MS = 250;
/** Looking takes no more than so much of the time. */
const SHARE = 0.2;

/** The directories of this machine that a command may write to, while it may. */
export interface WritableWatch {
  /** What has a guarded name there already: read-only, over the mounts. */
  mounts: Mount[];
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
  guarded: names,
  hidden,
  limits,
}: Pick<Confined, "mounts" | "guarded" | "hidden" | "limits">): Promise<WritableWatch> {
  const guarded = new Set(names.map((name) => name.toLowerCase()));
  const watched = await Promise.all(
    mounts
      .filter(({ writable }) => writable)
      .map(async (mount) => ({ mount, before: ensureGuardable(mount, await lookInto(mount.source, guarded)) })),
  );
  const known = new Set(watched.flatMap(({ before }) => [...before.guarded.values()].map(({ identity }) => identity)));
  const isNew = ({ identity }: Guarded): boolean => !known.has(identity);
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
      const made = [...now.guarded.values()].find(isNew);
      if (made !== undefined) return input.onDenial({ kind: "guarded", path: made.path, aside: null });
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
    // Nothing is mounted into what is not to be seen.
    mounts: watched
      .flatMap(({ mount, before }) => guardMounts(mount, before))
      .filter(({ target }) => !hidden.some((path) => target === path || target.startsWith(`${path}/`))),
    start(input) {
      if (watched.length > 0) timer = setTimeout(() => void watch(input), EVERY_MS);
    },
    async end() {
      stop();
      const told: Denial[] = [];
      for (const { mount } of watched.filter(() => guarded.size > 0)) {
        const onLeft = (one: Guarded): void => {
          const made = putAside(one);
          // Within what was put aside itself it lies elsewhere in the end.
          if (!one.isWithin) told.push(made);
        };
        await lookInto(mount.source, guarded, { isNew, onLeft });
      }
      return told;
    },
    stop,
  };
}

function ensureGuardable({ target }: Mount, looked: Looked): Looked {
  if (looked.isTooMuch) throw new SandboxError("too_large", `${target} holds more files than anybody watches`);
  for (const one of looked.guarded.values()) {
    if (!one.isNameable) throw new SandboxError("too_large", `${one.path} is too long a path, or no text`);
    // What is mounted at a link is mounted where it leads, inside; a tool that made it would say what and where.
    if (one.leadsTo !== null && !isAlias(one, looked)) throw new SandboxError("guarded_link", `${one.path} is a link`);
  }
  return looked;
}

/** A link to another guarded entry beside it, as CLAUDE.md is to AGENTS.md: who may not write that one writes nothing through it. */
function isAlias({ path, leadsTo }: Guarded, { guarded }: Looked): boolean {
  const beside = guarded.get(`${dirname(path)}/${leadsTo}`);
  return leadsTo !== null && !leadsTo.includes("/") && beside?.leadsTo === null;
}

const guardMounts = ({ source, target }: Mount, { guarded }: Looked): Mount[] =>
  [...guarded.values()]
    .filter(({ leadsTo }) => leadsTo === null)
    .map(({ path, identity }) => ({
      source: path,
      target: target + path.slice(source.length),
      writable: false,
      identity,
    }));
