import * as domain from "@gaia/registry";
import type { Api } from "../asking/env.ts";
import * as reports from "./report-definitions.ts";
import * as reviews from "./review-definitions.ts";
import * as stars from "./star-definitions.ts";
import { ctxOf } from "../asking/env.ts";

/** What people say of a skill: reviews, stars, and reports to the admins. */
export function communityRoutes(api: Api): void {
  reviewRoutes(api);
  starRoutes(api);
  reportRoutes(api);
  decisionRoutes(api);
}

function reviewRoutes(api: Api): void {
  api.openapi(reviews.listReviews, async (c) => {
    const { limit, cursor = null } = c.req.valid("query");
    return c.json(await domain.listReviews(ctxOf(c), { ...c.req.valid("param"), limit, cursor }), 200);
  });

  api.openapi(reviews.reviewSkill, async (c) => {
    const { rating, text = null, version = null } = c.req.valid("json");
    const input = { ...c.req.valid("param"), rating, text, version };
    const { created, review } = await domain.reviewSkill(ctxOf(c), input);
    return created ? c.json(review, 201) : c.json(review, 200);
  });

  api.openapi(reviews.deleteReview, async (c) => {
    await domain.deleteReview(ctxOf(c), c.req.valid("param"));
    return c.body(null, 204);
  });

  api.openapi(reviews.answerReview, async (c) => {
    return c.json(await domain.answerReview(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });

  api.openapi(reviews.removeReview, async (c) => {
    return c.json(await domain.removeReview(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
}

function starRoutes(api: Api): void {
  api.openapi(stars.starSkill, async (c) => c.json(await domain.starSkill(ctxOf(c), c.req.valid("param")), 200));
  api.openapi(stars.unstarSkill, async (c) => c.json(await domain.unstarSkill(ctxOf(c), c.req.valid("param")), 200));
}

function reportRoutes(api: Api): void {
  api.openapi(reports.reportSkill, async (c) => {
    const { kind, text, version = null } = c.req.valid("json");
    const filed = await domain.reportSkill(ctxOf(c), { ...c.req.valid("param"), kind, text, version });
    return filed.created ? c.json(filed.report, 201) : c.json(filed.report, 200);
  });

  api.openapi(reports.listOwnReports, async (c) => {
    const { limit, cursor = null } = c.req.valid("query");
    return c.json(await domain.listOwnReports(ctxOf(c), { limit, cursor }), 200);
  });

  api.openapi(reports.appealReport, async (c) => {
    return c.json(await domain.appealReport(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 201);
  });

  api.openapi(reports.listReports, async (c) => {
    const { limit, cursor = null, status = null, skill = null } = c.req.valid("query");
    return c.json(await domain.listReports(ctxOf(c), { limit, cursor, status, skill }), 200);
  });

  api.openapi(reports.getReport, async (c) => c.json(await domain.getReport(ctxOf(c), c.req.valid("param")), 200));

  api.openapi(reports.listAppeals, async (c) => {
    const { limit, cursor = null, status = null } = c.req.valid("query");
    return c.json(await domain.listAppeals(ctxOf(c), { limit, cursor, status }), 200);
  });
}

function decisionRoutes(api: Api): void {
  api.openapi(reports.upholdReport, async (c) => {
    const { effect, reason, version = null } = c.req.valid("json");
    const input = { ...c.req.valid("param"), effect, reason, version };
    return c.json(await domain.upholdReport(ctxOf(c), input), 200);
  });

  api.openapi(reports.dismissReport, async (c) => {
    return c.json(await domain.dismissReport(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });

  api.openapi(reports.grantAppeal, async (c) => {
    return c.json(await domain.grantAppeal(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });

  api.openapi(reports.rejectAppeal, async (c) => {
    return c.json(await domain.rejectAppeal(ctxOf(c), { ...c.req.valid("param"), ...c.req.valid("json") }), 200);
  });
}
