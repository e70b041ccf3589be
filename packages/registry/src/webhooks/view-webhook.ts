import { ensureMay, ensureMayFor, readCursor, writeCursor } from "@gaia/catalog";
import { accounts, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from "@gaia/db";
import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { webhookId } from "./deliver.ts";
import { MOST_TRIES_KEPT } from "./waits.ts";
import { areOf, ensureHook, ofPublisher, ofRegistry, type Holder, type OfHooks } from "./hook-rows.ts";

const select = (ctx: Ctx) =>
  ctx.db
    .select({ hook: webhooks, createdBy: accounts.handle })
    .from(webhooks)
    .innerJoin(accounts, eq(accounts.id, webhooks.createdBy))
    .$dynamic();

/** `Webhook` of the API. Its secret is shown when it is made, by the verb that makes it. */
function toWebhook(ctx: Ctx, { hook, createdBy }: Awaited<ReturnType<typeof select>>[number]) {
  const isFormerGood = hook.formerUntil !== null && hook.formerUntil > ctx.now();
  return {
    id: hook.id,
    address: hook.address,
    events: hook.events,
    state: hook.state,
    disabled_at: hook.disabledAt?.toISOString() ?? null,
    disabled_why: hook.disabledWhy,
    failing_since: hook.failingSince?.toISOString() ?? null,
    former_secret_until: isFormerGood ? (hook.formerUntil?.toISOString() ?? null) : null,
    created_by: createdBy,
    created_at: hook.createdAt.toISOString(),
  };
}

export type WebhookView = ReturnType<typeof toWebhook>;

/** @throws RegistryError `not_found` */
export async function viewHook(ctx: Ctx, holder: Holder, id: string): Promise<WebhookView> {
  await ensureHook(ctx.db, holder, id);
  const [row] = await select(ctx).where(eq(webhooks.id, id));
  if (!row) throw new Error("a webhook vanished");
  return toWebhook(ctx, row);
}

/** A publisher's webhooks, or the registry's, oldest first. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function listWebhooks(ctx: Ctx, of: OfHooks): Promise<{ webhooks: WebhookView[] }> {
  const holder =
    of.publisher === null
      ? ofRegistry("listRegistryWebhooks", ensureMay(ctx, "listRegistryWebhooks"))
      : ofPublisher("listWebhooks", await ensureMayFor(ctx, "listWebhooks", { handle: of.publisher }));
  const rows = await select(ctx).where(areOf(holder)).orderBy(asc(webhooks.createdAt), asc(webhooks.id));
  return { webhooks: rows.map((row) => toWebhook(ctx, row)) };
}

type Row = Awaited<ReturnType<typeof selectDeliveries>>[number];

const selectDeliveries = (ctx: Ctx) =>
  ctx.db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .$dynamic();

type Attempt = typeof webhookAttempts.$inferSelect;

/** `WebhookDelivery` of the API: what was sent, and what was answered to each try. */
const toDelivery = ({ delivery, event }: Row, attempts: Attempt[]) => ({
  id: delivery.id,
  webhook_id: webhookId(delivery.eventId),
  type: event.type ?? "",
  body: event.body ?? "",
  state: delivery.state,
  why: delivery.why,
  next_at: delivery.nextAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
  attempts: attempts
    .filter(({ deliveryId }) => deliveryId === delivery.id)
    .map(({ at, status, answer, error, durationMs }) => ({
      at: at.toISOString(),
      status,
      answer,
      error,
      duration_ms: durationMs,
    })),
});

export type DeliveryView = ReturnType<typeof toDelivery>;

async function withAttempts(ctx: Ctx, rows: Row[]): Promise<DeliveryView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ delivery }) => delivery.id);
  const ranked = ctx.db
    .select({
      ...getTableColumns(webhookAttempts),
      fromLast: sql<number>`row_number() OVER (PARTITION BY ${webhookAttempts.deliveryId}
        ORDER BY ${webhookAttempts.id} DESC)`.as("from_last"),
    })
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, ids))
    .as("ranked");
  const attempts = await ctx.db
    .select()
    .from(ranked)
    .where(lte(ranked.fromLast, MOST_TRIES_KEPT))
    .orderBy(asc(ranked.id));
  return rows.map((row) => toDelivery(row, attempts));
}

/** The delivery of a hook with this id; the caller has asked whether it is the holder's. */
export async function viewDelivery(ctx: Ctx, id: string): Promise<DeliveryView> {
  const [view] = await withAttempts(ctx, await selectDeliveries(ctx).where(eq(webhookDeliveries.id, id)));
  if (!view) throw new Error("a delivery vanished");
  return view;
}

/**
 * What a webhook was sent in the last 30 days, and what was answered, newest first.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `invalid_request` for a cursor that is not ours
 */
export async function listWebhookDeliveries(
  ctx: Ctx,
  { id, limit, cursor, ...of }: OfHooks & { id: string; limit: number; cursor: string | null },
): Promise<{ items: DeliveryView[]; next_cursor: string | null }> {
  const holder =
    of.publisher === null
      ? ofRegistry("listRegistryWebhookDeliveries", ensureMay(ctx, "listRegistryWebhookDeliveries"))
      : ofPublisher(
          "listWebhookDeliveries",
          await ensureMayFor(ctx, "listWebhookDeliveries", { handle: of.publisher }),
        );
  await ensureHook(ctx.db, holder, id);
  const [at, after] = readCursor(cursor, "webhook deliveries", ["date", "uuid"]) ?? [];
  const isAfter =
    at instanceof Date && typeof after === "string"
      ? or(
          lt(webhookDeliveries.createdAt, at),
          and(eq(webhookDeliveries.createdAt, at), lt(webhookDeliveries.id, after)),
        )
      : undefined;
  const rows = await selectDeliveries(ctx)
    .where(and(eq(webhookDeliveries.webhookId, id), isAfter))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.delivery : undefined;
  return {
    items: await withAttempts(ctx, page),
    next_cursor: last ? writeCursor("webhook deliveries", [last.createdAt, last.id]) : null,
  };
}
