import type { Verdict } from "@gaia/policy";
import { describeError, inTransaction } from "@gaia/db";
import type { ScannerReport } from "@gaia/findings";
import { concludeInspection } from "../inspection/conclude-inspection.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Scanning } from "../inspection/scanning.ts";
import type { Conclusion } from "../inspection/conclusion.ts";
import type { Carried } from "../inspection/inspector.ts";
import { readSubject } from "../inspection/read-subject.ts";
import { runInspectors } from "../inspection/run-inspectors.ts";
import { concludeUnfinished, keepPartial, noteProgress, readPartial } from "../inspection/unfinished.ts";
import { holding, type Lease, renewLease, returnLease, takeLease } from "../kernel/lease.ts";
import { concludeRescan } from "../rescan/conclude-rescan.ts";
import { dropInspection } from "../rescan/drop-inspection.ts";
import { feedRescans } from "../rescan/feed.ts";
import { failedInPassing, planRescan } from "../rescan/plan.ts";
import { postponeItem } from "../rescan/postpone.ts";
import { ring } from "../kernel/ring.ts";

/** After so many attempts that never finished, an inspection ends as unscanned instead of being tried for ever. */
const MAX_ATTEMPTS = 5;
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

/**
 * One job: takes the inspection, scans, decides, writes once. Safe to run twice, late, or to kill at any line: the row
 * says what is still to do.
 */
export async function inspectVersion(
  ctx: Ctx,
  input: { inspectionId: string; scanning: Scanning; abort: AbortSignal },
): Promise<InspectionOutcome> {
  const { scanning } = input;
  const lease = await takeLease(ctx, input.inspectionId, scanning.leaseMs);
  if (!lease) return { outcome: "nothing_to_do" };
  const lost = new AbortController();
  const heartbeat = keepLease(ctx, lease, scanning.leaseMs, lost);
  try {
    const abort = AbortSignal.any([input.abort, lost.signal]);
    return await (lease.rescanId === null ? firstInspection : inspectAgain)(ctx, { lease, scanning, abort });
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

interface Held {
  lease: Lease;
  scanning: Scanning;
  abort: AbortSignal;
}

async function firstInspection(ctx: Ctx, { lease, scanning, abort }: Held): Promise<InspectionOutcome> {
  const { attempt } = lease;
  const conclusion =
    attempt > MAX_ATTEMPTS
      ? await concludeUnfinished(ctx, lease, {
          reason: `the inspection did not finish in ${MAX_ATTEMPTS} attempts`,
          retryable: false,
        })
      : await scanVersion(ctx, { lease, scanning, abort }, await readPartial(ctx, lease.inspectionId));
  if (conclusion.retryable && attempt < MAX_SCANS) return await giveBack(ctx, lease, conclusion);
  const concluded = await concludeInspection(ctx, lease, conclusion);
  if (!concluded) return { outcome: "lease_lost", attempt };
  return { outcome: "concluded", verdict: conclusion.verdict, attempt, ...unscannedIn(conclusion.scanners) };
}

/** An inspection of a re-scan (docs/ARCHITECTURE.md, walk 5): what says nothing of the version changes nothing about it. */
async function inspectAgain(ctx: Ctx, held: Held): Promise<InspectionOutcome> {
  const { lease } = held;
  const { attempt } = lease;
  const postpone = async (why: string): Promise<InspectionOutcome> => {
    const postponed = await postponeItem(ctx, lease, why);
    await feedRescans(ctx);
    return { outcome: postponed ? "postponed" : "lease_lost", attempt };
  };
  if (attempt > MAX_ATTEMPTS) return postpone(`the inspection did not finish in ${MAX_ATTEMPTS} attempts`);
  const carried = await planRescan(ctx, lease);
  if (!carried) {
    await inTransaction(ctx.db, (tx) => dropInspection(tx, holding(lease), lease.inspectionId));
    return { outcome: "nothing_to_do" };
  }
  const conclusion = await scanVersion(ctx, held, carried);
  const failed = await failedInPassing(ctx, lease, conclusion.scanners);
  if (failed !== null) return postpone(failed);
  const outcome = await concludeRescan(ctx, lease, conclusion);
  if (outcome === "begun_again") await ring(ctx, { name: "inspect", id: lease.inspectionId, urgency: "background" });
  else await feedRescans(ctx);
  return { outcome, verdict: conclusion.verdict, attempt, ...unscannedIn(conclusion.scanners) };
}

/** For the log: which scanners failed, and why. */
function unscannedIn(scanners: readonly ScannerReport[]): { unscanned?: string[] } {
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

async function scanVersion(ctx: Ctx, { lease, scanning, abort }: Held, carried?: Carried): Promise<Conclusion> {
  const subject = await readSubject(ctx, lease.versionId);
  const progress = noteProgress(ctx, lease);
  try {
    return await runInspectors({ ctx, subject, scanning, abort }, carried, progress.on);
  } finally {
    progress.stop();
  }
}
