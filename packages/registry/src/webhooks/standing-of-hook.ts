import { readable } from "@gaia/catalog";
import { type Db, holdPerson, publishers, skills } from "@gaia/db";
import { ADMINS_EVENTS, refusalOf } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { AccountActor } from "@gaia/policy";
import type { HookRow } from "./hook-rows.ts";

/** As whom a hook asks what it may be told. */
export interface HookStanding {
  actor: AccountActor;
  /** Why its account has no right to it any more; null: it has. */
  why: string | null;
}

/** How the account of a hook stands to it now, by the table of rights: as somebody who sends a test would. */
export async function standingOfHook(db: Db, hook: HookRow): Promise<HookStanding> {
  const actor: AccountActor = { kind: "account", ...(await holdPerson(db, hook.createdBy)) };
  if (hook.publisherId === null) return { actor, why: refusalOf("testRegistryWebhook", actor)?.reason ?? null };
  const [publisher] = await db
    .select({ handle: publishers.handle })
    .from(publishers)
    .where(eq(publishers.id, hook.publisherId));
  const target = { publisher: publisher?.handle ?? "" };
  return { actor, why: refusalOf("testWebhook", actor, target)?.reason ?? null };
}

/** Whether a hook is told of this skill's events: its account sees the skill, which is still its publisher's. */
export async function isToldOf(
  db: Db,
  { hook, actor }: { hook: HookRow; actor: AccountActor },
  { skillId, type }: { skillId: number; type: string },
): Promise<boolean> {
  if (hook.publisherId !== null && ADMINS_EVENTS.some((each) => each === type)) return false;
  const isIts = hook.publisherId === null ? undefined : eq(skills.publisherId, hook.publisherId);
  const seen = await db
    .select({ id: skills.id })
    .from(skills)
    .where(and(eq(skills.id, skillId), isIts, readable({ actor })));
  return seen.length > 0;
}
