import { appendAudit, type Db, inspections, inTransaction, rescanItems, rescans, versions } from "@gaia/db";
import { and, asc, count, eq, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";
import { ring } from "../kernel/ring.ts";
import { isScannable } from "./scannable.ts";

const other = alias(rescanItems, "other");
const OPEN = ["waiting", "inspecting", "held"] as const;

/**
 * Makes waiting items of running re-scans into inspections, as many as the registry has room for, and rings for them. Ends
 * re-scans that have nothing open. Doing it once too often is harmless.
 * @returns how many were begun
 */
export async function feedRescans(ctx: Ctx): Promise<number> {
  const begun = await inTransaction(ctx.db, async (tx) => {
    // Whoever feeds holds them all: two feeders never fill one gap twice. What an admin or an advisory asks for goes first, and what
    // publishers ask for last: else one with many slow packages keeps new rules from what is served.
    const running = await tx
      .select({ id: rescans.id })
      .from(rescans)
      .where(eq(rescans.status, "running"))
      .orderBy(
        sql`CASE ${rescans.cause} WHEN 'publisher' THEN 2 WHEN 'rules' THEN 1 WHEN 'scanner' THEN 1 ELSE 0 END`,
        asc(rescans.createdAt),
        asc(rescans.id),
      )
      .for("no key update");
    if (running.length === 0) return [];
    const [underWay] = await tx
      .select({ count: count() })
      .from(rescanItems)
      .where(eq(rescanItems.status, "inspecting"));
    let free = ctx.rescans.concurrency - (underWay?.count ?? 0);
    const inspectionIds: string[] = [];
    for (const rescan of running) {
      const ids = await beginItems(ctx, tx, rescan.id, Math.max(free, 0));
      free -= ids.length;
      inspectionIds.push(...ids);
      await completeIfDone(ctx, tx, rescan.id);
    }
    return inspectionIds;
  });
  for (const id of begun) await ring(ctx, { name: "inspect", id, urgency: "background" });
  return begun.length;
}

async function beginItems(ctx: Ctx, tx: Db, rescanId: string, limit: number): Promise<string[]> {
  const begun: string[] = [];
  while (begun.length < limit) {
    const rows = await findWaiting(ctx, tx, { rescanId, limit: limit - begun.length });
    for (const { versionId, ...version } of rows) {
      const item = and(eq(rescanItems.rescanId, rescanId), eq(rescanItems.versionId, versionId));
      if (!version.isScannable) {
        const skipped = { status: "skipped", note: "it is no longer served", finishedAt: ctx.now() } as const;
        await tx.update(rescanItems).set(skipped).where(item);
        continue;
      }
      const id = crypto.randomUUID();
      await tx
        .insert(inspections)
        .values({ id, versionId, rescanId, status: "queued", scanners: [], rungAt: ctx.now() });
      await tx
        .update(rescanItems)
        .set({
          status: "inspecting",
          inspectionId: id,
          previousInspectionId: version.previous,
          before: version.verdict,
        })
        .where(item);
      begun.push(id);
    }
    if (rows.length === 0) break;
  }
  return begun;
}

/** The next items by version, with what became of their versions since the re-scan began. */
async function findWaiting(ctx: Ctx, tx: Db, { rescanId, limit }: { rescanId: string; limit: number }) {
  const busy = tx
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.versionId, rescanItems.versionId), eq(other.status, "inspecting")));
  return tx
    .select({
      versionId: rescanItems.versionId,
      verdict: versions.verdict,
      previous: versions.inspectionId,
      isScannable: sql<boolean>`${isScannable()}`,
    })
    .from(rescanItems)
    .innerJoin(versions, eq(versions.id, rescanItems.versionId))
    .where(
      and(
        eq(rescanItems.rescanId, rescanId),
        eq(rescanItems.status, "waiting"),
        or(isNull(rescanItems.retryAt), lte(rescanItems.retryAt, ctx.now())),
        // Of one version, one at a time: the second one goes from what the first one found.
        notExists(busy),
      ),
    )
    .orderBy(asc(rescanItems.versionId))
    .limit(limit);
}

/** Ends a running re-scan whose items have all come to their end. */
export async function completeIfDone(ctx: Ctx, tx: Db, rescanId: string): Promise<boolean> {
  const open = tx
    .select({ one: sql`1` })
    .from(rescanItems)
    .where(and(eq(rescanItems.rescanId, rescanId), inArray(rescanItems.status, [...OPEN])));
  const ended = await tx
    .update(rescans)
    .set({ status: "completed", finishedAt: ctx.now() })
    .where(and(eq(rescans.id, rescanId), eq(rescans.status, "running"), notExists(open)))
    .returning({ id: rescans.id });
  if (ended.length === 0) return false;
  await appendAudit(tx, { actor: "registry", action: "rescan.complete", target: `rescan:${rescanId}` });
  return true;
}
