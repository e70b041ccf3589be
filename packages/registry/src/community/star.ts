import { ensureMayOnSkill, type FoundSkill, subjectOf } from "@gaia/catalog";
import { appendAudit, type Db, skills, stars } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/** The stars of a skill, and whether this call changed something. */
export interface Starred {
  stars: number;
  changed: boolean;
}

/** Gives a skill the account's star; again changes nothing. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function starSkill(ctx: Ctx, input: { name: string }): Promise<Starred> {
  const { actor, found } = await ensureMayOnSkill(ctx, "starSkill", input.name);
  return inTransactionWhileAllowed(ctx, { action: "starSkill", target: subjectOf(found) }, async (tx) => {
    const row = { skillId: found.skill.id, accountId: actor.accountId, createdAt: ctx.now() };
    const given = await tx.insert(stars).values(row).onConflictDoNothing().returning({ id: stars.skillId });
    return settled(ctx, tx, { actor, found, action: "star.add", changed: given.length > 0 });
  });
}

/** Takes it back; without one it changes nothing. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function unstarSkill(ctx: Ctx, input: { name: string }): Promise<Starred> {
  const { actor, found } = await ensureMayOnSkill(ctx, "unstarSkill", input.name);
  return inTransactionWhileAllowed(ctx, { action: "unstarSkill", target: subjectOf(found) }, async (tx) => {
    const mine = and(eq(stars.skillId, found.skill.id), eq(stars.accountId, actor.accountId));
    const taken = await tx.delete(stars).where(mine).returning({ id: stars.skillId });
    return settled(ctx, tx, { actor, found, action: "star.remove", changed: taken.length > 0 });
  });
}

interface Change {
  actor: Person;
  found: FoundSkill;
  action: "star.add" | "star.remove";
  changed: boolean;
}

async function settled(ctx: Ctx, tx: Db, { actor, found, action, changed }: Change): Promise<Starred> {
  const target = `skill:${found.skill.name}`;
  if (changed) await appendAudit(tx, { actor: actor.handle, action, target, detail: {}, requestId: ctx.requestId });
  const [counted] = await tx.select({ stars: skills.stars }).from(skills).where(eq(skills.id, found.skill.id));
  return { stars: counted?.stars ?? 0, changed };
}
