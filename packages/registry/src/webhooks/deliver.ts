import { inTransaction, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from "@gaia/db";
import { WEBHOOK_TEST } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { type HookLease, holdsLease, nextDue, returnHook } from "./claim.ts";
import { disableHook } from "./disable.ts";
import type { HookRow } from "./hook-rows.ts";
import { signedHeaders } from "./signature.ts";
import { isToldOf, standingOfHook } from "./standing-of-hook.ts";
import { FAILING_MS, waitAfter } from "./waits.ts";

/** So long one hook is sent for in one go; then others have their turn. */
const SLICE_MS = 30_000;

/** Gone (RFC 9110, 15.5.11): the receiver wants no more. */
const GONE = 410;

type Delivery = NonNullable<Awaited<ReturnType<typeof nextDue>>>;

/** What came of one try. */
interface Tried {
  at: Date;
  status: number | null;
  answer: string | null;
  error: string | null;
  durationMs: number;
}

/**
 * Sends what is due for a hook, one delivery after the other, and gives its lease back. What was sent before a process ended and not
 * written down is sent again with the same id.
 * @returns how many tries were made
 */
export async function deliverFor(ctx: Ctx, lease: HookLease, abort: AbortSignal): Promise<number> {
  const ends = performance.now() + SLICE_MS;
  let tries = 0;
  try {
    while (!abort.aborted && performance.now() < ends) {
      const [hook] = await ctx.db.select().from(webhooks).where(holdsLease(lease));
      if (!hook || hook.state !== "active") break;
      const delivery = await nextDue(ctx.db, hook.id, ctx.now());
      if (delivery === null) break;
      if (!(await deliverOne(ctx, { lease, hook, delivery, abort }))) break;
      tries += 1;
    }
  } finally {
    await returnHook(ctx, lease);
  }
  return tries;
}

interface Sending {
  lease: HookLease;
  hook: HookRow;
  delivery: Delivery;
  abort: AbortSignal;
}

/** @returns whether there may be more to send */
async function deliverOne(ctx: Ctx, sending: Sending): Promise<boolean> {
  const { lease, hook, delivery, abort } = sending;
  const { actor, why } = await standingOfHook(ctx.db, hook);
  if (why !== null) {
    await inTransaction(ctx.db, (tx) => disableHook(ctx, tx, hook, `its account has no right to it any more: ${why}`));
    return false;
  }
  const [event] = await ctx.db.select().from(webhookEvents).where(eq(webhookEvents.id, delivery.eventId));
  const { skillId = null, type = null, body = null } = event ?? {};
  const isSeen =
    type === WEBHOOK_TEST ||
    (skillId !== null && (await isToldOf(ctx.db, { hook, actor }, { skillId, type: type ?? "" })));
  if (!isSeen || body === null) {
    const gone = {
      state: "failed",
      why: "its account sees this skill no more",
      nextAt: null,
      finishedAt: ctx.now(),
    } as const;
    await ctx.db.update(webhookDeliveries).set(gone).where(isStill(delivery));
    return true;
  }
  const tried = await send(ctx, { hook, body, eventId: delivery.eventId, abort });
  // Nothing is said of a try that was cut off: it is made again.
  if (tried === null) return false;
  return inTransaction(ctx.db, async (tx) => {
    const [held] = await tx.select().from(webhooks).where(holdsLease(lease)).for("update");
    if (!held) return false;
    await tx.insert(webhookAttempts).values({ deliveryId: delivery.id, ...tried });
    await tx
      .update(webhookDeliveries)
      .set(afterTry(ctx, delivery, tried))
      .where(isStill(delivery));
    if (isTaken(tried)) {
      await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, hook.id));
      return true;
    }
    const failingSince = held.failingSince ?? tried.at;
    await tx.update(webhooks).set({ failingSince }).where(eq(webhooks.id, hook.id));
    const failed = whyDisabled(tried, failingSince);
    if (failed === null) return true;
    await disableHook(ctx, tx, held, failed);
    return false;
  });
}

/** It may have been begun anew meanwhile: then that counts. */
const isStill = ({ id, tries }: Delivery) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, "waiting"), eq(webhookDeliveries.tries, tries));

const isTaken = ({ status }: Tried): boolean => status !== null && status >= 200 && status < 300;

function afterTry(ctx: Ctx, delivery: Delivery, tried: Tried): Partial<Delivery> {
  const tries = delivery.tries + 1;
  if (isTaken(tried)) return { state: "delivered", tries, why: null, nextAt: null, finishedAt: tried.at };
  const wait = waitAfter(tries, Math.random());
  if (wait === null)
    return { state: "failed", tries, why: `${tries} tries failed`, nextAt: null, finishedAt: ctx.now() };
  return { tries, nextAt: new Date(ctx.now().getTime() + wait) };
}

function whyDisabled({ status, at }: Tried, failingSince: Date): string | null {
  if (status === GONE) return "its receiver answered 410: it wants no more";
  return at.getTime() - failingSince.getTime() >= FAILING_MS ? "every try failed for a whole day" : null;
}

async function send(
  ctx: Ctx,
  input: { hook: HookRow; body: string; eventId: string; abort: AbortSignal },
): Promise<Tried | null> {
  const { hook, body, eventId, abort } = input;
  const at = ctx.now();
  const began = performance.now();
  const ended = (came: Pick<Tried, "status" | "answer" | "error">): Tried => ({
    at,
    ...came,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const headers = {
      ...signedHeaders({ id: webhookId(eventId), at, body, secrets: secretsOf(ctx, hook, at) }),
      "content-type": "application/json",
      "user-agent": "gaia-skill-registry-webhooks",
    };
    const { status, answer } = await ctx.webhooks.post(hook.address, { body, headers, abort });
    return ended({ status, answer, error: null });
  } catch (error) {
    if (abort.aborted) return null;
    return ended({ status: null, answer: null, error: error instanceof Error ? error.message : "it was not sent" });
  }
}

/** What receivers know an event by, the same for each try and each hook. */
export const webhookId = (eventId: string): string => `evt_${eventId.replaceAll("-", "")}`;

/** The new one first. */
function secretsOf(ctx: Ctx, hook: HookRow, now: Date): string[] {
  const isFormerGood = hook.formerSecret !== null && hook.formerUntil !== null && hook.formerUntil > now;
  const sealed = [hook.secret, ...(isFormerGood && hook.formerSecret !== null ? [hook.formerSecret] : [])];
  try {
    return sealed.map((each) => ctx.webhooks.unseal(each));
  } catch {
    throw new Error(
      "its secret was sealed with another AUTH_SECRET than the worker has: rotate it, and give each process the same",
    );
  }
}
