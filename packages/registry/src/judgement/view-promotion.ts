import { ensureMay, readCursor, writeCursor } from "@gaia/catalog";
import { accounts, promotions, publishers, skills, versions } from "@gaia/db";
import { refusalOf } from "@gaia/policy";
import { and, asc, eq, gt, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { behindRequest } from "../kernel/account-behind.ts";
import type { Ctx } from "../kernel/context.ts";
import { type AuditCase, auditCases } from "./audit-case.ts";

const requester = alias(accounts, "requester");
const decider = alias(accounts, "decider");

const select = (ctx: Ctx) =>
  ctx.db
    .select({
      promotion: promotions,
      name: skills.name,
      version: versions.version,
      publishedBy: versions.publishedBy,
      publishedVia: versions.publishedVia,
      publisher: publishers.handle,
      requestedBy: requester.handle,
      decidedBy: decider.handle,
    })
    .from(promotions)
    .innerJoin(versions, eq(versions.id, promotions.versionId))
    .innerJoin(skills, eq(skills.id, versions.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(requester, eq(requester.id, promotions.requestedBy))
    .leftJoin(decider, eq(decider.id, promotions.decidedBy))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

/** `Promotion` of docs/openapi.json; `audit` is for whoever decides. */
const toPromotion = ({ promotion, ...row }: Row, open: { audit: AuditCase; cannotDecide: string | null } | null) => ({
  id: promotion.id,
  name: row.name,
  version: row.version,
  publisher: row.publisher,
  from: promotion.fromTier,
  to: promotion.toTier,
  status: promotion.status,
  note: promotion.note,
  requested_by: row.requestedBy,
  requested_at: promotion.requestedAt.toISOString(),
  inspection_id: promotion.inspectionId,
  decided_by: row.decidedBy,
  decided_at: promotion.decidedAt?.toISOString() ?? null,
  reason: promotion.reason,
  audit: open?.audit ?? null,
  ...(open && { cannot_decide: open.cannotDecide }),
});

export type PromotionView = ReturnType<typeof toPromotion>;

export async function viewPromotion(ctx: Ctx, id: string): Promise<PromotionView> {
  const [row] = await select(ctx).where(eq(promotions.id, id));
  if (!row) throw new Error(`no promotion row ${id}`);
  return toPromotion(row, null);
}

/** Audit requests, oldest first. @throws RegistryError `forbidden`, `invalid_request` for a cursor that is not ours */
export async function listPromotions(
  ctx: Ctx,
  input: { status: Row["promotion"]["status"] | null; limit: number; cursor: string | null },
): Promise<{ items: PromotionView[]; next_cursor: string | null }> {
  ensureMay(ctx, "listPromotions");
  const after = readCursor(input.cursor, "promotions", ["date", "uuid"]);
  const [at, id] = after ?? [];
  const rows = await select(ctx)
    .where(
      and(
        input.status ? eq(promotions.status, input.status) : undefined,
        at instanceof Date && typeof id === "string"
          ? or(gt(promotions.requestedAt, at), and(eq(promotions.requestedAt, at), gt(promotions.id, id)))
          : undefined,
      ),
    )
    .orderBy(asc(promotions.requestedAt), asc(promotions.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const open = page.filter(({ promotion }) => promotion.status === "pending").map(({ promotion }) => promotion);
  const cases = await auditCases(ctx.db, open);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  const viewed = page.map(async (row) => {
    const audit = cases.get(row.promotion.id);
    return toPromotion(row, audit ? { audit, cannotDecide: await whyNot(ctx, row) } : null);
  });
  return {
    items: await Promise.all(viewed),
    next_cursor: last ? writeCursor("promotions", [last.promotion.requestedAt, last.promotion.id]) : null,
  };
}

/** As `approvePromotion` asks it. */
async function whyNot(ctx: Ctx, { promotion, publisher, name, ...version }: Row): Promise<string | null> {
  const involved = await behindRequest(ctx.db, { version, requestedBy: promotion.requestedBy });
  return refusalOf("approvePromotion", ctx.actor, { publisher, skill: name, involved })?.reason ?? null;
}
