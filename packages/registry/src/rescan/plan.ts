import { findings, inspections, rescanItems, rescans, versions } from "@gaia/db";
import type { Finding, ScannerReport } from "@gaia/findings";
import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { Carried } from "../inspection/inspector.ts";
import type { Lease } from "../kernel/lease.ts";
import type { ScannerRules } from "./probe.ts";

type Rescan = typeof rescans.$inferSelect;

/**
 * What of the version's last inspection a re-scan carries over. Fixes that inspection as the one this item goes from.
 * @returns null when nobody wants this inspection any more
 */
export async function planRescan(ctx: Ctx, lease: Lease): Promise<Carried | null> {
  const [row] = await ctx.db
    .select({
      item: rescanItems,
      rescan: rescans,
      version: { inspectionId: versions.inspectionId, status: versions.status },
    })
    .from(rescanItems)
    .innerJoin(rescans, eq(rescans.id, rescanItems.rescanId))
    .innerJoin(versions, eq(versions.id, rescanItems.versionId))
    .where(eq(rescanItems.inspectionId, lease.inspectionId));
  if (row?.item.status !== "inspecting" || row.version.status === "purged") return null;
  const previousId = row.version.inspectionId;
  await ctx.db
    .update(rescanItems)
    .set({ previousInspectionId: previousId })
    .where(and(eq(rescanItems.inspectionId, lease.inspectionId), eq(rescanItems.status, "inspecting")));
  if (previousId === null) return { scanners: [], findings: [], uses: null };
  const [previous] = await ctx.db.select().from(inspections).where(eq(inspections.id, previousId));
  const rows = await ctx.db
    .select()
    .from(findings)
    .where(eq(findings.inspectionId, previousId))
    .orderBy(asc(findings.position));
  // The columns were written from ScannerReports, Findings and Uses.
  const reports = previous?.scanners ?? [];
  const carried = reports.filter((report) => stands(row.rescan, report));
  const names = new Set(carried.map(({ name }) => name));
  const all = [...rows.map(toFinding), ...(previous?.leftOut ?? [])];
  return {
    scanners: carried,
    findings: all.filter(({ scanner }) => names.has(scanner)),
    uses: previous?.uses ?? null,
  };
}

/** Whether a scanner's last report is as good as a new one would be, as far as this re-scan goes. */
function stands(rescan: Rescan, report: ScannerReport): boolean {
  if (report.status === "unscanned" && report.retryable) return false;
  const isMeant = rescan.scanners === null || rescan.scanners.includes(report.name);
  // The column was written by `startRescan`.
  const expected = rescan.expected ?? [];
  return !isMeant || expected.some((rules) => isBy(report, rules));
}

/** Whether these very rules made the report. */
const isBy = (report: ScannerReport, rules: ScannerRules): boolean =>
  report.name === rules.name && report.version === rules.version && report.rules_digest === rules.rules_digest;

/** A row of a report as the finding that it was; how sure its scanner was is not kept, and decides nothing. */
function toFinding(row: typeof findings.$inferSelect): Finding {
  const { rule, scanner, severity, category, file, line, message, hint, snippet, weight } = row;
  return { rule, scanner, severity, confidence: "high", category, file, line, message, hint, snippet, weight };
}

/** Whether a scanner failed for a passing reason where a report stood that was whole: nothing to judge a version by. */
export async function failedInPassing(ctx: Ctx, lease: Lease, scanners: ScannerReport[]): Promise<string | null> {
  const failed = scanners.filter(({ status, retryable }) => status === "unscanned" && retryable);
  if (failed.length === 0) return null;
  const [row] = await ctx.db
    .select({ scanners: inspections.scanners })
    .from(rescanItems)
    .innerJoin(inspections, eq(inspections.id, rescanItems.previousInspectionId))
    .where(eq(rescanItems.inspectionId, lease.inspectionId));
  const before = row?.scanners ?? [];
  const lost = failed.find(({ name }) => before.find((report) => report.name === name)?.status === "completed");
  return lost ? `${lost.name} could not scan it: ${lost.reason ?? "no reason was given"}` : null;
}
