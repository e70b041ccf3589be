import { appendAudit, type Db, inspections, inTransaction, rescanItems, rescans, type Tx, versions } from "@gaia/db";
import { SERVED_STATUSES, type Verdict, type Use } from "@gaia/policy";
import { reportDigest, type ScannerReport } from "@gaia/findings";
import { and, count, eq, inArray } from "drizzle-orm";
import { prepareMove, whileOvertaken } from "../kernel/attest.ts";
import type { Conclusion } from "../inspection/conclusion.ts";
import type { Ctx } from "../kernel/context.ts";
import { saveReport } from "../inspection/save-report.ts";
import { holding, type Lease } from "../kernel/lease.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { prepareTier, readStanding, settleCommunity, type Standing } from "../kernel/tier.ts";
import { prepareVerdict } from "../inspection/verdict-statement.ts";
import { applyVerdict, type NewVerdict } from "./apply-verdict.ts";
import { dropInspection } from "./drop-inspection.ts";
import { type Effect, effectOf } from "./effect.ts";
import { isSameReport, type LockedItem, lockItem } from "./open-item.ts";

export type Ended = "concluded" | "held" | "dropped" | "begun_again" | "lease_lost";

/** A report whose verdict may come to count. */
interface Report {
  inspectionId: string;
  versionId: number;
  verdict: Verdict;
  reason: string;
  scanners: ScannerReport[];
  uses: Use[] | null;
  reportDigest: string | null;
}

/**
 * The end of a re-scan's inspection, once: the report, and unless it is held all that its verdict does to the version, in one
 * transaction and only while this job holds the lease.
 */
export async function concludeRescan(ctx: Ctx, lease: Lease, conclusion: Conclusion): Promise<Ended> {
  const { rescanId, inspectionId, versionId } = lease;
  if (rescanId === null) throw new Error("an inspection of no re-scan");
  const digest = reportDigest(conclusion);
  return withVerdict(ctx, { ...conclusion, inspectionId, versionId, reportDigest: digest }, async (tx, next) => {
    const locked = await lockItem(tx, { inspectionId, rescanId, versionId });
    if (!locked) return { ended: "lease_lost" };
    if (locked.item.status !== "inspecting") {
      // Cancelled meanwhile.
      const dropped = await dropInspection(tx, holding(lease), inspectionId);
      return { ended: dropped ? "dropped" : "lease_lost" };
    }
    if (locked.standing.version.inspectionId !== locked.item.previousInspectionId) {
      const back = { status: "queued", attemptId: null, leaseUntil: null, attempts: 0, rungAt: ctx.now() } as const;
      const held = await tx.update(inspections).set(back).where(holding(lease)).returning({ id: inspections.id });
      return { ended: held.length > 0 ? "begun_again" : "lease_lost" };
    }
    if (!(await saveReport(tx, { lease, conclusion, digest, now: ctx.now() }))) return { ended: "lease_lost" };
    const effect = await effectIn(tx, locked, next);
    if (await mustHold(ctx, tx, locked, effect)) {
      await hold(ctx, tx, locked, next, effect);
      return { ended: "held" };
    }
    await applyVerdict(ctx, tx, { locked, next, effect, actor: "registry" });
    return { ended: "concluded", effect, skillId: locked.standing.skill.id };
  });
}

interface Written {
  ended: Ended;
  effect?: Effect;
  skillId?: number;
}

/** Signs what a report's verdict needs, lets `write` decide in one transaction, and tells search and the tiers afterwards. */
export async function withVerdict(
  ctx: Ctx,
  report: Report,
  write: (tx: Tx, next: NewVerdict) => Promise<Written>,
): Promise<Ended> {
  return whileOvertaken(async () => {
    const standing = await readStanding(ctx.db, report.versionId, false);
    if (!standing) throw new Error(`version ${report.versionId} has no inspection`);
    const { statement } = await prepareVerdict(ctx, report.versionId, report);
    const mayFall = standing.version.tier !== "experimental" && report.verdict !== "ALLOW";
    const version = { ...standing.version, inspectionId: report.inspectionId };
    const fallen = mayFall ? await prepareTier(ctx, { ...standing, version }, "experimental") : null;
    const move = await prepareForeseen(ctx, standing, report.verdict);
    const { inspectionId, verdict, reason, uses } = report;
    const written = await inTransaction(ctx.db, (tx) =>
      write(tx, { inspectionId, verdict, reason, uses, statement, fallen, move }),
    );
    await follow(ctx, report.versionId, written);
    return written.ended;
  });
}

