import { readable, RegistryError } from "@gaia/catalog";
import { type Db, skills, trustedPublishers } from "@gaia/db";
import { type Publishing, type Staging, refusePublishing } from "@gaia/policy";
import { and, eq, isNull, ne, not } from "drizzle-orm";
import type { Ctx, PublishingActor } from "../kernel/context.ts";
import { isBareName } from "./free-name.ts";
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
    .where(and(eq(skills.name, name), readable(ctx, isStaged ? "stageSkill" : "publishSkill"), not(isBareName())));
  if (skill) ensureMayPublishSo(skill, actor, isStaged);
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
