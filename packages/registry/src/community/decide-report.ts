import {
  ensureMay,
  ensureMayAtAll,
  findVersion,
  type FoundVersion,
  RegistryError,
  versionNotFound,
  type VersionRow,
} from "@gaia/catalog";
import { appendAudit, type Db, reports, versions } from "@gaia/db";
import type { ReportEffect } from "@gaia/policy";
import { and, desc, eq } from "drizzle-orm";
import { takeTier } from "../judgement/demote-version.ts";
import { withhold } from "../judgement/move-version.ts";
import { Overtaken, whileOvertaken } from "../kernel/attest.ts";
import type { Ctx, Person } from "../kernel/context.ts";
import { notify, notifyAccount } from "../kernel/notify.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { ensureReport, inReport, type ReportRow, type ReportView, viewReport } from "./view-report.ts";
import { type Asked, inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * Decides that a report is right: the version loses its tier, or is withheld, in the transaction that closes the case. A version that is so
 * already (held while the case was looked at) stays as it is. The reporter and the publisher are told. By an admin who neither reported it
 * nor belongs to the publisher.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` when it is decided already, or
 *   nothing of it can be done
 */
export async function upholdReport(
  ctx: Ctx,
  input: { id: string; effect: ReportEffect; version: string | null; reason: string },
): Promise<ReportView> {
  ensureMayAtAll(ctx, "upholdReport");
  const row = await ensureReport(ctx.db, input.id);
  const { name, publisher } = row;
  const asked = { action: "upholdReport", target: { publisher, skill: name, involved: inReport(row) } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  ensureOpen(row);
  const reason = plainWords(input.reason, "reason");
  const why = `report upheld: ${reason}`;
  await whileOvertaken(async () => {
    const found = await ensureMeant(ctx, row, input.version);
    const within = (tx: Db) => writeUpheld(ctx, tx, { row, actor, found, effect: input.effect, reason });
    if (input.effect === "quarantine") {
      if (isWithheldByAdmin(found.version)) await whileItIs(ctx, found, { asked, it: isWithheldByAdmin, within });
      else await withhold(ctx, found, { actor, asked, reason: why, within });
    } else if (hasNoTier(found.version)) {
      const keepDown = { demotedReason: why, changedAt: ctx.now() };
      await whileItIs(ctx, found, {
        asked,
        it: hasNoTier,
        // What has no tier to lose gets none, either, until that is taken back.
        async within(tx) {
          await tx.update(versions).set(keepDown).where(eq(versions.id, found.version.id));
          await within(tx);
        },
      });
    } else {
      await takeTier(ctx, found, { actor, asked, tier: "experimental", reason: why, within });
    }
  });
  return viewReport(ctx, input.id);
}

const isWithheldByAdmin = ({ status, quarantinedBy }: VersionRow): boolean =>
  status === "quarantined" && quarantinedBy === "admin";

const hasNoTier = ({ tier, status }: VersionRow): boolean => tier === "experimental" && status !== "purged";

/** One transaction, which holds the version as it was read. @throws Overtaken where it is so no longer */
async function whileItIs(
  ctx: Ctx,
  { version: { id } }: FoundVersion,
  { asked, it, within }: { asked: Asked; it(version: VersionRow): boolean; within(tx: Db): Promise<void> },
): Promise<void> {
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [version] = await tx.select().from(versions).where(eq(versions.id, id)).for("no key update");
    if (!version || !it(version)) throw new Overtaken();
    await within(tx);
  });
}

/**
 * The version that is named, else the one that was reported, else the newest there is. What is only staged is its publisher's alone to
 * know, who may reject it: no case is about it.
 */
async function ensureMeant(ctx: Ctx, row: ReportRow, version: string | null): Promise<FoundVersion> {
  const [newest] = await ctx.db
    .select({ version: versions.version })
    .from(versions)
    .where(and(eq(versions.skillId, row.report.skillId), eq(versions.awaitsApproval, false)))
    .orderBy(desc(versions.sortKey))
    .limit(1);
  const named = { name: row.name, version: version ?? row.version ?? newest?.version ?? "" };
  const found = await findVersion(ctx, named, "upholdReport");
  if (!found || found.version.awaitsApproval) throw versionNotFound(named);
  if (found.version.status === "purged") throw new RegistryError("conflict", `${named.version} was purged already.`);
  return found;
}

async function writeUpheld(
  ctx: Ctx,
  tx: Db,
  input: { row: ReportRow; actor: Person; found: FoundVersion; effect: ReportEffect; reason: string },
): Promise<void> {
  const { row, actor, found, effect, reason } = input;
  const now = ctx.now();
  const decided = { status: "upheld", decidedBy: actor.accountId, decidedAt: now, reason } as const;
  await close(tx, row.report.id, { ...decided, effect, effectVersionId: found.version.id });
  const target = `${row.name} ${found.version.version}`;
  await appendAudit(tx, {
    actor: actor.handle,
    action: "report.uphold",
    target: `skill:${row.name}@${found.version.version}`,
    detail: { report: row.report.id, kind: row.report.kind, effect, reason },
    requestId: ctx.requestId,
  });
  const versionId = found.version.id;
  const did = effect === "quarantine" ? "is withheld" : "has no tier any more";
  const appeal = `You may appeal once: case ${row.report.id}.`;
  const text = `A report (${row.report.kind}) of ${target} was upheld, and it ${did}: ${reason}\n${appeal}`;
  await notify(tx, { publisherId: row.publisherId, versionId, kind: "report-upheld", text });
  const told = `Your report (${row.report.kind}) of ${target} was upheld, and it ${did}: ${reason}`;
  await notifyAccount(tx, { handle: row.reporter, versionId, kind: "report-upheld", text: told });
}

/**
 * Decides that nothing follows from a report. What was withheld while it was looked at is released by itself (`releaseVersion`).
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`, `conflict` when it is decided already
 */
export async function dismissReport(ctx: Ctx, input: { id: string; reason: string }): Promise<ReportView> {
  ensureMayAtAll(ctx, "dismissReport");
  const row = await ensureReport(ctx.db, input.id);
  const { name, publisher } = row;
  const asked = { action: "dismissReport", target: { publisher, skill: name, involved: inReport(row) } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  ensureOpen(row);
  const reason = plainWords(input.reason, "reason");
  const { version } = await ensureMeant(ctx, row, null).catch(() => ({ version: null }));
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const decided = { status: "dismissed", decidedBy: actor.accountId, decidedAt: ctx.now(), reason } as const;
    await close(tx, row.report.id, decided);
    await appendAudit(tx, {
      actor: actor.handle,
      action: "report.dismiss",
      target: row.version === null ? `skill:${name}` : `skill:${name}@${row.version}`,
      detail: { report: row.report.id, kind: row.report.kind, reason },
      requestId: ctx.requestId,
    });
    if (version === null) return;
    const kind = "report-dismissed";
    const about = `report (${row.report.kind}) of ${name}${row.version === null ? "" : ` ${row.version}`}`;
    const mine = {
      handle: row.reporter,
      versionId: version.id,
      kind,
      text: `Your ${about} was dismissed: ${reason}`,
    } as const;
    await notifyAccount(tx, mine);
    const text = `A ${about} was dismissed: ${reason}`;
    await notify(tx, { publisherId: row.publisherId, versionId: version.id, kind, text });
  });
  return viewReport(ctx, input.id);
}

const DECIDED = "This case is decided already.";

function ensureOpen({ report }: ReportRow): void {
  if (report.status !== "open") throw new RegistryError("conflict", DECIDED);
}

/** Of two admins who decide at once, the second one is told. */
async function close(tx: Db, id: string, set: Partial<typeof reports.$inferInsert>): Promise<void> {
  const open = and(eq(reports.id, id), eq(reports.status, "open"));
  const closed = await tx.update(reports).set(set).where(open).returning({ id: reports.id });
  if (closed.length === 0) throw new RegistryError("conflict", DECIDED);
}
