import type { Verdict } from "@gaia/policy";
import { describeError } from "@gaia/db";
import type { ScannerReport } from "@gaia/findings";
import { concludeInspection } from "./conclude-inspection.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Scanning } from "./scanning.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Carried } from "./inspector.ts";
import { readSubject } from "./read-subject.ts";
import { runInspectors } from "./run-inspectors.ts";
import { concludeUnfinished, keepPartial, noteProgress, readPartial } from "./unfinished.ts";
import { type Lease, renewLease, returnLease, takeLease } from "../kernel/lease.ts";
import { ring } from "../kernel/ring.ts";

/** Scanners that failed for a passing reason are given this many attempts in all. */
const MAX_SCANS = 3;

/** How a job ended; for its log line. */
export interface InspectionOutcome {
  outcome: "nothing_to_do" | "lease_lost" | "returned" | "concluded" | "postponed" | "held" | "dropped" | "begun_again";
  verdict?: Verdict;
  attempt?: number;
  /** The scanners that came to no end, each with its reason. */
  unscanned?: string[];
}

/** An inspection that this job holds, and what it is done with. */
export interface HeldInspection {
  lease: Lease;
  scanning: Scanning;
  abort: AbortSignal;
  /** After so many attempts that never finished, it ends as unscanned instead of being tried for ever. */
  mostAttempts: number;
}

/**
 * One job: takes the inspection, scans, decides, writes once. Safe to run twice, late, or to kill at any line: the row
 * says what is still to do.
 */
export async function inspectVersion(
  ctx: Ctx,
  input: Omit<HeldInspection, "lease"> & {
    inspectionId: string;
    /** How long it is held unless that is renewed. */
    leaseMs: number;
    /** What an inspection of a re-scan is done by. */
    again(ctx: Ctx, held: HeldInspection): Promise<InspectionOutcome>;
  },
): Promise<InspectionOutcome> {
  const { scanning, mostAttempts, leaseMs } = input;
  const lease = await takeLease(ctx, input.inspectionId, leaseMs);
  if (!lease) return { outcome: "nothing_to_do" };
  const lost = new AbortController();
  const heartbeat = keepLease(ctx, lease, leaseMs, lost);
  try {
    const abort = AbortSignal.any([input.abort, lost.signal]);
    return await (lease.rescanId === null ? firstInspection : input.again)(ctx, {
      lease,
      scanning,
      abort,
      mostAttempts,
    });
  } catch (error) {
    if (lost.signal.aborted) return { outcome: "lease_lost", attempt: lease.attempt };
    const { attempt } = lease;
    if (await returnLease(ctx, lease)) throw error;
    // Whoever took it away, took away what it went by as well: its package is gone with a purge. Or it was concluded, and what follows
    // failed.
    ctx.warn("inspection_failed_without_lease", {
      inspection_id: lease.inspectionId,
      attempt,
      error: describeError(error),
    });
    return { outcome: "lease_lost", attempt };
  } finally {
    clearInterval(heartbeat);
  }
}

async function firstInspection(ctx: Ctx, held: HeldInspection): Promise<InspectionOutcome> {
  const { lease, mostAttempts } = held;
  const { attempt } = lease;
  const conclusion =
    attempt > mostAttempts
      ? await concludeUnfinished(ctx, lease, {
          reason: `the inspection did not finish in ${mostAttempts} attempts`,
          retryable: false,
        })
      : await scanVersion(ctx, held, await readPartial(ctx, lease.inspectionId));
  if (conclusion.retryable && attempt < MAX_SCANS) return await giveBack(ctx, lease, conclusion);
  const concluded = await concludeInspection(ctx, lease, conclusion);
  if (!concluded) return { outcome: "lease_lost", attempt };
  return { outcome: "concluded", verdict: conclusion.verdict, attempt, ...unscannedIn(conclusion.scanners) };
}

/** For the log: which scanners failed, and why. */
export function unscannedIn(scanners: readonly ScannerReport[]): { unscanned?: string[] } {
  const failed = scanners.filter(({ status }) => status === "unscanned");
  return failed.length === 0
    ? {}
    : { unscanned: failed.map(({ name, reason }) => `${name}: ${reason ?? "no reason"}`) };
}

/** For another attempt soon, behind what is fresh: it finds what this one has. */
async function giveBack(ctx: Ctx, lease: Lease, conclusion: Conclusion): Promise<InspectionOutcome> {
  const { inspectionId, attempt } = lease;
  const { unscanned = [] } = unscannedIn(conclusion.scanners.filter(({ retryable }) => retryable));
  ctx.warn("inspection_retried", { inspection_id: inspectionId, attempt, why: unscanned.join("; ") });
  await keepPartial(ctx, lease, conclusion, `it is tried again: ${unscanned.join("; ")}`);
  await returnLease(ctx, lease);
  await ring(ctx, { name: "inspect", id: inspectionId, delayMs: 2_000 * 2 ** attempt, urgency: "retry" });
  return { outcome: "returned", attempt, unscanned };
}

function keepLease(ctx: Ctx, lease: Lease, leaseMs: number, lost: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    renewLease(ctx, lease, leaseMs).then(
      (held) => {
        if (!held) lost.abort();
      },
      // The database is away: the next beat tries again, and the final write asks for the lease anyway.
      (error: unknown) =>
        ctx.warn("lease_not_renewed", { inspection_id: lease.inspectionId, error: describeError(error) }),
    );
  }, leaseMs / 3);
}

/** Looks at the version in every way, but for what is `carried`, and writes nothing but how far it has come. */
export async function scanVersion(
  ctx: Ctx,
  { lease, scanning, abort }: HeldInspection,
  carried?: Carried,
): Promise<Conclusion> {
  const subject = await readSubject(ctx, lease.versionId);
  const progress = noteProgress(ctx, lease);
  try {
    return await runInspectors({ ctx, subject, scanning, abort }, carried, progress.on);
  } finally {
    progress.stop();
  }
}
