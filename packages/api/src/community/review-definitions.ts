import { z } from "@hono/zod-openapi";
import { NewReview, Review, ReviewList } from "./schemas.ts";
import { Cursor, Limit, SkillName, text, Uuid } from "../defining/values.ts";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";

const name = z.object({ name: SkillName });
const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { "application/json": { schema } },
});

export const listReviews = defineRoute({
  operationId: "listReviews",
  method: "get",
  path: "/skills/{name}/reviews",
  tags: ["community"],
  summary: "What accounts say of a skill, newest first",
  access: "anyone",
  cache: { keeps: "skill" },
  request: { params: name, query: z.object({ limit: Limit, cursor: Cursor }) },
  responses: { 200: json(ReviewList, "Reviews"), 304: { description: "Not modified" }, ...problems(404, 410) },
});

export const reviewSkill = defineRoute({
  operationId: "reviewSkill",
  method: "post",
  path: "/skills/{name}/reviews",
  tags: ["community"],
  summary: "Rate a skill, with words or without; again replaces it",
  description:
    "For accounts that downloaded the version while they were signed in, and that do not belong to its publisher; a token " +
    "needs the scope `review`.",
  access: "account",
  cache: { drops: "skill" },
  request: { params: name, body: body(NewReview) },
  responses: {
    200: json(Review, "It takes the place of the account's earlier one"),
    201: json(Review, "The account's first review of this skill"),
    ...problems(403, 404, 409, 410),
  },
});

export const deleteReview = defineRoute({
  operationId: "deleteReview",
  method: "delete",
  path: "/skills/{name}/reviews",
  tags: ["community"],
  summary: "Take your review of a skill back",
  access: "account",
  cache: { drops: "skill" },
  request: { params: name },
  responses: { 204: { description: "It is gone" }, ...problems(403, 404, 409, 410) },
});

export const answerReview = defineRoute({
  operationId: "answerReview",
  method: "post",
  path: "/skills/{name}/reviews/{id}/answer",
  tags: ["community"],
  summary: "The publisher's answer to a review, once",
  access: "account",
  cache: { drops: "skill" },
  request: { params: name.extend({ id: Uuid }), body: body(z.object({ text: text(4_000).min(1) })) },
  responses: { 200: json(Review, "The review with its answer"), ...problems(403, 404, 409, 410) },
});

export const removeReview = defineRoute({
  operationId: "removeReview",
  method: "post",
  path: "/admin/reviews/{id}/remove",
  tags: ["admin"],
  summary: "Remove a review for good; its author is notified with the reason",
  access: "admin",
  cache: { drops: "catalog" },
  request: { params: z.object({ id: Uuid }), body: body(z.object({ reason: text(2_000).min(3) })) },
  responses: { 200: json(Review, "What was removed"), ...problems(403, 404, 409) },
});
