import { type Db, findings, inspections, rescanItems, rescans } from "@gaia/db";
import { asc, eq } from "drizzle-orm";
import { readStanding } from "../kernel/tier.ts";

/** An item with everything its end is decided from, locked until the transaction ends: re-scan first, then the version. */
export async function lockItem(tx: Db, input: { inspectionId: string; rescanId: string; versionId: number }) {
  const [rescan] = await tx.select().from(rescans).where(eq(rescans.id, input.rescanId)).for("no key update");
  const [item] = await tx.select().from(rescanItems).where(eq(rescanItems.inspectionId, input.inspectionId));
  const standing = await readStanding(tx, input.versionId, true);
  return rescan && item && standing ? { rescan, item, standing } : null;
}

export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>;

/** Whether two inspections say the same of a version: the same findings, and the same left unscanned for the same reasons. */
export async function isSameReport(tx: Db, first: string, second: string): Promise<boolean> {
  return (await whatIsSaid(tx, first)) === (await whatIsSaid(tx, second));
}

async function whatIsSaid(tx: Db, inspectionId: string): Promise<string> {
  const rows = await tx
    .select({ rule: findings.rule, file: findings.file, line: findings.line, message: findings.message })
    .from(findings)
    .where(eq(findings.inspectionId, inspectionId))
    .orderBy(asc(findings.position));
  const [inspection] = await tx
    .select({ scanners: inspections.scanners })
    .from(inspections)
    .where(eq(inspections.id, inspectionId));
  // The column was written from ScannerReports.
  const gaps = (inspection?.scanners ?? [])
    .filter(({ status }) => status === "unscanned")
    .map(({ name, reason }) => [name, reason]);
  return JSON.stringify([rows.map(({ rule, file, line, message }) => [rule, file, line, message]), gaps]);
}
