import { findLogTrouble } from "@gaia/catalog";
import { auditLog, executeRows, inspections, logCheckpoints, reports, skills, versions } from "@gaia/db";
import { parseSignedCheckpoint, type PolicyWitness, verifyNote } from "@gaia/log";
import { and, count, desc, eq, isNotNull, isNull, min, ne, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Registry } from "../kernel/context.ts";
import { viewLogKeys } from "../log/log-keys.ts";

type StatusCtx = Registry;

/** How long something took: how often it ended, and the seconds that half and nineteen of twenty took at most; null where none ended. */
interface Times {
  count: number;
  p50_seconds: number | null;
  p95_seconds: number | null;
}

/** A kind of wait: what waits now, since when the oldest, and how long the wait was of what ended lately. */
export interface WaitView {
  waiting: number;
  oldest: string | null;
  last_7_days: Times;
  last_30_days: Times;
}

const DAY_MS = 86_400_000;
/** How far back cosignatures are looked for. */
const CHECKPOINTS = 50;
/** What an admin decides about a version that waits: each of them ends the wait, or answers its contest. */
const HOLD_DECISIONS = ["inspection.clear", "version.release", "version.quarantine", "hold.uphold"];

/**
 * The registry's status as any reader may know it: counts and times of all skills, private ones among them, and the name of
 * none; the log, and who cosigned it. What ended within thirty days is read by the indexes of migration 0083.
 */
export async function viewStatus(ctx: StatusCtx) {
  const [verdicts, reported, held, log, scanners] = await Promise.all([
    viewVerdicts(ctx),
    viewReports(ctx),
    viewHolds(ctx),
    viewLog(ctx),
    viewScanners(ctx),
  ]);
  return {
    counted_at: ctx.now().toISOString(),
    publish_to_verdict: verdicts,
    report_to_decision: reported,
    hold_to_decision: held,
    scanners,
    log,
  };
}

async function viewVerdicts(ctx: StatusCtx): Promise<WaitView> {
  const { finishedAt, createdAt, status, rescanId } = inspections;
  const ended = sql`SELECT ${finishedAt} AS ended_at, ${createdAt} AS began_at FROM ${inspections}
    WHERE ${status} = 'completed' AND ${rescanId} IS NULL AND ${finishedAt} > ${since(ctx, 30)}`;
  const now = await waitingIn(ctx, createdAt, and(ne(status, "completed"), isNull(rescanId)));
  return { ...now, ...(await timesOf(ctx, ended)) };
}

async function viewReports(ctx: StatusCtx): Promise<WaitView> {
  const { decidedAt, createdAt, status } = reports;
  const ended = sql`SELECT ${decidedAt} AS ended_at, ${createdAt} AS began_at FROM ${reports} WHERE ${decidedAt} > ${since(ctx, 30)}`;
  return { ...(await waitingIn(ctx, createdAt, eq(status, "open"))), ...(await timesOf(ctx, ended)) };
}

async function viewHolds(ctx: StatusCtx): Promise<WaitView> {
  const { at, action, detail } = auditLog;
  const ended = sql`SELECT ${at} AS ended_at, (${detail} ->> 'held_since')::timestamptz AS began_at FROM ${auditLog}
    WHERE ${detail} ? 'held_since' AND ${at} > ${since(ctx, 30)}
      AND ${action} IN (${sql.join(
        HOLD_DECISIONS.map((one) => sql`${one}`),
        sql`, `,
      )})`;
  return {
    ...(await waitingIn(ctx, versions.heldSince, isNotNull(versions.heldSince))),
    ...(await timesOf(ctx, ended)),
  };
}

const since = ({ now }: StatusCtx, days: number): SQL =>
  sql`${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz`;

async function waitingIn({ db }: StatusCtx, began: PgColumn, where: SQL | undefined) {
  const [row] = await db
    .select({ waiting: count(), oldest: min(began) })
    .from(began.table)
    .where(where);
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest instanceof Date ? row.oldest.toISOString() : null };
}

