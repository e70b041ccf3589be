import { inspections, rescanItems, versions } from "@gaia/db";
import { and, asc, eq, gt, inArray, notExists, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { NPM_SCANNER } from "../inspection/npm/npm-requirement.ts";
import { isScannable } from "./scannable.ts";
import { startRescan } from "./start-rescan.ts";

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** Those that ask for advisories. */
const ADVISED = ["pip-audit", NPM_SCANNER];

/**
 * Begins a re-scan of the versions that a scanner left unscanned for a reason that may have passed: with `advisories`, those whose
 * dependencies could not be looked up, at once; with `periodic`, all others, an hour after the inspection that left them and daily
 * from then on. A publish's deadline is none of a re-scan's, so what was slow comes to its end. Only who came to no end looks again.
 * @returns the re-scan's id, or null when it concerns no version
 */
export async function startRescanForUnscanned(ctx: Ctx, which: "advisories" | "periodic"): Promise<string | null> {
  const names = which === "advisories" ? ADVISED : null;
  const gap = sql`SELECT 1 FROM jsonb_array_elements(${inspections.scanners}) AS report
    WHERE report->>'status' = 'unscanned' AND report->>'retryable' = 'true'
    ${names === null ? sql`` : sql`AND report->>'name' IN (${sql.join(names, sql`, `)})`}`;
  const hourAgo = new Date(ctx.now().getTime() - HOUR_MS);
  const dayAgo = new Date(ctx.now().getTime() - DAY_MS);
  const isOpen = inArray(rescanItems.status, ["waiting", "inspecting", "held"]);
  const seenTo = ctx.db
    .select({ one: sql`1` })
    .from(rescanItems)
    .where(
      and(
        eq(rescanItems.versionId, versions.id),
        which === "advisories" ? isOpen : or(isOpen, gt(rescanItems.finishedAt, dayAgo)),
      ),
    );
  const rows = await ctx.db
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(
      and(
        isScannable(),
        sql`EXISTS (${gap})`,
        notExists(seenTo),
        which === "advisories" ? undefined : sql`${inspections.finishedAt} < ${hourAgo.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(versions.id));
  const detail =
    which === "advisories"
      ? "The advisory service answers again: dependencies that could not be looked up are."
      : "Scanners that came to no end look again.";
  // None is named: the reports that stand are carried over, and those that may end better now are made anew.
  return startRescan(ctx, { cause: "scanner", detail, scanners: [], versionIds: rows.map((row) => row.id) });
}
