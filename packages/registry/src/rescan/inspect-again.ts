import { inTransaction } from "@gaia/db";
import {
  type HeldInspection,
  type InspectionOutcome,
  scanVersion,
  unscannedIn,
} from "../inspection/inspect-version.ts";
import type { Ctx } from "../kernel/context.ts";
import { holding } from "../kernel/lease.ts";
import { ring } from "../kernel/ring.ts";
import { concludeRescan } from "./conclude-rescan.ts";
import { dropInspection } from "./drop-inspection.ts";
import { feedRescans } from "./feed.ts";
import { failedInPassing, planRescan } from "./plan.ts";
import { postponeItem } from "./postpone.ts";

/** An inspection of a re-scan (docs/architecture/inspection.md): what says nothing of the version changes nothing about it. */
export async function inspectAgain(ctx: Ctx, held: HeldInspection): Promise<InspectionOutcome> {
  const { lease, mostAttempts } = held;
  const { attempt } = lease;
  const postpone = async (why: string): Promise<InspectionOutcome> => {
    const postponed = await postponeItem(ctx, lease, why);
    await feedRescans(ctx);
    return { outcome: postponed ? "postponed" : "lease_lost", attempt };
  };
  if (attempt > mostAttempts) return postpone(`the inspection did not finish in ${mostAttempts} attempts`);
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
