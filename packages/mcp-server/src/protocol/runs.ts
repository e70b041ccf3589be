import type { ServedSkill } from "../catalog/served-skill.ts";

const MOST = 8;

/** One run of a tool. `signal` ends it: its client gave up, or its skill was taken away (`withdrawn`). */
interface Run {
  signal: AbortSignal;
  withdrawn(): boolean;
  end(): void;
}

/** The tools that run right now. */
export interface Runs {
  /** Null: too many do. */
  begin(skill: ServedSkill, client: AbortSignal): Run | null;
  /** Ends the runs of every skill that is not among these, as it was judged. */
  keepOnly(skills: readonly ServedSkill[]): void;
  endAll(): void;
}

export function runningTools(): Runs {
  const running = new Map<symbol, { skill: ServedSkill; gone: AbortController }>();
  return {
    begin(skill, client) {
      if (running.size >= MOST) return null;
      const key = Symbol(skill.runnable.name);
      const gone = new AbortController();
      running.set(key, { skill, gone });
      return {
        signal: AbortSignal.any([client, gone.signal]),
        withdrawn: () => gone.signal.aborted,
        end: () => void running.delete(key),
      };
    },
    keepOnly(skills) {
      for (const { skill, gone } of running.values()) if (!skills.some((one) => isSame(one, skill))) gone.abort();
    },
    endAll() {
      for (const { gone } of running.values()) gone.abort();
    },
  };
}

const isSame = (one: ServedSkill, other: ServedSkill): boolean =>
  one.scope === other.scope &&
  one.runnable.name === other.runnable.name &&
  one.runnable.version === other.runnable.version;
