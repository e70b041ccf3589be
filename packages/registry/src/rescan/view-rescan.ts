import { ensureMay, readCursor, RegistryError, writeCursor } from "@gaia/catalog";
import { accounts, inspections, rescanItems, rescans, skills, versions } from "@gaia/db";
import { and, asc, count, desc, eq, inArray, lt, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";

const starter = alias(accounts, "starter");
const decider = alias(accounts, "decider");
const SHOWN_ITEMS = 200;

const select = (ctx: Ctx) =>
  ctx.db
    .select({ rescan: rescans, createdBy: starter.handle, decidedBy: decider.handle })
    .from(rescans)
    .leftJoin(starter, eq(starter.id, rescans.createdBy))
    .leftJoin(decider, eq(decider.id, rescans.decidedBy))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];
type Counted = Awaited<ReturnType<typeof countItems>>[number];

const countItems = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ rescanId: rescanItems.rescanId, status: rescanItems.status, effect: rescanItems.effect, count: count() })
    .from(rescanItems)
    .where(inArray(rescanItems.rescanId, ids))
    .groupBy(rescanItems.rescanId, rescanItems.status, rescanItems.effect);

/** `Rescan` of the API: how far it is, and what it did. */
function toRescan(ctx: Ctx, { rescan, createdBy, decidedBy }: Row, counts: Counted[]) {
  const sum = (which: (each: Counted) => boolean) =>
    counts.filter((each) => each.rescanId === rescan.id && which(each)).reduce((total, each) => total + each.count, 0);
  const done = sum(({ status }) => status === "done");
  const left = sum(({ status }) => status === "waiting" || status === "inspecting");
  return {
    id: rescan.id,
    cause: rescan.cause,
    detail: rescan.detail,
    scanners: rescan.scanners,
    status: rescan.status,
    total: rescan.total,
    waiting: sum(({ status }) => status === "waiting"),
    inspecting: sum(({ status }) => status === "inspecting"),
    done,
    worsened: sum(({ status, effect }) => status === "done" && effect === "worse"),
    improved: sum(({ status, effect }) => status === "done" && effect === "better"),
    held: sum(({ status }) => status === "held"),
    failed: sum(({ status }) => status === "failed"),
    skipped: sum(({ status }) => status === "skipped"),
    created_by: createdBy ?? "registry",
    started_at: rescan.createdAt.toISOString(),
    paused_at: rescan.pausedAt?.toISOString() ?? null,
    finished_at: rescan.finishedAt?.toISOString() ?? null,
    expected_at: expectedEnd(rescan, { done, left, now: ctx.now() }),
    decided_by: decidedBy,
    decided_at: rescan.decidedAt?.toISOString() ?? null,
    decision_reason: rescan.decisionReason,
  };
}

export type RescanView = ReturnType<typeof toRescan>;

/** As long as what is left takes at the pace so far; null where there is none yet. */
function expectedEnd(
  rescan: typeof rescans.$inferSelect,
  { done, left, now }: { done: number; left: number; now: Date },
): string | null {
  if (rescan.status !== "running" || done === 0 || left === 0) return null;
  const eachMs = (now.getTime() - rescan.createdAt.getTime()) / done;
  return new Date(now.getTime() + Math.round(eachMs * left)).toISOString();
}

/** The view of the re-scan with this id, which must exist. */
export async function viewRescan(ctx: Ctx, id: string): Promise<RescanView> {
  const [row] = await select(ctx).where(eq(rescans.id, id));
  if (!row) throw new RegistryError("not_found", "There is no such re-scan.");
  return toRescan(ctx, row, await countItems(ctx, [id]));
}

/** Re-scans, newest first. @throws RegistryError `forbidden`, `invalid_request` for a cursor that is not ours */
export async function listRescans(
  ctx: Ctx,
  input: { status: RescanView["status"] | null; limit: number; cursor: string | null },
): Promise<{ items: RescanView[]; next_cursor: string | null }> {
  ensureMay(ctx, "listRescans");
  const [at, id] = readCursor(input.cursor, "rescans", ["date", "uuid"]) ?? [];
  const rows = await select(ctx)
    .where(
      and(
        input.status ? eq(rescans.status, input.status) : undefined,
        at instanceof Date && typeof id === "string"
          ? or(lt(rescans.createdAt, at), and(eq(rescans.createdAt, at), lt(rescans.id, id)))
          : undefined,
      ),
    )
    .orderBy(desc(rescans.createdAt), desc(rescans.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const counts =
    page.length > 0
      ? await countItems(
          ctx,
          page.map(({ rescan }) => rescan.id),
        )
      : [];
  const last = rows.length > input.limit ? page.at(-1)?.rescan : undefined;
  return {
    items: page.map((row) => toRescan(ctx, row, counts)),
    next_cursor: last ? writeCursor("rescans", [last.createdAt, last.id]) : null,
  };
}

/**
 * One re-scan with the versions that somebody may want to look at: held, failed, worse or better; the first 200 of them.
 * @throws RegistryError `forbidden`, `not_found`
 */
export async function getRescan(ctx: Ctx, input: { id: string }) {
  ensureMay(ctx, "getRescan");
  const rescan = await viewRescan(ctx, input.id);
  const rows = await ctx.db
    .select({ item: rescanItems, name: skills.name, version: versions.version, reason: inspections.reason })
    .from(rescanItems)
    .innerJoin(versions, eq(versions.id, rescanItems.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .leftJoin(inspections, eq(inspections.id, rescanItems.inspectionId))
    .where(
      and(
        eq(rescanItems.rescanId, input.id),
        or(inArray(rescanItems.status, ["held", "failed"]), inArray(rescanItems.effect, ["worse", "better"])),
      ),
    )
    .orderBy(asc(rescanItems.versionId))
    .limit(SHOWN_ITEMS);
  return {
    ...rescan,
    items: rows.map(({ item, name, version, reason }) => ({
      name,
      version,
      status: item.status,
      before: item.before,
      after: item.after,
      effect: item.effect,
      inspection_id: item.inspectionId,
      reason: reason ?? item.note,
    })),
  };
}
