import type { UpstreamEntry } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

/** So many in a row that cannot be reached are the upstream's failure, and not those skills'. */
const MOST_IN_A_ROW = 3;

interface LookUps {
  /** What is known after one more was looked up. @throws UpstreamError when too many in a row could not be reached */
  look(skill: { name: string; origin: string }, lookUp: () => Promise<UpstreamEntry>): Promise<UpstreamEntry[]>;
  /** Whether one waits for the next that can be reached. */
  isHolding(): boolean;
  /** Those that waited, at the end of the list. @throws UpstreamError when none at all could be reached */
  rest(): UpstreamEntry[];
}

/** Looks skills up, one after the other. One that cannot be reached is told as unreadable as soon as another can. */
export function lookUps(): LookUps {
  let held: UpstreamEntry[] = [];
  let last: UpstreamError | null = null;
  let isReached = false;
  const release = (...more: UpstreamEntry[]) => {
    const released = [...held, ...more];
    held = [];
    return released;
  };
  return {
    async look({ name, origin }, lookUp) {
      try {
        const entry = await lookUp();
        isReached = true;
        return release(entry);
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.code !== "unreachable") throw error;
        last = error;
        held.push({ kind: "unreadable", name, origin, reason: error.message });
        if (held.length >= MOST_IN_A_ROW) throw error;
        return [];
      }
    },
    isHolding: () => held.length > 0,
    rest() {
      if (held.length > 0 && last !== null && !isReached) throw last;
      return release();
    },
  };
}
