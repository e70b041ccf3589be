import { appendAudit, inspections, inTransaction, rescanItems, rescans, versions } from "@gaia/db";
import { sha256Hex } from "@gaia/archive";
import { ANALYSER_NAMES } from "@gaia/scan";
import { and, asc, eq, gt, inArray, ne, not, notExists, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import type { Scanning } from "../inspection/scanning.ts";
import { endRescan } from "./end-rescan.ts";
import { probeScanners, type ScannerRules } from "./probe.ts";
import { isScannable } from "./scannable.ts";
import { startRescan } from "./start-rescan.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Finds out whether scanners or their rules changed since versions were inspected, and begins a re-scan of those versions.
 * At most once a day for the same rules; what a re-scan for them dealt with is not begun again, unless it failed.
 * @returns the re-scan's id, or null
 */
export async function startRescanForChanges(
  ctx: Ctx,
  input: { scanning: Scanning; abort: AbortSignal },
): Promise<string | null> {
  const [any] = await ctx.db.select({ id: versions.id }).from(versions).where(isScannable()).limit(1);
  if (!any) return null;
  const rules = await probeScanners(ctx, input);
  const changed: ScannerRules[] = [];
  for (const each of rules) if ((await findDiffering(ctx, [each], null, 1)).length > 0) changed.push(each);
  if (changed.length === 0) return null;
  const fingerprint = `sha256:${sha256Hex(new TextEncoder().encode(JSON.stringify(changed)))}`;
  // Workers that are not alike would otherwise take turns for ever.
  const [lately] = await ctx.db
    .select({ id: rescans.id })
    .from(rescans)
    .where(and(eq(rescans.fingerprint, fingerprint), gt(rescans.createdAt, new Date(ctx.now().getTime() - DAY_MS))));
  if (lately) return null;
  const versionIds = await findDiffering(ctx, changed, fingerprint, null);
  if (versionIds.length === 0) return null;
  await supersede(ctx, fingerprint);
  const names = changed.map(({ name }) => name);
  return startRescan(ctx, {
    cause: names.some((name) => ANALYSER_NAMES.includes(name)) ? "rules" : "scanner",
    detail: `These changed since versions were inspected: ${names.join(", ")}.`,
    scanners: names,
    expected: changed,
    fingerprint,
    versionIds,
  });
}

/** What is left of re-scans for earlier rules is part of the one for today's: its versions differ from those as well. */
async function supersede(ctx: Ctx, fingerprint: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const live = await tx
      .select({ id: rescans.id })
      .from(rescans)
      .where(
        and(
          inArray(rescans.status, ["running", "paused"]),
          inArray(rescans.cause, ["rules", "scanner"]),
          ne(rescans.fingerprint, fingerprint),
        ),
      )
      .orderBy(asc(rescans.createdAt), asc(rescans.id))
      .for("no key update");
    for (const { id } of live) {
      await endRescan(ctx, tx, { id, note: "the rules changed again" });
      await appendAudit(tx, {
        actor: "registry",
        action: "rescan.cancel",
        target: `rescan:${id}`,
        detail: { reason: "the rules changed again" },
      });
    }
  });
}

/** Versions whose inspection that counts was made by other rules than these, and that no re-scan for them has dealt with. */
async function findDiffering(
  ctx: Ctx,
  rules: ScannerRules[],
  fingerprint: string | null,
  limit: number | null,
): Promise<number[]> {
  const differs = or(
    ...rules.map((each) => not(sql`${inspections.scanners} @> ${JSON.stringify([each])}::text::jsonb`)),
  );
  const dayAgo = new Date(ctx.now().getTime() - DAY_MS);
  // Its inspection is what came of such a re-scan, or is what one went from and left.
  const dealtWith = ctx.db
    .select({ one: sql`1` })
    .from(rescanItems)
    .innerJoin(rescans, eq(rescans.id, rescanItems.rescanId))
    .where(
      and(
        eq(rescanItems.versionId, versions.id),
        eq(rescans.fingerprint, fingerprint ?? ""),
        or(ne(rescanItems.status, "failed"), gt(rescanItems.finishedAt, dayAgo)),
        or(
          eq(rescanItems.inspectionId, versions.inspectionId),
          eq(rescanItems.previousInspectionId, versions.inspectionId),
        ),
      ),
    );
  const query = ctx.db
    .select({ id: versions.id })
    .from(versions)
    .innerJoin(inspections, eq(inspections.id, versions.inspectionId))
    .where(and(isScannable(), differs, fingerprint === null ? undefined : notExists(dealtWith)))
    .orderBy(asc(versions.id))
    .$dynamic();
  const rows = await (limit === null ? query : query.limit(limit));
  return rows.map((row) => row.id);
}
