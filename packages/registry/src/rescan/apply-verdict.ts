import { type Db, inspections, notices, promotions, rescanItems, versions } from "@gaia/db";
import type { Verdict, Use } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { MovedStatus } from "@gaia/trust";
import { ensureNewestMove, Overtaken, type PreparedAttestation } from "../kernel/attest.ts";
import type { Ctx } from "../kernel/context.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { settleContest } from "../holds/settle-contest.ts";
import { recordDecision } from "../kernel/leaves.ts";
import { permissionLevels } from "../kernel/permission-levels.ts";
import { writeTier } from "../kernel/tier.ts";
import type { Effect } from "./effect.ts";
import { completeIfDone } from "./feed.ts";
import { noticeOf } from "./notice-text.ts";
import type { LockedItem } from "./open-item.ts";

/** A completed inspection whose verdict is to count. */
export interface NewVerdict {
  inspectionId: string;
  verdict: Verdict;
  reason: string;
  uses: Use[] | null;
  /** Signed ahead: that verdict, and the tier to which a worse one falls; null for a version that had none to lose. */
  statement: PreparedAttestation;
  fallen: PreparedAttestation | null;
  /** Signed ahead as well: the move that this verdict leads to; null where none was foreseen. */
  move: { to: MovedStatus; statement: PreparedAttestation } | null;
}

/**
 * Makes a re-scan's verdict the one that counts, with all that follows from it; the caller holds the item's locks. Whatever stands
 * otherwise than when the statements were signed is `Overtaken`.
 * @throws Overtaken
 */
export async function applyVerdict(
  ctx: Ctx,
  tx: Db,
  input: { locked: LockedItem; next: NewVerdict; effect: Effect; actor: string },
): Promise<void> {
  const { locked, next, effect, actor } = input;
  const { standing, item } = locked;
  const { version, skill } = standing;
  const now = ctx.now();
  if (effect.demotes && version.tier !== "experimental") {
    if (!next.fallen) throw new Overtaken();
    const reason = `a re-scan ended with ${next.verdict}`;
    await writeTier(ctx, tx, { standing, to: "experimental", actor, reason, statement: next.fallen });
  }
  await tx
    .update(versions)
    .set({
      inspectionId: next.inspectionId,
      verdict: next.verdict,
      permissionLevels: permissionLevels(version.manifest, next.uses),
      changedAt: now,
      ...moved(locked, next, effect, now),
    })
    .where(eq(versions.id, version.id));
  if (effect.clearance === "kept") await keepClearance(tx, locked, next.inspectionId);
  await moveRequest(ctx, tx, { versionId: version.id, inspectionId: next.inspectionId, withdraw: effect.demotes });
  const statements = [next.statement];
  if (effect.moveTo !== null) {
    if (next.move?.to !== effect.moveTo) throw new Overtaken();
    await ensureNewestMove(tx, version.id, next.move.statement);
    statements.push(next.move.statement);
  }
  await recordDecision(tx, version.id, {
    statements,
    audit: {
      actor,
      action: "version.rescanned",
      target: `skill:${skill.name}@${version.version}`,
      detail: {
        rescan_id: item.rescanId,
        inspection_id: next.inspectionId,
        before: version.verdict,
        verdict: next.verdict,
        effect: effect.effect,
        ...(effect.moveTo ? { from: version.status, to: effect.moveTo } : {}),
      },
      requestId: ctx.requestId,
    },
  });
  await tell(tx, locked, next, effect);
  // A re-scan of everything is no news of every skill: only what lists show counts as a change.
  if (effect.moveTo !== null || effect.heldChanges) await refreshLatest(tx, { skillId: skill.id, now });
  await settleContest(ctx, tx, version.id);
  await tx
    .update(rescanItems)
    .set({ status: "done", after: next.verdict, effect: effect.effect, finishedAt: now })
    .where(eq(rescanItems.inspectionId, next.inspectionId));
  await completeIfDone(ctx, tx, item.rescanId);
}

function moved({ standing: { version } }: LockedItem, next: NewVerdict, { moveTo }: Effect, now: Date) {
  if (moveTo === null) return {};
  if (moveTo === "quarantined") {
    return {
      status: moveTo,
      statusReason: next.reason,
      statusBeforeQuarantine: version.status === "yanked" ? ("yanked" as const) : ("published" as const),
      quarantinedBy: "scan" as const,
    };
  }
  return {
    status: moveTo,
    statusReason: moveTo === "yanked" ? "It was yanked before a scan withheld it." : null,
    statusBeforeQuarantine: null,
    quarantinedBy: null,
    publishedAt: version.publishedAt ?? now,
  };
}

/** The same findings again: what an admin said of them holds. */
async function keepClearance(tx: Db, { standing }: LockedItem, inspectionId: string): Promise<void> {
  const { clearedBy, clearedReason, clearedAt } = standing.inspection;
  await tx.update(inspections).set({ clearedBy, clearedReason, clearedAt }).where(eq(inspections.id, inspectionId));
}

/** A pending request for the audit is about the inspection that counts now; without a tier there is nothing to audit. */
async function moveRequest(
  ctx: Ctx,
  tx: Db,
  { versionId, inspectionId, withdraw }: { versionId: number; inspectionId: string; withdraw: boolean },
): Promise<void> {
  const withdrawn = { status: "withdrawn", decidedAt: ctx.now(), reason: "a re-scan took its tier away" } as const;
  await tx
    .update(promotions)
    .set(withdraw ? withdrawn : { inspectionId })
    .where(and(eq(promotions.versionId, versionId), eq(promotions.status, "pending")));
}

async function tell(tx: Db, { standing }: LockedItem, next: NewVerdict, effect: Effect): Promise<void> {
  const { version, skill, publisher } = standing;
  const approved = await tx
    .select({ id: promotions.id })
    .from(promotions)
    .where(and(eq(promotions.versionId, version.id), eq(promotions.status, "approved")))
    .limit(1);
  const notice = noticeOf({
    name: skill.name,
    version: version.version,
    effect,
    verdict: next.verdict,
    reason: next.reason,
    tierBefore: version.tier,
    wasVerified: approved.length > 0,
  });
  if (notice) await tx.insert(notices).values({ ...notice, publisherId: publisher.id, versionId: version.id });
}
