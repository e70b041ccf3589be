import { appendAudit, attestations, findings, inspections, inTransaction, versions } from "@gaia/db";
import type { CanonicalSkill } from "@gaia/manifest";
import { canMove, type Use } from "@gaia/policy";
import type { ScannerReport } from "@gaia/scan";
import { eq } from "drizzle-orm";
import { prepareAttestation } from "./attest.ts";
import type { Ctx } from "./context.ts";
import type { MergedFinding } from "./inspection/merge-findings.ts";
import { reportDigest } from "./inspection/report-digest.ts";
import { permissionLevels } from "./permission-levels.ts";
import { refreshLatest } from "./latest.ts";
import { holding, type Lease } from "./lease.ts";
import { syncSearch } from "./sync-search.ts";
import { settleCommunity } from "./tier.ts";
import { viewVersion } from "./view-version.ts";

/** What an inspection came to. */
export interface Conclusion {
  verdict: "ALLOW" | "REVIEW" | "BLOCK";
  reason: string;
  scanners: ScannerReport[];
  findings: MergedFinding[];
  /** What the code does; null where the analysers did not come to an end. */
  uses: Use[] | null;
  retryable: boolean;
}

/**
 * Writes the end of an inspection, once: report, verdict, the version's new state, the registry's statement and the
 * audit row, all or nothing, and only while this job holds the lease.
 * @returns false when the lease was lost: nothing was written
 */
export async function concludeInspection(ctx: Ctx, lease: Lease, conclusion: Conclusion): Promise<boolean> {
  const view = await viewVersion(ctx, lease.versionId);
  const digest = reportDigest(conclusion);
  const statement = await prepareAttestation(ctx, {
    publisher: view.publisher,
    name: view.name,
    version: view.version,
    decision: "verdict",
    releaseDigest: view.release_digest,
    contentDigest: view.content_digest,
    detail: {
      verdict: conclusion.verdict,
      inspection_id: lease.inspectionId,
      report_digest: digest,
      scanners: conclusion.scanners.map(({ name, version, rules_digest }) => ({ name, version, rules_digest })),
    },
  });
  const skillId = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const held = await tx
      .update(inspections)
      .set({
        status: "completed",
        verdict: conclusion.verdict,
        reason: conclusion.reason,
        scanners: conclusion.scanners,
        uses: conclusion.uses,
        reportDigest: digest,
        finishedAt: now,
        leaseUntil: null,
      })
      .where(holding(lease))
      .returning({ id: inspections.id });
    if (held.length === 0) return null;
    if (conclusion.findings.length > 0) {
      const rows = conclusion.findings.map((finding, position) => ({
        ...finding,
        inspectionId: lease.inspectionId,
        position,
      }));
      await tx.insert(findings).values(rows);
    }
    const [version] = await tx.select().from(versions).where(eq(versions.id, lease.versionId)).for("no key update");
    if (!version) return null;
    const target = conclusion.verdict === "BLOCK" ? "quarantined" : "published";
    // An admin may have moved it meanwhile; their word stands and the report is kept.
    const moves = version.status === "inspecting" && canMove(version.status, target);
    await tx
      .update(versions)
      .set({
        verdict: conclusion.verdict,
        permissionLevels: permissionLevels(version.manifest as CanonicalSkill, conclusion.uses),
        changedAt: now,
        ...(moves && target === "published" ? { status: target, publishedAt: now } : {}),
        ...(moves && target === "quarantined"
          ? { status: target, statusReason: conclusion.reason, statusBeforeQuarantine: "published" as const }
          : {}),
      })
      .where(eq(versions.id, version.id));
    await tx.insert(attestations).values({ ...statement, versionId: version.id });
    await appendAudit(tx, {
      actor: "registry",
      action: "version.inspected",
      target: `skill:${view.name}@${view.version}`,
      detail: { verdict: conclusion.verdict, inspection_id: lease.inspectionId, attempt: lease.attempt },
    });
    await refreshLatest(tx, { skillId: version.skillId, now });
    return version.skillId;
  });
  if (skillId === null) return false;
  await settleCommunity(ctx, lease.versionId);
  await syncSearch(ctx, skillId);
  return true;
}
