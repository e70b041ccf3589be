import { createHash } from "node:crypto";
import { type CollectionView, ensureMayFor, knownSkills, RegistryError, viewCollection } from "@gaia/catalog";
import { collections, collectionSkills, type Db, publishers, skills } from "@gaia/db";
import { writeDecision } from "@gaia/decisions";
import type { CollectionVisibility } from "@gaia/policy";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { newSalt } from "../kernel/salt.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

const MOST_SKILLS = 50;
const MOST_OF_A_PUBLISHER = 100;

export interface NewCollection {
  publisher: string;
  name: string;
  title: string;
  /** Undefined: as it is; of a new one `public`. */
  visibility: CollectionVisibility | undefined;
  /** Names, each once, 50 at most, in their order. */
  skills: readonly string[];
  /** Whether the collection, as this caller is shown it (null: it is not there), is the one that they mean to change. */
  isExpected(now: CollectionView | null): boolean;
}

/**
 * Makes a collection, or puts this in the place of what it was. Skills in it that the caller may not see stay, behind those that are named.
 * @throws RegistryError `unauthorized`, `forbidden`, `invalid_request` for a skill that is not there for the caller, `conflict` when it is
 * not the expected one, or the publisher has too many
 */
export async function putCollection(ctx: Ctx, input: NewCollection): Promise<{ view: CollectionView; isNew: boolean }> {
  const { name, title } = input;
  const { actor, publisher } = await ensureMayFor(ctx, "putCollection", { handle: input.publisher });
  const asked = { action: "putCollection", target: { publisher: publisher.handle } } as const;
  const named = { publisher: publisher.handle, name };
  return inTransactionWhileAllowed(ctx, asked, async (tx) => {
    await lockPublisher(tx, publisher.id);
    const before = await viewCollection(tx, ctx.actor, named);
    if (!input.isExpected(before))
      throw new RegistryError("conflict", "The collection is another one by now: read it again, then change that.");
    const known = await knownSkills(tx, ctx.actor, inArray(skills.name, [...input.skills, ""]));
    const unknown = input.skills.find((skill) => !known.has(skill));
    if (unknown !== undefined) throw new RegistryError("invalid_request", `There is no skill ${unknown} here.`);
    const [row] = await tx
      .select()
      .from(collections)
      .where(and(eq(collections.publisherId, publisher.id), eq(collections.name, name)));
    const visibility = input.visibility ?? row?.visibility ?? "public";
    const view: CollectionView = { ...named, title, visibility, skills: [...input.skills] };
    if (row && JSON.stringify(before) === JSON.stringify(view)) return { view, isNew: false };
    if (!row) await ensureRoom(tx, publisher);
    // A salt opens what it hid; it is never used for something else.
    const salt = visibility === "public" ? null : (row?.salt ?? newSalt());
    const id =
      row?.id ?? (await insert(tx, { publisherId: publisher.id, name, title, visibility, salt, at: ctx.now() }));
    if (row) await tx.update(collections).set({ title, visibility, salt }).where(eq(collections.id, id));
    await setSkills(tx, { id, before, named: input.skills.map((skill) => known.get(skill) ?? 0) });
    const change = row ? "changed" : "created";
    await say(ctx, tx, { ...named, change, by: actor.handle, detail: { from: before, to: view } });
    return { view, isNew: !row };
  });
}

/** @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function deleteCollection(ctx: Ctx, input: { publisher: string; name: string }): Promise<void> {
  const { name } = input;
  const { actor, publisher } = await ensureMayFor(ctx, "deleteCollection", { handle: input.publisher });
  const asked = { action: "deleteCollection", target: { publisher: publisher.handle } } as const;
  const named = { publisher: publisher.handle, name };
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    await lockPublisher(tx, publisher.id);
    const before = await viewCollection(tx, ctx.actor, named);
    const isThis = and(eq(collections.publisherId, publisher.id), eq(collections.name, name));
    const [row] = await tx.select({ id: collections.id }).from(collections).where(isThis);
    if (!row) throw new RegistryError("not_found", `There is no collection ${publisher.handle}/${name} here.`);
    // While its salt is there.
    await say(ctx, tx, { ...named, change: "deleted", by: actor.handle, detail: { from: before } });
    await tx.delete(collections).where(isThis);
  });
}

/** One after the other for a publisher, so that of two changes at once the later one is whole. */
const lockPublisher = (tx: Db, id: number) =>
  tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.id, id)).for("no key update");

async function ensureRoom(tx: Db, publisher: { id: number; handle: string }): Promise<void> {
  const count = await tx.$count(collections, eq(collections.publisherId, publisher.id));
  if (count < MOST_OF_A_PUBLISHER) return;
  throw new RegistryError("conflict", `${publisher.handle} has ${count} collections; more are too many.`);
}

async function insert(
  tx: Db,
  { at, ...values }: Omit<typeof collections.$inferInsert, "createdAt"> & { at: Date },
): Promise<number> {
  const [made] = await tx
    .insert(collections)
    .values({ ...values, createdAt: at })
    .returning({ id: collections.id });
  if (!made) throw new Error("insert returned no row");
  return made.id;
}

/** Those that were named, and behind them, as far as there is room, those which the caller was not shown. */
async function setSkills(
  tx: Db,
  { id, before, named }: { id: number; before: CollectionView | null; named: readonly number[] },
): Promise<void> {
  const isOf = eq(collectionSkills.collectionId, id);
  const kept = await tx
    .select({ skillId: collectionSkills.skillId, name: skills.name })
    .from(collectionSkills)
    .innerJoin(skills, eq(skills.id, collectionSkills.skillId))
    .where(isOf)
    .orderBy(asc(collectionSkills.place));
  const unseen = kept.filter(({ name }) => before?.skills.includes(name) !== true).map(({ skillId }) => skillId);
  const all = [...new Set([...named, ...unseen])].slice(0, MOST_SKILLS);
  await tx.delete(collectionSkills).where(isOf);
  if (all.length > 0)
    await tx.insert(collectionSkills).values(all.map((skillId, place) => ({ collectionId: id, place, skillId })));
}

/** The leaf, which has the digest of what anybody is shown, and the audit row. */
async function say(
  ctx: Ctx,
  tx: Db,
  input: { publisher: string; name: string; change: string; by: string; detail: Record<string, unknown> },
): Promise<void> {
  const { publisher, name: collection, change, by, detail } = input;
  const shown = await viewCollection(tx, null, { publisher, name: collection });
  const content =
    shown &&
    `sha256:${createHash("sha256")
      .update([shown.title, ...shown.skills, ""].join("\n"))
      .digest("hex")}`;
  const fields = { publisher, collection, change, by, ...(content !== null && change !== "deleted" && { content }) };
  await writeDecision(tx, {
    leaves: [{ kind: "collection", at: ctx.now(), fields }],
    audit: {
      actor: by,
      action: change === "deleted" ? "collection.delete" : "collection.put",
      target: `collection:${publisher}/${collection}`,
      detail,
      requestId: ctx.requestId,
    },
  });
}
