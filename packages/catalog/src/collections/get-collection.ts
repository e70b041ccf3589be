import { collections, collectionSkills, type Db, publishers, skills } from "@gaia/db";
import { type CollectionVisibility, reachOf } from "@gaia/policy";
import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../kernel/context.ts";
import { ensurePublisher } from "../kernel/ensure-publisher.ts";
import { RegistryError } from "../kernel/errors.ts";
import { knownSkills } from "./known-skills.ts";

/** A collection as it is shown to somebody: without the skills that they may not see. */
export interface CollectionView {
  publisher: string;
  name: string;
  title: string;
  visibility: CollectionVisibility;
  /** Names, in its order. */
  skills: string[];
}

/** @throws RegistryError `not_found`, also for one of the members of a publisher that the caller does not belong to */
export async function getCollection(ctx: ReadCtx, input: { publisher: string; name: string }): Promise<CollectionView> {
  const view = await viewCollection(ctx.db, ctx.actor, input);
  if (view) return view;
  throw new RegistryError("not_found", `There is no collection ${input.publisher}/${input.name} here.`);
}

/** The same as this actor is shown it; null: it is not there for them. */
export async function viewCollection(
  db: Db,
  actor: ReadCtx["actor"],
  input: { publisher: string; name: string },
): Promise<CollectionView | null> {
  const isNamed = and(eq(publishers.handle, input.publisher), eq(collections.name, input.name));
  const [found] = await db
    .select({ id: collections.id, title: collections.title, visibility: collections.visibility })
    .from(collections)
    .innerJoin(publishers, eq(publishers.id, collections.publisherId))
    .where(and(isNamed, shownTo(actor)));
  if (!found) return null;
  const members = db
    .select({ id: collectionSkills.skillId })
    .from(collectionSkills)
    .where(eq(collectionSkills.collectionId, found.id));
  const known = await knownSkills(db, actor, inArray(skills.id, members));
  const ordered = await db
    .select({ name: skills.name })
    .from(collectionSkills)
    .innerJoin(skills, eq(skills.id, collectionSkills.skillId))
    .where(eq(collectionSkills.collectionId, found.id))
    .orderBy(asc(collectionSkills.place));
  const { title, visibility } = found;
  return { ...input, title, visibility, skills: ordered.map(({ name }) => name).filter((name) => known.has(name)) };
}

/** The collections of a publisher that this caller may see, by name. @throws RegistryError `not_found` */
export async function listCollections(ctx: ReadCtx, input: { handle: string }) {
  const { id, handle } = await ensurePublisher(ctx, input.handle);
  const { name, title, visibility } = collections;
  const rows = await ctx.db
    .select({ name, title, visibility })
    .from(collections)
    .where(and(eq(collections.publisherId, id), shownTo(ctx.actor)))
    .orderBy(asc(name));
  return { items: rows.map((row) => ({ publisher: handle, ...row })) };
}

/** The condition of collections that an actor may see. A token for some names of skills sees public ones alone: others speak of more. */
function shownTo(actor: ReadCtx["actor"]): SQL | undefined {
  const { everybodys, member, namePatterns } = reachOf(actor);
  const isPublic = eq(collections.visibility, "public");
  if (!namePatterns.includes("*")) return isPublic;
  if (everybodys) return sql`true`;
  return member.length === 0 ? isPublic : or(isPublic, inArray(collections.publisherId, [...member]));
}
