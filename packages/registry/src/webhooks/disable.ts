import { accounts, appendAudit, type Db, publishers, webhookDeliveries, webhooks } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../kernel/notify.ts";
import { detailOf, type HookRow, originOf } from "./hook-rows.ts";

/** Ends a hook until somebody enables it, with what waits for it, and tells its owner; part of the transaction that found out why. */
export async function disableHook(ctx: Ctx, tx: Db, hook: HookRow, why: string): Promise<void> {
  const now = ctx.now();
  const isActive = and(eq(webhooks.id, hook.id), eq(webhooks.state, "active"));
  const disabled = await tx
    .update(webhooks)
    .set({ state: "disabled", disabledAt: now, disabledWhy: why })
    .where(isActive)
    .returning({ id: webhooks.id });
  if (disabled.length === 0) return;
  await tx
    .update(webhookDeliveries)
    .set({ state: "failed", why: "its webhook was disabled", nextAt: null, finishedAt: now })
    .where(and(eq(webhookDeliveries.webhookId, hook.id), eq(webhookDeliveries.state, "waiting")));
  const own = await publisherOf(tx, hook);
  const detail = {
    ...detailOf({ publisher: null }, hook),
    ...(hook.publisherId !== null && { publisher: own?.handle }),
  };
  await appendAudit(tx, {
    actor: "registry",
    action: "webhook.disable",
    target: `webhook:${hook.id}`,
    detail: { ...detail, why },
  });
  if (own === null) return;
  const whose = hook.publisherId === null ? "A webhook of the registry" : `A webhook of ${own.handle}`;
  const text = `${whose} to ${originOf(hook.address)} was disabled: ${why}. Enable it when its receiver answers again.`;
  await notify(tx, { publisherId: own.id, versionId: null, kind: "webhook-disabled", text });
}

/** Whose notices tell of it; of a registry's hook the own publisher of its account, which every account has. */
export async function publisherOf(
  tx: Db,
  hook: Pick<HookRow, "publisherId" | "createdBy">,
): Promise<{ id: number; handle: string } | null> {
  const columns = { id: publishers.id, handle: publishers.handle };
  const found =
    hook.publisherId === null
      ? await tx
          .select(columns)
          .from(publishers)
          .innerJoin(accounts, eq(accounts.handle, publishers.handle))
          .where(eq(accounts.id, hook.createdBy))
      : await tx.select(columns).from(publishers).where(eq(publishers.id, hook.publisherId));
  return found[0] ?? null;
}
