import { ensureMay, ensureVisibleSkill, findVersion, RegistryError, versionNotFound } from "@gaia/catalog";
import { accounts, appendAudit, inTransaction, reports } from "@gaia/db";
import type { ReportKind } from "@gaia/policy";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { holdCaller } from "../kernel/while-allowed.ts";
import { type OwnReportView, viewOwnReport } from "./view-report.ts";

/** So many cases an account opens in a day. */
const REPORTS_A_DAY = 20;
const DAY_MS = 86_400_000;

/**
 * Opens a case about a skill, or one of its versions. Nothing happens to the skill by that, however many report it: an admin looks. The
 * same account
 * reporting the same again, while it is open, gets the case that is there.
 * @returns the case as its reporter sees it, and whether this call opened it
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `purged`, `rate_limited` beyond 20 cases a day
 */
export async function reportSkill(
  ctx: Ctx,
  input: { name: string; version: string | null; kind: ReportKind; text: string },
): Promise<{ created: boolean; report: OwnReportView }> {
  const actor = ensureMay(ctx, "reportSkill");
  const { skill } = await ensureVisibleSkill(ctx, input.name);
  const { version: number } = input;
  const found = number === null ? null : await findVersion(ctx, { name: input.name, version: number });
  // What is only staged is its publisher's alone to know.
  if (number !== null && (found === null || found.version.awaitsApproval))
    throw versionNotFound({ name: input.name, version: number });
  const body = plainWords(input.text, "text");
  const now = ctx.now();
  const versionId = found?.version.id ?? null;
  const same = and(
    eq(reports.reporterId, actor.accountId),
    eq(reports.skillId, skill.id),
    versionId === null ? isNull(reports.versionId) : eq(reports.versionId, versionId),
    eq(reports.kind, input.kind),
    eq(reports.status, "open"),
  );
  const filed = await inTransaction(ctx.db, async (tx) => {
    // Of reports at once each counts those before it.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, actor.accountId)).for("no key update");
    await holdCaller(ctx, tx, { action: "reportSkill", target: {} });
    const [open] = await tx.select({ id: reports.id }).from(reports).where(same).limit(1);
    if (open) return { created: false, id: open.id };
    const since = gt(reports.createdAt, new Date(now.getTime() - DAY_MS));
    if ((await tx.$count(reports, and(eq(reports.reporterId, actor.accountId), since))) >= REPORTS_A_DAY) {
      throw new RegistryError("rate_limited", `An account opens ${REPORTS_A_DAY} cases a day at most.`);
    }
    const values = { skillId: skill.id, versionId, kind: input.kind, body, reporterId: actor.accountId };
    const [row] = await tx
      .insert(reports)
      .values({ ...values, createdAt: now, status: "open" })
      .returning({ id: reports.id });
    if (!row) throw new Error("insert returned no row");
    await appendAudit(tx, {
      actor: actor.handle,
      action: "report.open",
      target: number === null ? `skill:${skill.name}` : `skill:${skill.name}@${number}`,
      detail: { report: row.id, kind: input.kind },
      requestId: ctx.requestId,
    });
    return { created: true, id: row.id };
  });
  return { created: filed.created, report: await viewOwnReport(ctx, filed.id) };
}
