import type { DriverContext } from "@gaia/findings";
import type { Pin } from "./pin.ts";

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 2_000;

interface Kept {
  pins: readonly Pin[];
  until: number;
}

const kept = new Map<string, Kept>();

/**
 * What the same lines came to at the same index, asked with the same installation of pip; kept for ten minutes, since an index changes by
 * itself. Only an answer without a complaint is kept, and only where the installation says when it is another one.
 */
export function keptResolution(
  { scanners }: DriverContext,
  asked: { env: Record<string, string>; lines: readonly string[] },
): { pins(): Pin[] | null; keep(pins: readonly Pin[]): void } {
  const { binDir, revision, networkEnv = {} } = scanners;
  if (revision === undefined) return { pins: () => null, keep: () => undefined };
  const key = JSON.stringify([binDir, revision, networkEnv, asked.env, asked.lines]);
  return {
    pins() {
      const answer = kept.get(key);
      if (answer === undefined || answer.until < performance.now()) return null;
      return answer.pins.map((pin) => ({ ...pin }));
    },
    keep(pins) {
      // In its order: the oldest goes first.
      kept.delete(key);
      kept.set(key, { pins: [...pins], until: performance.now() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}
