import type { WarmParent } from "./warm-parent.ts";

/** Keeps one parent of one program: made when it is asked for, replaced when it is worn, ended when nobody asks. */
export interface WarmPlace {
  /** Null: there is none now. With another revision than before it is another. Whoever takes it gives it back. */
  take(revision: string | undefined): Promise<WarmParent | null>;
  giveBack(parent: WarmParent, isBroken: boolean): void;
  /** Those that are there. */
  parents(): WarmParent[];
  /** Ends them all, with what they run. */
  close(): Promise<void>;
}

export interface Wear {
  /** A parent begins so many jobs, */
  mostJobs: number;
  /** is so large at most, */
  mostResidentKib: number;
  /** and waits so long for the next. */
  idleMs: number;
}

interface Held {
  revision: string | undefined;
  loading: Promise<WarmParent | null>;
  /** Null while it loads. */
  parent: WarmParent | null;
  users: number;
  isDropped: boolean;
}

/** After the second failure in a row there is none for two seconds, then four, then eight. */
const LONGEST_REST_MS = 60_000;

interface Rest {
  failed(): void;
  succeeded(): void;
  isNow(): boolean;
}

function restAfterFailures(): Rest {
  let failures = 0;
  let restsUntil = 0;
  return {
    failed() {
      failures += 1;
      if (failures > 1) restsUntil = performance.now() + Math.min(1_000 * 2 ** (failures - 1), LONGEST_REST_MS);
    },
    succeeded() {
      failures = 0;
    },
    isNow: () => performance.now() < restsUntil,
  };
}

/** One that still loads is not worn. */
function isFit({ parent, ...held }: Held, revision: string | undefined, wear: Wear): boolean {
  if (held.revision !== revision) return false;
  if (parent === null) return true;
  return !parent.hasEnded && parent.begun < wear.mostJobs && parent.residentKib <= wear.mostResidentKib;
}

export function warmPlace(
  start: (abort: AbortSignal) => Promise<WarmParent>,
  wear: Wear,
  onFailed: (why: string) => void,
): WarmPlace {
  const all = new Set<Held>();
  let current: Held | null = null;
  const rest = restAfterFailures();
  let idle: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  const end = async (held: Held): Promise<void> => {
    const parent = await held.loading;
    await parent?.end();
    all.delete(held);
  };
  const drop = (held: Held | null): void => {
    if (held === null) return;
    held.isDropped = true;
    if (current === held) current = null;
    if (held.users === 0) void end(held);
  };
  const begin = (revision: string | undefined): Held => {
    const loading = start(closing.signal).then(
      (parent) => (held.parent = parent),
      (error: unknown) => {
        rest.failed();
        drop(held);
        onFailed(error instanceof Error ? error.message : "it did not start");
        return null;
      },
    );
    const held: Held = { revision, loading, parent: null, users: 0, isDropped: false };
    all.add(held);
    return held;
  };
  return {
    async take(revision) {
      if (closing.signal.aborted || rest.isNow()) return null;
      clearTimeout(idle);
      if (current !== null && !isFit(current, revision, wear)) drop(current);
      const held = (current ??= begin(revision));
      held.users += 1;
      const parent = await held.loading;
      if (parent === null || closing.signal.aborted) {
        held.users -= 1;
        return null;
      }
      return parent;
    },
    giveBack(parent, isBroken) {
      const held = [...all].find((each) => each.parent === parent);
      if (held === undefined) return;
      held.users -= 1;
      if (isBroken) {
        rest.failed();
        // What else it runs is lost with it.
        drop(held);
        void end(held);
      } else rest.succeeded();
      if (held.isDropped && held.users === 0) void end(held);
      else if (held.users === 0) idle = setTimeout(() => drop(held), wear.idleMs).unref();
    },
    parents: () => [...all].flatMap(({ parent }) => (parent === null || parent.hasEnded ? [] : [parent])),
    async close() {
      closing.abort();
      clearTimeout(idle);
      await Promise.all([...all].map(end));
    },
  };
}
