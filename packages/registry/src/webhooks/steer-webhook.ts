import { ensureMay, ensureMayFor, RegistryError } from "@gaia/catalog";
import { appendAudit, type Db, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from "@gaia/db";
import { WEBHOOK_TEST } from "@gaia/policy";
import { and, desc, eq, notInArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { addDelivery, MOST_WAITING } from "./fan-out.ts";
import { detailOf, ofPublisher, ofRegistry, type Holder, type HookRow, lockHook, type OfHooks } from "./hook-rows.ts";
import { newSecret } from "./signature.ts";
import { MOST_TRIES_KEPT } from "./waits.ts";
import { type DeliveryView, viewDelivery, viewHook, type WebhookView } from "./view-webhook.ts";

/** So long the secret before a rotation signs as well. */
const FORMER_MS = 86_400_000;

type One = OfHooks & { id: string };

/** Removes a webhook with its log. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function deleteWebhook(ctx: Ctx, { id, ...of }: One): Promise<void> {
  const holder =
    of.publisher === null
      ? ofRegistry("deleteRegistryWebhook", ensureMay(ctx, "deleteRegistryWebhook"))
      : ofPublisher("deleteWebhook", await ensureMayFor(ctx, "deleteWebhook", { handle: of.publisher }));
  await steer(ctx, { holder, id, action: "webhook.remove" }, async (tx) => {
    await tx.delete(webhooks).where(eq(webhooks.id, id));
  });
}

/**
 * Gives it a new secret, which is in this answer alone. The former one signs as well for 24 hours, so that its receiver can change over.
 * @throws RegistryError as `deleteWebhook`, `second_factor_required`
 */
export async function rotateWebhookSecret(ctx: Ctx, { id, ...of }: One): Promise<WebhookView & { secret: string }> {
  const holder =
    of.publisher === null
      ? ofRegistry("rotateRegistryWebhookSecret", ensureMay(ctx, "rotateRegistryWebhookSecret"))
      : ofPublisher("rotateWebhookSecret", await ensureMayFor(ctx, "rotateWebhookSecret", { handle: of.publisher }));
  const secret = newSecret();
  await steer(ctx, { holder, id, action: "webhook.rotate" }, async (tx, hook) => {
    const former = { formerSecret: hook.secret, formerUntil: new Date(ctx.now().getTime() + FORMER_MS) };
    await tx
      .update(webhooks)
      .set({ secret: ctx.webhooks.seal(secret), ...former })
      .where(eq(webhooks.id, id));
  });
  return { ...(await viewHook(ctx, holder, id)), secret };
}

/**
 * Starts one again that was disabled; from now on it acts for the account that asks. What it was not sent meanwhile is redelivered one by
 * one.
 * @throws RegistryError as `rotateWebhookSecret`, `conflict` when it is active
 */
export async function enableWebhook(ctx: Ctx, { id, ...of }: One): Promise<WebhookView> {
  const holder =
    of.publisher === null
      ? ofRegistry("enableRegistryWebhook", ensureMay(ctx, "enableRegistryWebhook"))
      : ofPublisher("enableWebhook", await ensureMayFor(ctx, "enableWebhook", { handle: of.publisher }));
  await steer(ctx, { holder, id, action: "webhook.enable" }, async (tx, hook) => {
    if (hook.state === "active") throw new RegistryError("conflict", "This webhook is active.");
    const began = { state: "active", disabledAt: null, disabledWhy: null, failingSince: null } as const;
    await tx
      .update(webhooks)
      .set({ ...began, createdBy: holder.actor.accountId })
      .where(eq(webhooks.id, id));
  });
  return viewHook(ctx, holder, id);
}

/**
 * Sends it an event that says nothing, to try its receiver out.
 * @throws RegistryError as `deleteWebhook`, `conflict` when it is disabled, or too much waits for it
 */
export async function testWebhook(ctx: Ctx, { id, ...of }: One): Promise<DeliveryView> {
  const holder =
    of.publisher === null
      ? ofRegistry("testRegistryWebhook", ensureMay(ctx, "testRegistryWebhook"))
      : ofPublisher("testWebhook", await ensureMayFor(ctx, "testWebhook", { handle: of.publisher }));
  const now = ctx.now();
  const body = JSON.stringify({ type: WEBHOOK_TEST, timestamp: now.toISOString(), data: { url: ctx.publicUrl } });
  const eventId = crypto.randomUUID();
  await steer(ctx, { holder, id, action: "webhook.test" }, async (tx, hook) => {
    ensureActive(hook);
    await ensureRoom(tx, id);
    await tx.insert(webhookEvents).values({ id: eventId, type: WEBHOOK_TEST, body, at: now, toldAt: now });
    await addDelivery(ctx, tx, { hook, eventId });
  });
  const [row] = await ctx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.eventId, eventId));
  if (!row) throw new RegistryError("not_found", "There is no such webhook.");
  return viewDelivery(ctx, row.id);
}

