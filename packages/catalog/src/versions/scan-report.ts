import { accounts, findings, inspections } from "@gaia/db";
import { asc, eq } from "drizzle-orm";
import { type Remediation, remediationOf, refusalOf, showTo, type ToldFinding, viewerOf } from "@gaia/policy";
import { findVersion, subjectOf, type VersionRow, versionNotFound } from "../kernel/find-version.ts";
import { RegistryError } from "../kernel/errors.ts";
import type { ReadCtx } from "../kernel/context.ts";

type InspectionRow = typeof inspections.$inferSelect;

/**
 * The report of the inspection that counts. A quarantined version's report stays readable: people must learn why. What would change its
 * verdict is told to whoever may see what is not public of it, and to admins, while it is not listed.
 * @throws RegistryError `not_found` while there is none, `purged`
 */
export async function getScanReport(ctx: ReadCtx, input: { name: string; version: string }) {
  const found = await findVersion(ctx, input);
  const answer = found ? showTo(found.version.status, viewerOf(ctx.actor, subjectOf(found))) : 404;
  if (answer === 410) throw new RegistryError("purged", `${input.name} ${input.version} was purged.`);
  if (!found || answer === 404 || !found.version.inspectionId) throw versionNotFound(input);
  const [row] = await ctx.db
    .select({ inspection: inspections, clearedBy: accounts.handle })
    .from(inspections)
    .leftJoin(accounts, eq(accounts.id, inspections.clearedBy))
    .where(eq(inspections.id, found.version.inspectionId));
  const inspection = row?.inspection;
  if (!inspection?.verdict || !inspection.startedAt || !inspection.finishedAt) {
    throw new RegistryError("not_found", `${input.name} ${input.version} is still being inspected.`);
  }
  const rows = await ctx.db
    .select()
    .from(findings)
    .where(eq(findings.inspectionId, inspection.id))
    .orderBy(asc(findings.position));
  return {
    inspection_id: inspection.id,
    verdict: inspection.verdict,
    reason: inspection.reason ?? "",
    remediation:
      isListedAnyway(found.version, inspection) || refusalOf("seeRemediation", ctx.actor, subjectOf(found)) !== null
        ? null
        : remediation(ctx, inspection, rows),
    cleared:
      inspection.clearedAt && row?.clearedBy
        ? { by: row.clearedBy, reason: inspection.clearedReason ?? "", at: inspection.clearedAt.toISOString() }
        : null,
    started_at: inspection.startedAt.toISOString(),
    finished_at: inspection.finishedAt.toISOString(),
    report_digest: inspection.reportDigest,
    // The column was written from ScannerReports.
    scanners: inspection.scanners.map(({ name, version, status, reason, rules_digest, duration_ms }) => ({
      name,
      version,
      status,
      reason,
      rules_digest,
      duration_ms,
    })),
    findings: rows.map((row) => ({
      rule: row.rule,
      scanner: row.scanner,
      severity: row.severity,
      category: row.category,
      file: row.file,
      line: row.line,
      message: row.message,
      hint: row.hint,
      snippet: row.snippet,
      weight: row.weight,
      also: row.also,
    })),
  };
}

/** An admin cleared it, or let it go in spite of its verdict: nothing has to change. */
const isListedAnyway = ({ status, heldSince }: VersionRow, { clearedAt }: InspectionRow): boolean =>
  clearedAt !== null || (status === "published" && heldSince === null);

/** By the settings of today: null where they would not hold the version any longer. */
function remediation(ctx: ReadCtx, { scanners, leftOut }: InspectionRow, reported: readonly ToldFinding[]) {
  const found: Remediation<ToldFinding> | null = remediationOf({
    scanners,
    // What merging left out was judged, too, and stands on the line of what is reported.
    findings: [...reported, ...(leftOut ?? [])],
    holdFrom: ctx.holdFrom,
    blockFrom: ctx.blockFrom,
  });
  if (found === null) return null;
  return {
    text: found.text,
    findings: found.findings.slice(0, MOST_TOLD).map(({ rule, file, line, message, hint, snippet }) => ({
      rule,
      file: file ?? null,
      line: line ?? null,
      message,
      hint,
      snippet,
    })),
  };
}

/** Nobody mends more at once; the sentence says how many there are. */
const MOST_TOLD = 100;