type TimesRow = Record<"count_7" | "count_30", number> & Record<"p50_7" | "p95_7" | "p50_30" | "p95_30", number | null>;

async function timesOf(ctx: StatusCtx, ended: SQL): Promise<Pick<WaitView, "last_7_days" | "last_30_days">> {
  const lately = sql`ended_at > ${since(ctx, 7)}`;
  const part = (share: number) => sql`percentile_cont(${share}::float8) WITHIN GROUP (ORDER BY seconds)`;
  const [row] = await executeRows<TimesRow>(
    ctx.db,
    sql`SELECT count(*)::int AS count_30, (count(*) FILTER (WHERE ${lately}))::int AS count_7,
        ${part(0.5)} AS p50_30, ${part(0.95)} AS p95_30,
        ${part(0.5)} FILTER (WHERE ${lately}) AS p50_7, ${part(0.95)} FILTER (WHERE ${lately}) AS p95_7
      FROM (SELECT ended_at, greatest(0, extract(epoch FROM ended_at - began_at))::float8 AS seconds FROM (${ended}) AS waited) AS taken`,
  );
  return {
    last_7_days: toTimes(row?.count_7, row?.p50_7, row?.p95_7),
    last_30_days: toTimes(row?.count_30, row?.p50_30, row?.p95_30),
  };
}

const toTimes = (ended = 0, p50: number | null = null, p95: number | null = null): Times => ({
  count: ended,
  p50_seconds: rounded(p50),
  p95_seconds: rounded(p95),
});

/** To a tenth of a second. */
const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 10) / 10);

/** The scanners of the last publish that anybody may read the report of; null: there was none in thirty days. */
async function viewScanners(ctx: StatusCtx) {
  const [row] = await ctx.db
    .select({ scanners: inspections.scanners, finishedAt: inspections.finishedAt })
    .from(inspections)
    .innerJoin(versions, eq(versions.id, inspections.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .where(
      and(
        eq(inspections.status, "completed"),
        isNull(inspections.rescanId),
        sql`${inspections.finishedAt} > ${since(ctx, 30)}`,
        eq(skills.visibility, "public"),
        eq(versions.status, "published"),
      ),
    )
    .orderBy(desc(inspections.finishedAt))
    .limit(1);
  if (!row?.finishedAt) return null;
  return {
    inspected_at: row.finishedAt.toISOString(),
    items: row.scanners.map(({ name, version, status }) => ({ name, version, status })),
  };
}

async function viewLog(ctx: StatusCtx) {
  const rows = await ctx.db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(CHECKPOINTS);
  const [newest] = rows;
  const shown = rows.find(({ cosignedAt }) => cosignedAt !== null) ?? newest;
  const notes = rows.map(({ size, note }) => ({ size, note: parseSignedCheckpoint(note).note }));
  const { origin, key } = await viewLogKeys(ctx);
  return {
    origin,
    key,
    size: shown?.size ?? 0,
    signed_at: shown?.signedAt.toISOString() ?? null,
    /** The newest tree may wait for its witnesses. */
    newest_size: newest?.size ?? 0,
    is_one_history: (await findLogTrouble(ctx)) === null,
    witnesses: await Promise.all((ctx.log.policy?.witnesses ?? []).map((witness) => viewWitness(witness, notes))),
  };
}

type Noted = { size: number; note: ReturnType<typeof parseSignedCheckpoint>["note"] };

/** The newest of the checkpoints that this witness cosigned, and when it says that it did. */
async function viewWitness({ name, key }: PolicyWitness, notes: readonly Noted[]) {
  for (const { size, note } of notes) {
    const verdict = await verifyNote(note, [key]);
    const [signature] = verdict.ok ? verdict.signatures : [];
    if (signature === undefined) continue;
    const at = signature.timestamp === null ? null : new Date(signature.timestamp * 1_000).toISOString();
    return { name, cosigned_size: size, cosigned_at: at };
  }
  return { name, cosigned_size: null, cosigned_at: null };
}
