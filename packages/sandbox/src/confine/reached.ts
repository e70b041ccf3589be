import { closeSync, constants, openSync } from "node:fs";

/** The kernel takes 4,096 bytes of path: what lies below a longer one than this is reached from its directory, which is held open. */
const LONG_BYTES = 3_000;
/** Directories within each other that are held open at once: some 700 KB of path. */
const MOST_HELD = 256;

/** A directory that is held open, as long as something in it waits. `fd` null: none is, and paths are whole. */
export interface Held {
  fd: number | null;
  uses: number;
}

/** Where something is: `reach` is what the kernel takes for its path while `held` is open, each byte as a character of Latin-1. */
export interface Reached {
  reach: string;
  held: Held;
}

export const bytesOf = (reach: string): Buffer => Buffer.from(reach, "latin1");

/** Bytes of a name as text: what is no UTF-8 is not told apart. */
export const textOf = (name: string): string => (/[^\0-\x7f]/.test(name) ? bytesOf(name).toString("utf8") : name);

/** Reaches what lies in directories, however long its path is. */
export interface Reaching {
  start(path: string): Reached;
  /** A directory, as that in which its entries are reached. To be let go when these have been taken. Null: it cannot be opened. */
  enter(directory: Reached): Reached | null;
  use(held: Held): Held;
  letGo(held: Held): void;
  letGoAll(): void;
}

export function reaching(): Reaching {
  const open = new Set<Held>();
  const whole: Held = { fd: null, uses: 0 };
  const close = (held: Held): void => {
    open.delete(held);
    if (held.fd !== null) closeSync(held.fd);
  };
  const use = (held: Held): Held => {
    held.uses += 1;
    return held;
  };
  return {
    start: (path) => ({ reach: Buffer.from(path, "utf8").toString("latin1"), held: use(whole) }),
    enter({ reach, held }) {
      if (reach.length <= LONG_BYTES) return { reach, held: use(held) };
      if (open.size >= MOST_HELD) return null;
      try {
        const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
        const own: Held = { fd: openSync(bytesOf(reach), flags), uses: 1 };
        open.add(own);
        return { reach: `/proc/self/fd/${own.fd}`, held: own };
      } catch {
        return null;
      }
    },
    use,
    letGo(held) {
      held.uses -= 1;
      if (held.uses === 0) close(held);
    },
    letGoAll() {
      for (const held of open) close(held);
    },
  };
}
