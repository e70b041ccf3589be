import { ensureMay, readable, readCursor, RegistryError, writeCursor } from "@gaia/catalog";
import { accounts, type Db, publishers, reports, skills, versions } from "@gaia/db";
import { type AppealStatus, type Involvement, refusalOf, type ReportStatus } from "@gaia/policy";
import { and, asc, desc, eq, gt, isNotNull, lt, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "../kernel/context.ts";

const reporter = alias(accounts, "reporter");
const decider = alias(accounts, "decider");
const appellant = alias(accounts, "appellant");
const judge = alias(accounts, "judge");
const moved = alias(versions, "moved");

/** A case with what it is about and who had a hand in it. */
const selectReports = (db: Db) =>
  db
    .select({
      report: reports,
      name: skills.name,
      publisher: publishers.handle,
      publisherId: publishers.id,
      version: versions.version,
      reporter: reporter.handle,
      decidedBy: decider.handle,
      movedVersion: moved.version,
      appealedBy: appellant.handle,
      appealDecidedBy: judge.handle,
    })
    .from(reports)
    .innerJoin(skills, eq(skills.id, reports.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(versions, eq(versions.id, reports.versionId))
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .leftJoin(decider, eq(decider.id, reports.decidedBy))
    .leftJoin(moved, eq(moved.id, reports.effectVersionId))
    .leftJoin(appellant, eq(appellant.id, reports.appealedBy))
    .leftJoin(judge, eq(judge.id, reports.appealDecidedBy))
    .$dynamic();

export type ReportRow = Awaited<ReturnType<typeof selectReports>>[number];

/** `OwnReport` of the API: what its reporter sees of a case. */
export type OwnReportView = ReturnType<typeof toOwnReport>;

const toOwnReport = ({ report, name, version }: ReportRow) => ({
  id: report.id,
  name,
  version,
  kind: report.kind,
  text: report.body,
  status: report.status,
  reason: report.reason,
  created_at: report.createdAt.toISOString(),
  decided_at: report.decidedAt?.toISOString() ?? null,
});

/** `Report` of the API: what an admin sees of it. */
export type ReportView = ReturnType<typeof toReport>;

const toReport = (row: ReportRow, cannotDecide: string | null) => ({
  ...toOwnReport(row),
  publisher: row.publisher,
  reporter: row.reporter,
  decided_by: row.decidedBy,
  effect:
    row.report.effect === null || row.movedVersion === null
      ? null
      : { kind: row.report.effect, version: row.movedVersion },
  appeal: toAppeal(row),
  cannot_decide: cannotDecide,
});

/** As what decides it asks: the report while it is open, its appeal while that is pending. */
function viewed(ctx: Ctx, row: ReportRow): ReportView {
  const { publisher, name, report } = row;
  const target = { publisher, skill: name };
  const refused =
    report.appealStatus === "pending"
      ? refusalOf("grantAppeal", ctx.actor, { ...target, involved: inAppeal(row) })
      : report.status === "open"
        ? refusalOf("upholdReport", ctx.actor, { ...target, involved: inReport(row) })
        : null;
  return toReport(row, refused?.reason ?? null);
}

/** Who reported it has had their say. */
export const inReport = ({ report: { reporterId } }: ReportRow): Involvement[] =>
  [{ accountId: reporterId, did: "reported it" }].filter(isSomebody);

/** And so has who upheld it. */
export const inAppeal = ({ report: { reporterId, decidedBy } }: ReportRow): Involvement[] =>
  [
    { accountId: decidedBy, did: "upheld the report" },
    { accountId: reporterId, did: "reported it" },
  ].filter(isSomebody);

const isSomebody = (one: { accountId: number | null; did: string }): one is Involvement => one.accountId !== null;

function toAppeal({ report, appealedBy, appealDecidedBy }: ReportRow) {
  const { appeal, appealStatus, appealedAt, appealDecidedAt, appealReason } = report;
  if (appeal === null || appealStatus === null || appealedAt === null) return null;
  return {
    text: appeal,
    status: appealStatus,
    appealed_by: appealedBy,
    appealed_at: appealedAt.toISOString(),
    decided_by: appealDecidedBy,
    decided_at: appealDecidedAt?.toISOString() ?? null,
    reason: appealReason,
  };
}

/** The case with this id, of a skill that is as `among` says. @throws RegistryError `not_found` */
export async function ensureReport(db: Db, id: string, among?: SQL): Promise<ReportRow> {
  const [row] = await selectReports(db).where(and(eq(reports.id, id), among));
  if (!row) throw new RegistryError("not_found", "There is no such case.");
  return row;
}

export const viewOwnReport = async (ctx: Ctx, id: string): Promise<OwnReportView> =>
  toOwnReport(await ensureReport(ctx.db, id));

export const viewReport = async (ctx: Ctx, id: string): Promise<ReportView> =>
  viewed(ctx, await ensureReport(ctx.db, id));

interface Page {
  limit: number;
  cursor: string | null;
}

const place = (cursor: string | null, list: string): { at: Date; id: string } | null => {
  const [at, id] = readCursor(cursor, list, ["date", "uuid"]) ?? [];
  return at instanceof Date && typeof id === "string" ? { at, id } : null;
};

/**
 * The cases that this account opened, of skills that it may see, newest first.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request`
 */
export async function listOwnReports(ctx: Ctx, input: Page) {
  const actor = ensureMay(ctx, "listOwnReports");
  const { createdAt, id } = reports;
  const from = place(input.cursor, "own-reports");
  const rows = await selectReports(ctx.db)
    .where(
      and(
        eq(reports.reporterId, actor.accountId),
        readable(ctx),
        from ? or(lt(createdAt, from.at), and(eq(createdAt, from.at), lt(id, from.id))) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(input.limit + 1);
  const { page, last } = cut(rows, input.limit);
  const next = last ? writeCursor("own-reports", [last.report.createdAt, last.report.id]) : null;
  return { items: page.map(toOwnReport), next_cursor: next };
}

/** Cases, oldest first. @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` */
export async function listReports(ctx: Ctx, input: Page & { status: ReportStatus | null; skill: string | null }) {
  ensureMay(ctx, "listReports");
  const { createdAt, id } = reports;
  const from = place(input.cursor, "reports");
  const rows = await selectReports(ctx.db)
    .where(
      and(
        input.status === null ? undefined : eq(reports.status, input.status),
        input.skill === null ? undefined : eq(skills.name, input.skill),
        from ? or(gt(createdAt, from.at), and(eq(createdAt, from.at), gt(id, from.id))) : undefined,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(input.limit + 1);
  const { page, last } = cut(rows, input.limit);
  const next = last ? writeCursor("reports", [last.report.createdAt, last.report.id]) : null;
  return { items: page.map((row) => viewed(ctx, row)), next_cursor: next };
}

/** Cases with an appeal, oldest appeal first. @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` */
export async function listAppeals(ctx: Ctx, input: Page & { status: AppealStatus | null }) {
  ensureMay(ctx, "listAppeals");
  const { appealedAt, id } = reports;
  const from = place(input.cursor, "appeals");
  const rows = await selectReports(ctx.db)
    .where(
      and(
        input.status === null ? isNotNull(reports.appealStatus) : eq(reports.appealStatus, input.status),
        from ? or(gt(appealedAt, from.at), and(eq(appealedAt, from.at), gt(id, from.id))) : undefined,
      ),
    )
    .orderBy(asc(appealedAt), asc(id))
    .limit(input.limit + 1);
  const { page, last } = cut(rows, input.limit);
  const next = last?.report.appealedAt ? writeCursor("appeals", [last.report.appealedAt, last.report.id]) : null;
  return { items: page.map((row) => viewed(ctx, row)), next_cursor: next };
}

/** @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function getReport(ctx: Ctx, input: { id: string }): Promise<ReportView> {
  ensureMay(ctx, "getReport");
  return viewReport(ctx, input.id);
}

function cut<Row>(rows: Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