/** Signs the move that a verdict may lead to as the version stands; whether it does, `effectOf` decides under the lock. */
async function prepareForeseen(ctx: Ctx, standing: Standing, verdict: Report["verdict"]): Promise<NewVerdict["move"]> {
  const { status, quarantinedBy, statusBeforeQuarantine } = standing.version;
  const mayGo = verdict === "BLOCK" && (status === "published" || status === "yanked");
  if (mayGo) {
    const to = "quarantined" as const;
    return { to, statement: await prepareMove(ctx, standing, { decision: "quarantine", status: to }) };
  }
  if (verdict === "BLOCK" || status !== "quarantined" || quarantinedBy !== "scan") return null;
  const to = statusBeforeQuarantine ?? "published";
  return { to, statement: await prepareMove(ctx, standing, { decision: "release", status: to }) };
}

async function follow(ctx: Ctx, versionId: number, { effect, skillId }: Written): Promise<void> {
  if (!effect || skillId === undefined) return;
  const rose = effect.effect === "better" && (await settleCommunity(ctx, versionId));
  if (rose || effect.moveTo !== null || effect.heldChanges) await syncSearch(ctx, skillId);
}

/** What a complete report does to its version as it stands. */
export async function effectIn(tx: Db, { item, standing }: LockedItem, next: NewVerdict): Promise<Effect> {
  const { version, inspection } = standing;
  const before = { ...version, cleared: inspection.clearedAt !== null };
  // Only an admin's word asks for it.
  const matters = version.verdict === next.verdict && next.verdict !== "ALLOW" && item.previousInspectionId !== null;
  const same = matters && (await isSameReport(tx, item.previousInspectionId ?? "", next.inspectionId));
  return effectOf(before, next.verdict, same);
}

/** Whether somebody has to be asked first: too many verdicts would be worse, and one is not too many. */
async function mustHold(ctx: Ctx, tx: Db, { rescan }: LockedItem, effect: Effect): Promise<boolean> {
  if (rescan.status === "paused") return true;
  if (effect.effect !== "worse" || rescan.approved) return false;
  const [worse] = await tx
    .select({ count: count() })
    .from(rescanItems)
    .where(and(eq(rescanItems.rescanId, rescan.id), eq(rescanItems.status, "done"), eq(rescanItems.effect, "worse")));
  const [served] = await tx.select({ count: count() }).from(versions).where(inArray(versions.status, SERVED_STATUSES));
  const next = (worse?.count ?? 0) + 1;
  return next > 1 && next > ((served?.count ?? 0) * ctx.rescans.pausePercent) / 100;
}

async function hold(ctx: Ctx, tx: Db, { rescan, item }: LockedItem, next: NewVerdict, effect: Effect): Promise<void> {
  await tx
    .update(rescanItems)
    .set({ status: "held", after: next.verdict, effect: effect.effect })
    .where(eq(rescanItems.inspectionId, next.inspectionId));
  if (rescan.status !== "running") return;
  await tx.update(rescans).set({ status: "paused", pausedAt: ctx.now() }).where(eq(rescans.id, item.rescanId));
  await appendAudit(tx, {
    actor: "registry",
    action: "rescan.pause",
    target: `rescan:${item.rescanId}`,
    detail: { why: `more than ${ctx.rescans.pausePercent} % of the verdicts would be worse` },
  });
  ctx.warn("rescan_paused", { rescan_id: item.rescanId, cause: rescan.cause, detail: rescan.detail });
}
