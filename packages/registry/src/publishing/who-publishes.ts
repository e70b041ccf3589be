import { type Db, skills, trustedPublishers } from "@gaia/db";
import { type Publishing, type Staging, refusePublishing, workloadOf } from "@gaia/policy";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Ctx, PublishingActor } from "../kernel/context.ts";
import { RegistryError } from "../kernel/errors.ts";
import { readable } from "../kernel/readable.ts";
import { endTrusted } from "../trusted/remove-trusted-publisher.ts";
import { sayTrusted } from "../trusted/say-trusted.ts";

/**
 * Refuses people and their tokens where a skill is published by its trusted publishers alone.
 * @throws RegistryError `forbidden`
 */
export function ensureMayPublishSo(
  skill: { name: string; publishing: Publishing; staging: Staging },
  actor: PublishingActor,
  isStaged: boolean,
): void {
  const refusal = refusePublishing(skill, actor, isStaged);
  if (refusal !== null) throw new RegistryError(refusal.code, refusal.reason);
}

/**
 * The same ahead of the transaction, before anything is stored; of what they may not know of, nothing is said here.
 * @throws as `ensureMayPublishSo`
 */
export async function ensureMayPublishTo(
  ctx: Ctx,
  { name, actor, isStaged }: { name: string; actor: PublishingActor; isStaged: boolean },
): Promise<void> {
  const [skill] = await ctx.db
    .select()
    .from(skills)
    .where(and(eq(skills.name, name), readable(ctx, isStaged ? "stageSkill" : "publishSkill")));
  if (skill) ensureMayPublishSo(skill, actor, isStaged);
}

/** What a workflow is trusted with may have been taken back while its package was read. @throws RegistryError `forbidden` */
export async function ensureStillTrusted(tx: Db, actor: PublishingActor): Promise<void> {
  const workload = workloadOf(actor);
  if (workload === null) return;
  const isLive = and(eq(trustedPublishers.id, workload.trustedPublisherId), isNull(trustedPublishers.removedAt));
  const live = await tx.select({ id: trustedPublishers.id }).from(trustedPublishers).where(isLive).for("share");
  if (live.length === 0) throw new RegistryError("forbidden", `${actor.handle} is no longer trusted with this skill.`);
}

/**
 * A name that somebody published at last: the log may say now who is trusted with it, and what others had waiting for it ends. Of a name
 * that is not public theirs stays, or its end would tell them; it is trusted with nothing, and a transfer ends it.
 */
export async function sayAwaited(
  ctx: Ctx,
  tx: Db,
  about: { name: string; skillId: number; publisher: { id: number; handle: string } },
): Promise<void> {
  const { name, skillId, publisher } = about;
  const isAwaited = and(eq(trustedPublishers.skillName, name), isNull(trustedPublishers.removedAt));
  const rows = await tx
    .select()
    .from(trustedPublishers)
    .where(and(isAwaited, eq(trustedPublishers.publisherId, publisher.id)));
  for (const row of rows) {
    const said = { row, skillId, publisher: publisher.handle, change: "added", by: "registry", at: ctx.now() } as const;
    await sayTrusted(tx, said);
  }
  const [skill] = await tx.select({ visibility: skills.visibility }).from(skills).where(eq(skills.id, skillId));
  if (skill?.visibility !== "public") return;
  const others = and(eq(trustedPublishers.skillName, name), ne(trustedPublishers.publisherId, publisher.id));
  await endTrusted(ctx, tx, others, { why: "published by another", by: "registry" });
}
