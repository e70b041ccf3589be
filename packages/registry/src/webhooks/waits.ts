const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long is waited after the first failure, the second, and so on: eight retries over a day (docs/webhooks.md). */
const WAITS_MS: readonly number[] = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  1.5 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  13 * HOUR_MS,
];

/** So many tries of a delivery are kept and shown, the newest; without a redelivery there are nine at most. */
export const MOST_TRIES_KEPT = 20;

/** A hook that failed for so long without a success is disabled. */
export const FAILING_MS = 24 * HOUR_MS;

/** So much longer a wait may be, by chance: what failed at once is not tried again at once. */
const JITTER = 0.1;

/** How long is waited after so many tries; null: it was the last one. `chance` is from 0 to 1. */
export function waitAfter(tries: number, chance: number): number | null {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * chance));
}
