import { ensureMayOnSkill, type FoundSkill, RegistryError, subjectOf } from "@gaia/catalog";
import { accountDownloads, appendAudit, type Db, publishers, reviews, settleReviews, versions } from "@gaia/db";
import { and, desc, eq } from "drizzle-orm";
import type { Ctx, Person } from "../kernel/context.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";
import { type ReviewView, viewReview } from "./list-reviews.ts";

/**
 * Rates a skill, 1 to 5, with words if there are any: of the version that is named, or the one that the account took last. Once for
 * each account
 * and skill; again replaces it, the publisher's answer included. For accounts that took that version while they were signed in, and
 * that do not
 * belong to its publisher.
 * @returns the review, and whether it is the account's first of this skill
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` when an admin removed the account's review
 */
export async function reviewSkill(
  ctx: Ctx,
  input: { name: string; rating: number; text: string | null; version: string | null },
): Promise<{ created: boolean; review: ReviewView }> {
  const { actor, found } = await ensureMayOnSkill(ctx, "reviewSkill", input.name);
  const body = input.text === null || input.text === "" ? null : plainWords(input.text, "text");
  const asked = { action: "reviewSkill", target: subjectOf(found) } as const;
  const written = await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    // As whoever changes its members takes it: one who joins at this moment is a member here, or their review is there to be settled.
    await tx.select({ id: publishers.id }).from(publishers).where(eq(publishers.id, found.publisher.id)).for("share");
    const versionId = await ensureTaken(tx, found, { actor, version: input.version });
    const mine = and(eq(reviews.skillId, found.skill.id), eq(reviews.accountId, actor.accountId));
    const [before] = await tx.select().from(reviews).where(mine).for("update");
    if (before && before.removedAt !== null) {
      throw new RegistryError("conflict", `An admin removed your review of ${input.name}: ${before.removedReason}`);
    }
    const now = ctx.now();
    const words = { versionId, rating: input.rating, body, updatedAt: now };
    const answer = { answer: null, answeredBy: null, answeredAt: null };
    const [row] = await tx
      .insert(reviews)
      .values({ ...words, skillId: found.skill.id, accountId: actor.accountId, createdAt: now })
      .onConflictDoUpdate({ target: [reviews.skillId, reviews.accountId], set: { ...words, ...answer } })
      .returning();
    if (!row) throw new Error("insert returned no row");
    await settleReviews(tx, eq(reviews.id, row.id));
    await audit(ctx, tx, { actor, found, action: "review.write", detail: { review: row.id, rating: row.rating } });
    return { created: before === undefined, id: row.id };
  });
  return { created: written.created, review: await viewReview(ctx, written.id) };
}

/** The version that the account took, this one or its last. @throws RegistryError `forbidden` */
async function ensureTaken(
  tx: Db,
  { skill }: FoundSkill,
  { actor, version }: { actor: Person; version: string | null },
): Promise<number> {
  const [taken] = await tx
    .select({ id: versions.id })
    .from(accountDownloads)
    .innerJoin(versions, eq(versions.id, accountDownloads.versionId))
    .where(
      and(
        eq(accountDownloads.accountId, actor.accountId),
        eq(versions.skillId, skill.id),
        version === null ? undefined : eq(versions.version, version),
      ),
    )
    .orderBy(desc(accountDownloads.firstAt), desc(versions.id))
    .limit(1);
  if (taken) return taken.id;
  const what = version === null ? skill.name : `${skill.name} ${version}`;
  throw new RegistryError("forbidden", `Reviews are for who took the skill: download ${what} while signed in first.`);
}

/** Takes one's own review back, for good. @throws RegistryError `unauthorized`, `forbidden`, `not_found` */
export async function deleteReview(ctx: Ctx, input: { name: string }): Promise<void> {
  const { actor, found } = await ensureMayOnSkill(ctx, "deleteReview", input.name);
  const asked = { action: "deleteReview", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const mine = and(eq(reviews.skillId, found.skill.id), eq(reviews.accountId, actor.accountId));
    const [row] = await tx.select().from(reviews).where(mine).for("update");
    if (!row) throw new RegistryError("not_found", `Your account has no review of ${input.name}.`);
    // What an admin removed stays, unseen: it keeps the account from writing the same again.
    if (row.removedAt !== null) throw new RegistryError("conflict", "An admin removed it already.");
    await tx.delete(reviews).where(eq(reviews.id, row.id));
    await audit(ctx, tx, { actor, found, action: "review.delete", detail: { review: row.id } });
  });
}

interface Audited {
  actor: Person;
  found: FoundSkill;
  action: `review.${string}`;
  detail: Record<string, unknown>;
}

async function audit(ctx: Ctx, tx: Db, { actor, found, action, detail }: Audited): Promise<void> {
  const target = `skill:${found.skill.name}`;
  await appendAudit(tx, { actor: actor.handle, action, target, detail, requestId: ctx.requestId });
}
