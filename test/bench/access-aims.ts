import type { AccessResult, Taken } from "./access.ts";
import type { Aim } from "./results.ts";
import { quantile } from "./statistics.ts";

const ADDED_P50_MS = 3;

const middle = (taken: Taken[], of: keyof Taken, share = 0.5): number =>
  quantile(
    taken.map((one) => one[of]),
    share,
  );

/**
 * What authentication, authorisation and the audit row add to a publish, in milliseconds of CPU time, which a busy machine does not
 * change: the middle of each, the bare transaction left out.
 */
const addedByAccess = ({ authentication, decided, bare }: AccessResult): number =>
  middle(authentication, "cpu") + middle(decided, "cpu") - middle(bare, "cpu");

export function accessAims(access: AccessResult | null): Aim[] {
  if (access === null) return [];
  const measured = addedByAccess(access);
  return [
    {
      aim: `authentication, authorisation and the audit row: p50 of CPU time of ${ADDED_P50_MS} ms or less`,
      measured: `${measured.toFixed(2)} ms`,
      met: measured <= ADDED_P50_MS,
      by: `${(measured - ADDED_P50_MS).toFixed(2)} ms`,
    },
  ];
}

/** Title, head and rows of the table of a run. */
export function accessTables(access: AccessResult | null): [string, string[], string[][]][] {
  if (access === null) return [];
  const row = (what: string, taken: Taken[]) => [
    what,
    String(taken.length),
    middle(taken, "cpu").toFixed(2),
    middle(taken, "clock").toFixed(2),
    middle(taken, "clock", 0.95).toFixed(2),
  ];
  return [
    [
      "What access adds to a publish",
      ["what", "times", "CPU p50 ms", "p50 ms", "p95 ms"],
      [
        row("token and account", access.authentication),
        row("a transaction with standing and audit row", access.decided),
        row("a transaction with a bare statement", access.bare),
      ],
    ],
  ];
}
