import { reportDigest } from "@gaia/findings";
import { type Db, inTransaction, skills, versions } from "@gaia/db";
import { canMove, type Verdict } from "@gaia/policy";
import { eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { Conclusion } from "./conclusion.ts";
import { saveReport } from "./save-report.ts";
import { permissionLevels } from "../kernel/permission-levels.ts";
import { refreshLatest } from "../kernel/latest.ts";
import { recordDecision } from "../kernel/leaves.ts";
import type { Lease } from "../kernel/lease.ts";
import { notify } from "../kernel/notify.ts";
import { syncSearch } from "../kernel/sync-search.ts";
import { settleCommunity } from "../kernel/tier.ts";
import { notifyIfHeld } from "../holds/notify-if-held.ts";
import { tellIfUnsigned } from "../signing/settle-signer.ts";
import { prepareVerdict } from "./verdict-statement.ts";

/**
 * Writes the end of an inspection, once: report, verdict, the version's new state, the registry's statement and the
 * audit row, all or nothing, and only while this job holds the lease.
 * @returns false when the lease was lost: nothing was written
 */
export async function concludeInspection(ctx: Ctx, lease: Lease, conclusion: Conclusion): Promise<boolean> {
  const digest = reportDigest(conclusion);
  const { statement, target: named } = await prepareVerdict(ctx, lease.versionId, {
    inspectionId: lease.inspectionId,
    verdict: conclusion.verdict,
    reportDigest: digest,
    scanners: conclusion.scanners,
  });
  const skillId = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    if (!(await saveReport(tx, { lease, conclusion, digest, now }))) return null;
    const [version] = await tx.select().from(versions).where(eq(versions.id, lease.versionId)).for("no key update");
    if (!version) return null;
    const target = version.awaitsApproval ? "staged" : conclusion.verdict === "BLOCK" ? "quarantined" : "published";
    // An admin may have moved it meanwhile; their word stands and the report is kept.
    const moves = version.status === "inspecting" && canMove(version.status, target);
    await tx
      .update(versions)
      .set({
        verdict: conclusion.verdict,
        permissionLevels: permissionLevels(version.manifest, conclusion.uses),
        changedAt: now,
        ...(moves && target === "staged" ? { status: target } : {}),
        ...(moves && target === "published" ? { status: target, publishedAt: now } : {}),
        ...(moves && target === "quarantined"
          ? {
              status: target,
              statusReason: conclusion.reason,
              statusBeforeQuarantine: "published" as const,
              quarantinedBy: "scan" as const,
            }
          : {}),
      })
      .where(eq(versions.id, version.id));
    // What is staged is nobody else's yet: the registry says it when it goes live.
    if (version.awaitsApproval) await tellStaged(tx, version.id, conclusion.verdict);
    await recordDecision(tx, version.id, {
      statements: version.awaitsApproval ? [] : [statement],
      audit: {
        actor: "registry",
        action: "version.inspected",
        target: named,
        detail: {
          verdict: conclusion.verdict,
          inspection_id: lease.inspectionId,
          attempt: lease.attempt,
          ...(moves && { to: target }),
        },
      },
    });
    if (moves && target !== "staged") await notifyIfHeld(tx, version.id, conclusion);
    if (moves && target === "published") await tellIfUnsigned(tx, version.id);
    if (!version.awaitsApproval) await refreshLatest(tx, { skillId: version.skillId, now });
    return version.skillId;
  });
  if (skillId === null) return false;
  await settleCommunity(ctx, lease.versionId);
  await syncSearch(ctx, skillId);
  return true;
}

async function tellStaged(tx: Db, versionId: number, verdict: Verdict): Promise<void> {
  const [of] = await tx
    .select({ publisherId: skills.publisherId, name: skills.name, version: versions.version })
    .from(versions)
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(eq(versions.id, versionId));
  if (!of) return;
  const { publisherId, name, version } = of;
  const then = verdict === "BLOCK" ? "it cannot be approved" : "it waits for approval";
  await notify(tx, {
    publisherId,
    versionId,
    kind: "staged",
    text: `${name} ${version} is staged (${verdict}): ${then}.`,
  });
}
