import {
  auditLog,
  type Db,
  describeError,
  inTransaction,
  publishers,
  skills,
  versions,
  webhookDeliveries,
  webhookEvents,
  webhooks,
} from "@gaia/db";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { bodyOf, eventsOf, subjectOfTarget, type ToldDecision, type ToldFacts } from "./event-body.ts";
import type { HookRow } from "./hook-rows.ts";
import { isToldOf, standingOfHook } from "./standing-of-hook.ts";

/** So many deliveries wait for a hook; of what comes then it says that it was dropped. */
export const MOST_WAITING = 1_000;

const BATCH = 100;

/** Gives events that nobody was told of to the hooks that may know of them. @returns how many events there were */
export async function fanOutEvents(ctx: Ctx): Promise<number> {
  const untold = await ctx.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(isNull(webhookEvents.toldAt))
    .orderBy(asc(webhookEvents.at))
    .limit(BATCH);
  for (const { id } of untold) await fanOutAlone(ctx, id);
  return untold.length;
}

/** One that cannot be fanned out waits for the next turn, and holds up none of those behind it. */
async function fanOutAlone(ctx: Ctx, id: string): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => fanOut(ctx, tx, id));
  } catch (error) {
    ctx.warn("webhook_event_failed", { event_id: id, error: describeError(error) });
  }
}

async function fanOut(ctx: Ctx, tx: Db, id: string): Promise<void> {
  // Another worker has it, or had it.
  const [row] = await tx
    .select({ event: webhookEvents, audit: auditLog })
    .from(webhookEvents)
    .innerJoin(auditLog, eq(auditLog.id, webhookEvents.auditId))
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.toldAt)))
    .for("update", { of: webhookEvents, skipLocked: true });
  if (!row) return;
  const { audit } = row;
  const told = eventsOf(audit);
  const about = await factsOf(tx, audit);
  const now = ctx.now();
  if (about === null || told.length === 0) {
    await tx.update(webhookEvents).set({ toldAt: now }).where(eq(webhookEvents.id, id));
    return;
  }
  const { skillId } = about;
  for (const [position, event] of told.entries()) {
    const body = bodyOf(event, { decision: audit, facts: about, publicUrl: ctx.publicUrl });
    const values = { type: event.type, skillId, body, toldAt: now };
    const eventId = position === 0 ? id : crypto.randomUUID();
    if (position === 0) await tx.update(webhookEvents).set(values).where(eq(webhookEvents.id, id));
    else await tx.insert(webhookEvents).values({ id: eventId, auditId: audit.id, at: audit.at, ...values });
    await deliverTo(ctx, tx, { eventId, type: event.type, skillId, publisherId: about.publisherId });
  }
}

async function deliverTo(
  ctx: Ctx,
  tx: Db,
  { eventId, type, skillId, publisherId }: { eventId: string; type: string; skillId: number; publisherId: number },
): Promise<void> {
  const wants = and(
    eq(webhooks.state, "active"),
    sql`${type} = ANY(${webhooks.events})`,
    or(isNull(webhooks.publisherId), eq(webhooks.publisherId, publisherId)),
  );
  for (const hook of await tx.select().from(webhooks).where(wants)) {
    const { actor, why } = await standingOfHook(tx, hook);
    // What lost its right is disabled when it comes to sending.
    if (why !== null || !(await isToldOf(tx, { hook, actor }, { skillId, type }))) continue;
    await addDelivery(ctx, tx, { hook, eventId });
  }
}

/** One delivery, at once. */
export async function addDelivery(
  ctx: Ctx,
  tx: Db,
  { hook, eventId }: { hook: HookRow; eventId: string },
): Promise<void> {
  const now = ctx.now();
  const isWaiting = and(eq(webhookDeliveries.webhookId, hook.id), eq(webhookDeliveries.state, "waiting"));
  const isFull = (await tx.$count(webhookDeliveries, isWaiting)) >= MOST_WAITING;
  const base = { webhookId: hook.id, eventId, createdAt: now };
  const dropped = { state: "dropped", why: `${MOST_WAITING} deliveries waited already`, finishedAt: now } as const;
  await tx
    .insert(webhookDeliveries)
    .values({ ...base, ...(isFull ? dropped : { state: "waiting" as const, nextAt: now }) })
    .onConflictDoNothing();
}

/** What the rows say of it by now; null: there is no such skill any more. */
async function factsOf(
  tx: Db,
  { target }: ToldDecision,
): Promise<(ToldFacts & { skillId: number; publisherId: number }) | null> {
  const subject = subjectOfTarget(target);
  if (subject === null) return null;
  const [row] = await tx
    .select({ skill: skills, publisher: publishers.handle, version: versions })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(versions, and(eq(versions.skillId, skills.id), eq(versions.version, subject.version ?? "")))
    .where(eq(skills.name, subject.name));
  if (!row) return null;
  const { skill, publisher, version } = row;
  return {
    skillId: skill.id,
    publisherId: skill.publisherId,
    publisher,
    visibility: skill.visibility,
    state: version?.status ?? null,
    tier: version?.tier ?? null,
    verdict: version?.verdict ?? null,
  };
}
