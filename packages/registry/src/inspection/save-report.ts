import type { ContextCost } from "@gaia/context-cost";
import { directorySignatures, findings, inspections, type Tx, versions } from "@gaia/db";
import { and, eq, or, sql } from "drizzle-orm";
import { recordDependencies } from "../advisories/version-dependencies.ts";
import type { Conclusion } from "./conclusion.ts";
import { holding, type Lease } from "../kernel/lease.ts";

const CHUNK = 2_000;

/**
 * Writes what an inspection came to, while this job holds the lease.
 * @returns false when the lease was lost: nothing was written
 */
export async function saveReport(
  tx: Tx,
  input: { lease: Lease; conclusion: Conclusion; digest: string; now: Date },
): Promise<boolean> {
  const { lease, conclusion } = input;
  const held = await tx
    .update(inspections)
    .set({
      status: "completed",
      verdict: conclusion.verdict,
      reason: conclusion.reason,
      scanners: conclusion.scanners,
      uses: conclusion.uses,
      leftOut: conclusion.leftOut,
      reportDigest: input.digest,
      finishedAt: input.now,
      leaseUntil: null,
      progress: null,
      partial: null,
    })
    .where(holding(lease))
    .returning({ id: inspections.id });
  if (held.length === 0) return false;
  if (conclusion.findings.length > 0) {
    const rows = conclusion.findings.map((finding, position) => ({
      ...finding,
      inspectionId: lease.inspectionId,
      position,
    }));
    // PostgreSQL takes 65,535 parameters in a statement.
    for (let start = 0; start < rows.length; start += CHUNK)
      await tx.insert(findings).values(rows.slice(start, start + CHUNK));
  }
  // What it brings is so whether the verdict counts or not.
  if (conclusion.resolved) await recordDependencies(tx, lease.versionId, conclusion.resolved);
  await saveDirectorySignatures(tx, lease.versionId, conclusion.directorySignatures);
  await saveContextCost(tx, lease.versionId, conclusion.contextCost ?? null);
  return true;
}

/** Of the package, not of the verdict; what was counted once stays where a later count fails. */
async function saveContextCost(tx: Tx, versionId: number, cost: ContextCost | null): Promise<void> {
  if (cost === null) return;
  const counted = { contextAlways: cost.always, contextUsed: cost.when_used, contextMost: cost.at_most };
  const { contextAlways, contextUsed, contextMost } = versions;
  const isOther = or(
    sql`${contextAlways} IS DISTINCT FROM ${cost.always}`,
    sql`${contextUsed} IS DISTINCT FROM ${cost.when_used}`,
    sql`${contextMost} IS DISTINCT FROM ${cost.at_most}`,
  );
  // A re-scan counts the same: the row, and what triggers derive of it, stays as it is.
  await tx
    .update(versions)
    .set(counted)
    .where(and(eq(versions.id, versionId), isOther));
}

async function saveDirectorySignatures(
  tx: Tx,
  versionId: number,
  found: Conclusion["directorySignatures"],
): Promise<void> {
  if (found === null) return;
  await tx.delete(directorySignatures).where(eq(directorySignatures.versionId, versionId));
  if (found.length > 0) await tx.insert(directorySignatures).values(found.map((each) => ({ ...each, versionId })));
}
