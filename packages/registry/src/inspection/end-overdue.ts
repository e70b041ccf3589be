import { describeError } from "@gaia/db";
import { concludeInspection } from "./conclude-inspection.ts";
import type { Ctx } from "../kernel/context.ts";
import { concludeUnfinished } from "./unfinished.ts";
import { findOverdue, takeOver } from "../kernel/lease.ts";

/** To write the end of one inspection, which reads a package of some megabytes at most. */
const LEASE_MS = 60_000;

/**
 * Ends inspections of publishes whose first attempt began more than `deadlineMs` ago: what the scanners found until then decides, those
 * that came to no end are unscanned with that reason, and the registry looks again later (`rescan/find-unscanned.ts`).
 * @returns how many were ended
 */
export async function endOverdue(ctx: Ctx, input: { deadlineMs: number; limit: number }): Promise<number> {
  const startedBefore = new Date(ctx.now().getTime() - input.deadlineMs);
  let ended = 0;
  for (const inspectionId of await findOverdue(ctx.db, startedBefore, input.limit)) {
    try {
      if (await endOne(ctx, { inspectionId, startedBefore, deadlineMs: input.deadlineMs })) ended += 1;
    } catch (error) {
      // One that cannot be ended keeps no other from its end.
      ctx.warn("inspection_not_ended", { inspection_id: inspectionId, error: describeError(error) });
    }
  }
  return ended;
}

async function endOne(
  ctx: Ctx,
  { inspectionId, startedBefore, deadlineMs }: { inspectionId: string; startedBefore: Date; deadlineMs: number },
): Promise<boolean> {
  const lease = await takeOver(ctx, { inspectionId, startedBefore, leaseMs: LEASE_MS });
  if (lease === null) return false;
  const reason = `it had not come to its end ${inWords(deadlineMs)} after the inspection began`;
  const conclusion = await concludeUnfinished(ctx, lease, { reason, retryable: true });
  if (!(await concludeInspection(ctx, lease, conclusion))) return false;
  const unscanned = conclusion.scanners.filter(({ status }) => status === "unscanned");
  ctx.warn("inspection_overdue", {
    inspection_id: inspectionId,
    attempt: lease.attempt,
    verdict: conclusion.verdict,
    unscanned: unscanned.map((report) => `${report.name}: ${report.reason}`),
  });
  return true;
}

const inWords = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
