import { publishers, skills, versions } from "@gaia/db";
import { type Action, type ActorOf, refusalOf, showTo, viewerOf } from "@gaia/policy";
import { and, eq } from "drizzle-orm";
import type { ReadCtx } from "./context.ts";
import { RegistryError } from "./errors.ts";
import { type FoundVersion, subjectOf } from "./find-version.ts";
import { isLive } from "./is-live.ts";
import { ensureMayAtAll } from "./may.ts";
import { readable } from "./readable.ts";

/** A skill and whose it is. */
export type FoundSkill = Pick<FoundVersion, "skill" | "publisher">;

/**
 * The rows of a skill of which this actor may know that it is there, to read it or to do `action` to it: one of its versions is shown
 * to it, or said to be withheld.
 * @throws RegistryError `not_found`, `purged` when nothing of it is left
 */
export async function ensureVisibleSkill(ctx: ReadCtx, name: string, action?: Action): Promise<FoundSkill> {
  const rows = await ctx.db
    .selectDistinct({ skill: skills, publisher: publishers, status: versions.status })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .innerJoin(versions, eq(versions.skillId, skills.id))
    .where(and(eq(skills.name, name), readable(ctx, action)));
  const [found] = rows;
  const answers = found ? rows.map(({ status }) => showTo(status, viewerOf(ctx.actor, subjectOf(found)))) : [];
  if (found && answers.some((answer) => answer === 200 || answer === 403)) return found;
  if (answers.includes(410)) throw new RegistryError("purged", `${name} was purged.`);
  throw new RegistryError("not_found", `There is no skill ${name} here.`);
}

/**
 * The rows of a skill that this actor may do this to.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, and as `ensureVisibleSkill`
 */
export async function ensureMayOnSkill<A extends Action>(
  ctx: ReadCtx,
  action: A,
  name: string,
): Promise<{ actor: ActorOf<A>; found: FoundSkill }> {
  ensureMayAtAll(ctx, action);
  const found = await ensureVisibleSkill(ctx, name, action);
  return { actor: ensureMayAtAll(ctx, action, subjectOf(found)), found };
}

/**
 * The rows of a name that this actor may do this to, whatever is left of its versions. To an actor that may not, one under which nothing is
 * live (yet) is not there.
 * @throws RegistryError `unauthorized`, `forbidden`, `second_factor_required`, `not_found`
 */
export async function ensureMayOnName<A extends Action>(
  ctx: ReadCtx,
  action: A,
  name: string,
): Promise<{ actor: ActorOf<A> } & FoundSkill> {
  ensureMayAtAll(ctx, action, { skill: name });
  const [found] = await ctx.db
    .select({ skill: skills, publisher: publishers })
    .from(skills)
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .where(and(eq(skills.name, name), readable(ctx, action)));
  const isRefused = found !== undefined && refusalOf(action, ctx.actor, subjectOf(found)) !== null;
  const isMember =
    ctx.actor !== null &&
    "publishers" in ctx.actor &&
    ctx.actor.publishers.some(({ id }) => id === found?.publisher.id);
  if (!found || (isRefused && !isMember && !(await isLive(ctx.db, found.skill.id)))) {
    throw new RegistryError("not_found", `There is no skill ${name} here.`);
  }
  return { actor: ensureMayAtAll(ctx, action, subjectOf(found)), ...found };
}
