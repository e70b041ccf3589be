import { ensureMay, ensureMayAtAll, ensureMayOnSkill, RegistryError, subjectOf } from "@gaia/catalog";
import { accounts, appendAudit, publishers, reviews, skills } from "@gaia/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";
import { notifyAccount } from "../kernel/notify.ts";
import { plainWords } from "../kernel/plain-words.ts";
import { type ReviewView, viewReview } from "./list-reviews.ts";
import { inTransactionWhileAllowed } from "../kernel/while-allowed.ts";

/**
 * The publisher's answer to a review, once: it is not written over; who reviews again takes it away with what it answered.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` when it has one
 */
export async function answerReview(ctx: Ctx, input: { name: string; id: string; text: string }): Promise<ReviewView> {
  const { actor, found } = await ensureMayOnSkill(ctx, "answerReview", input.name);
  const answer = plainWords(input.text, "text");
  const asked = { action: "answerReview", target: subjectOf(found) } as const;
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [row] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, input.id), eq(reviews.skillId, found.skill.id), eq(reviews.counts, true)))
      .for("update");
    if (!row) throw new RegistryError("not_found", `${input.name} has no such review.`);
    if (row.answer !== null) throw new RegistryError("conflict", "This review has its answer.");
    const answered = { answer, answeredBy: actor.accountId, answeredAt: ctx.now() };
    await tx.update(reviews).set(answered).where(eq(reviews.id, row.id));
    await appendAudit(tx, {
      actor: actor.handle,
      action: "review.answer",
      target: `skill:${found.skill.name}`,
      detail: { review: row.id },
      requestId: ctx.requestId,
    });
  });
  return viewReview(ctx, input.id);
}

/**
 * Removes a review for good, with a reason that its author is told: it is shown and counted no more, and its author writes no other one
 * of this
 * skill.
 * @throws RegistryError `unauthorized`, `forbidden`, `not_found`, `conflict` when it is removed already
 */
export async function removeReview(ctx: Ctx, input: { id: string; reason: string }): Promise<ReviewView> {
  ensureMayAtAll(ctx, "removeReview");
  const [found] = await ctx.db
    .select({ review: reviews, skill: skills, publisher: publishers.handle, author: accounts.handle })
    .from(reviews)
    .innerJoin(skills, eq(skills.id, reviews.skillId))
    .innerJoin(publishers, eq(publishers.id, skills.publisherId))
    .leftJoin(accounts, eq(accounts.id, reviews.accountId))
    .where(eq(reviews.id, input.id));
  if (!found) throw new RegistryError("not_found", "There is no such review.");
  const { skill, publisher, review, author } = found;
  const asked = { action: "removeReview", target: { publisher, skill: skill.name } } as const;
  const actor = ensureMay(ctx, asked.action, asked.target);
  const reason = plainWords(input.reason, "reason");
  await inTransactionWhileAllowed(ctx, asked, async (tx) => {
    const [row] = await tx.select().from(reviews).where(eq(reviews.id, review.id)).for("update");
    if (!row || row.removedAt !== null) throw new RegistryError("conflict", "It is removed already.");
    const removed = { counts: false, removedBy: actor.accountId, removedAt: ctx.now(), removedReason: reason };
    await tx.update(reviews).set(removed).where(eq(reviews.id, row.id));
    await appendAudit(tx, {
      actor: actor.handle,
      action: "review.remove",
      target: `skill:${skill.name}`,
      detail: { review: row.id, author, reason },
      requestId: ctx.requestId,
    });
    const text = `Your review of ${skill.name} was removed by an admin: ${reason}`;
    await notifyAccount(tx, { handle: author, versionId: row.versionId, kind: "review-removed", text });
  });
  return viewReview(ctx, review.id);
}
