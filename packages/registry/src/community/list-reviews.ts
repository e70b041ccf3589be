import { ensureVisibleSkill, readCursor, viewRating, writeCursor } from "@gaia/catalog";
import { accounts, reviews, versions } from "@gaia/db";
import { and, desc, eq, lt, or } from "drizzle-orm";
import type { Ctx } from "../kernel/context.ts";

const select = (ctx: Ctx) =>
  ctx.db
    .select({ review: reviews, author: accounts.handle, version: versions.version })
    .from(reviews)
    .innerJoin(versions, eq(versions.id, reviews.versionId))
    .leftJoin(accounts, eq(accounts.id, reviews.accountId))
    .$dynamic();

/** `Review` of the API. */
export type ReviewView = ReturnType<typeof toReview>;

const toReview = ({ review, author, version }: Awaited<ReturnType<typeof select>>[number]) => ({
  id: review.id,
  author,
  version,
  rating: review.rating,
  text: review.body,
  answer:
    review.answer === null || review.answeredAt === null
      ? null
      : { text: review.answer, at: review.answeredAt.toISOString() },
  created_at: review.createdAt.toISOString(),
  updated_at: review.updatedAt.toISOString(),
});

/** The reviews of a skill that count, the newest first. @throws RegistryError `not_found`, `purged`, `invalid_request` */
export async function listReviews(ctx: Ctx, input: { name: string; limit: number; cursor: string | null }) {
  const { skill } = await ensureVisibleSkill(ctx, input.name);
  const list = "reviews";
  const [at, id] = readCursor(input.cursor, list, ["date", "uuid"]) ?? [];
  const after =
    at instanceof Date && typeof id === "string"
      ? or(lt(reviews.updatedAt, at), and(eq(reviews.updatedAt, at), lt(reviews.id, id)))
      : undefined;
  const rows = await select(ctx)
    .where(and(eq(reviews.skillId, skill.id), eq(reviews.counts, true), after))
    .orderBy(desc(reviews.updatedAt), desc(reviews.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1)?.review : undefined;
  return {
    items: page.map(toReview),
    rating: viewRating(skill),
    next_cursor: last ? writeCursor(list, [last.updatedAt, last.id]) : null,
  };
}

/** The review with this id, which must exist. */
export async function viewReview(ctx: Ctx, id: string): Promise<ReviewView> {
  const [row] = await select(ctx).where(eq(reviews.id, id));
  if (!row) throw new Error(`no review ${id}`);
  return toReview(row);
}