/**
 * Sends a delivery that has ended once more, with the same id and body, and eight retries of its own.
 * @throws RegistryError as `testWebhook`, `conflict` while it waits
 */
export async function redeliverWebhook(ctx: Ctx, input: One & { delivery: string }): Promise<DeliveryView> {
  const { id, delivery, ...of } = input;
  const holder =
    of.publisher === null
      ? ofRegistry("redeliverRegistryWebhook", ensureMay(ctx, "redeliverRegistryWebhook"))
      : ofPublisher("redeliverWebhook", await ensureMayFor(ctx, "redeliverWebhook", { handle: of.publisher }));
  await steer(ctx, { holder, id, action: "webhook.redeliver", detail: { delivery } }, async (tx, hook) => {
    const isThis = and(eq(webhookDeliveries.id, delivery), eq(webhookDeliveries.webhookId, id));
    const [row] = await tx.select().from(webhookDeliveries).where(isThis).for("update");
    if (!row) throw new RegistryError("not_found", "This webhook has no such delivery.");
    ensureActive(hook);
    if (row.state === "waiting") throw new RegistryError("conflict", "This delivery waits to be sent.");
    await ensureRoom(tx, id);
    const begun = { state: "waiting", why: null, tries: 0, nextAt: ctx.now(), finishedAt: null } as const;
    await tx.update(webhookDeliveries).set(begun).where(isThis);
    // Whoever has one sent again and again fills no table.
    const newest = tx
      .select({ id: webhookAttempts.id })
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, delivery))
      .orderBy(desc(webhookAttempts.id))
      .limit(MOST_TRIES_KEPT);
    await tx
      .delete(webhookAttempts)
      .where(and(eq(webhookAttempts.deliveryId, delivery), notInArray(webhookAttempts.id, newest)));
  });
  return viewDelivery(ctx, delivery);
}

function ensureActive(hook: HookRow): void {
  if (hook.state !== "active") throw new RegistryError("conflict", "This webhook is disabled: enable it first.");
}

async function ensureRoom(tx: Db, id: string): Promise<void> {
  const isWaiting = and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, "waiting"));
  if ((await tx.$count(webhookDeliveries, isWaiting)) >= MOST_WAITING)
    throw new RegistryError("conflict", `${MOST_WAITING} deliveries wait for this webhook.`);
}

async function steer(
  ctx: Ctx,
  { holder, id, action, detail }: { holder: Holder; id: string; action: string; detail?: Record<string, unknown> },
  write: (tx: Db, hook: HookRow) => Promise<void>,
): Promise<void> {
  await inTransactionWhileAllowed(ctx, holder.asked, async (tx) => {
    const hook = await lockHook(tx, holder, id);
    await write(tx, hook);
    await appendAudit(tx, {
      actor: holder.actor.handle,
      action,
      target: `webhook:${id}`,
      detail: { ...detailOf(holder, hook), ...detail },
      requestId: ctx.requestId,
    });
  });
}
