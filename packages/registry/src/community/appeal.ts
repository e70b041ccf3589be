import { ensureMay, ensureMayAtAll, findVersion, readable, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, reports } from "@gaia/db";
import { and, eq, isNull, ne, or } from "drizzle-orm";
import { giveTierBack, isDemoted } from "../judgement/demote-version.ts";
import { giveBack } from "../judgement/move-version.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify, notifyAccount } from "../kernel/notify.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { ensureReport, inAppeal, type ReportRow, type ReportView, viewReport } from "./view-report.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * The publisher's word against an upheld report: once, and another admin than the one who upheld it decides.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` when there is nothing to appeal against, or it was
 * appealed before
 */
export async function appealReport(ctx: Ctx, input: { id: string; text: string }): Promise<{ status: "pending" }> {
  ensureMayAtAll(ctx, "appealReport");
  const row = await ensureReport(ctx.db, input.id, readable(ctx, "appealReport"));
  const asked = { action: "appealReport", target: { publisher: row.publisher, skill: row.name } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  const appeal = plainWords(input.text, "text");
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const mayStill = and(eq(reports.id, input.id), eq(reports.status, "upheld"), isNull(reports.appealStatus));
    const set = { appeal, appealStatus: "pending", appealedBy: actor.accountId, appealedAt: ctx.now() } as const;
    const done = await tx.update(reports).set(set).where(mayStill).returning({ id: reports.id });
    if (done.length === 0) throw new RegistryError("conflict", await whyNoAppeal(tx, input.id));
    await audit(ctx, tx, { row, actor, action: "report.appeal", detail: {} });
  });
  return { status: "pending" };
}

/** Why a report cannot be appealed, as it stands now. */
async function whyNoAppeal(tx: Db, id: string): Promise<string> {
  const [row] = await tx
    .select({ status: reports.status, appeal: reports.appealStatus })
    .from(reports)
    .where(eq(reports.id, id));
  if (row?.status !== "upheld") return `This report is ${row?.status ?? "gone"}: only an upheld one can be appealed.`;
  return `This report was appealed before, and an appeal is made once: it is ${row.appeal ?? "pending"}.`;
}

interface Decision {
  id: string;
  reason: string;
}

/**
 * Grants an appeal: what upholding the report did to the version is undone, in the same transaction, unless it was undone already.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` when none is pending
 */
export async function grantAppeal(ctx: Ctx, input: Decision): Promise<ReportView> {
  ensureMayAtAll(ctx, "grantAppeal");
  const row = await ensureReport(ctx.db, input.id);
  const asked = { action: "grantAppeal", target: targetOf(row) } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  ensurePending(row);
  const reason = plainWords(input.reason, "reason");
  const within = (tx: Db) => decide(ctx, tx, { row, actor, status: "granted", reason });
  const found = await findVersion(ctx, { name: row.name, version: row.movedVersion ?? "" }, "grantAppeal");
  const why = `appeal granted: ${reason}`;
  if (await standsOtherwise(ctx, row)) {
    await inTransactionWhileAllowed(ctx, asked, within);
  } else if (row.report.effect === "quarantine" && found?.version.status === "quarantined") {
    await giveBack(ctx, found, { actor, asked, reason: why, within });
  } else if (row.report.effect === "demotion" && found && isDemoted(found.version)) {
    await giveTierBack(ctx, found, { actor, asked, reason: why, within, upTo: "community" });
  } else {
    await inTransactionWhileAllowed(ctx, asked, within);
  }
  return viewReport(ctx, input.id);
}

/** Whether another upheld case did the same to the version. */
async function standsOtherwise(ctx: Ctx, { report }: ReportRow): Promise<boolean> {
  const { id, effect, effectVersionId: versionId } = report;
  if (effect === null || versionId === null) return true;
  const same = and(eq(reports.effectVersionId, versionId), eq(reports.effect, effect), eq(reports.status, "upheld"));
  const stands = or(isNull(reports.appealStatus), ne(reports.appealStatus, "granted"));
  return (await ctx.db.$count(reports, and(ne(reports.id, id), same, stands))) > 0;
}

/** Rejects an appeal: the decision stands. @throws RegistryError as `grantAppeal` */
export async function rejectAppeal(ctx: Ctx, input: Decision): Promise<ReportView> {
  ensureMayAtAll(ctx, "rejectAppeal");
  const row = await ensureReport(ctx.db, input.id);
  const asked = { action: "rejectAppeal", target: targetOf(row) } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  ensurePending(row);
  const reason = plainWords(input.reason, "reason");
  const within = (tx: Db) => decide(ctx, tx, { row, actor, status: "rejected", reason });
  await inTransactionWhileAllowed(ctx, asked, within);
  return viewReport(ctx, input.id);
}

const targetOf = (row: ReportRow) => ({ publisher: row.publisher, skill: row.name, involved: inAppeal(row) });

const NOT_PENDING = "No appeal is pending in this case.";

function ensurePending({ report }: ReportRow): void {
  if (report.appealStatus !== "pending") throw new RegistryError("conflict", NOT_PENDING);
}

async function decide(
  ctx: Ctx,
  tx: Db,
  { row, actor, status, reason }: { row: ReportRow; actor: Person; status: "granted" | "rejected"; reason: string },
): Promise<void> {
  const pending = and(eq(reports.id, row.report.id), eq(reports.appealStatus, "pending"));
  const decided = { appealStatus: status, appealDecidedBy: actor.accountId, appealDecidedAt: ctx.now() };
  const done = await tx
    .update(reports)
    .set({ ...decided, appealReason: reason })
    .where(pending)
    .returning({ id: reports.id });
  if (done.length === 0) throw new RegistryError("conflict", NOT_PENDING);
  await audit(ctx, tx, {
    row,
    actor,
    action: `appeal.${status === "granted" ? "grant" : "reject"}`,
    detail: { reason },
  });
  const { effectVersionId: versionId } = row.report;
  if (versionId === null) return;
  const kind = status === "granted" ? "appeal-granted" : "appeal-rejected";
  const target = `${row.name} ${row.movedVersion ?? ""}`.trim();
  const text = `The appeal against the upheld report of ${target} was ${status}: ${reason}`;
  await notify(tx, { publisherId: row.publisherId, versionId, kind, text });
  await notifyAccount(tx, { handle: row.reporter, versionId, kind, text });
}

async function audit(
  ctx: Ctx,
  tx: Db,
  input: { row: ReportRow; actor: Person; action: string; detail: Record<string, unknown> },
): Promise<void> {
  const { row, actor, action, detail } = input;
  const version = row.movedVersion ?? row.version;
  await appendAudit(tx, {
    actor: actor.handle,
    action,
    target: version === null ? `skill:${row.name}` : `skill:${row.name}@${version}`,
    detail: { report: row.report.id, ...detail },
    requestId: ctx.requestId,
  });
}
