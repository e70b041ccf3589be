import { DECIDERS, DOWNLOAD_DAYS, HISTORY_EVENTS } from "@gaia/catalog";
import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { Handle, Limit, SemVer, SkillName, Tier, Timestamp } from "../defining/values.ts";

const params = z.object({ name: SkillName });
const limited = z.object({ limit: Limit });

const Downloads = z
  .object({
    name: SkillName,
    total: z.number().int().openapi({ description: "since its first release" }),
    days: z
      .array(z.object({ day: z.string().openapi({ example: "2026-05-03" }), count: z.number().int() }))
      .openapi({ description: `the last ${DOWNLOAD_DAYS} days in UTC, the oldest first` }),
  })
  .openapi("SkillDownloads");

const Dependents = z
  .object({
    items: z.array(
      z.object({
        name: SkillName,
        publisher: Handle,
        version: SemVer,
        security_tier: Tier,
        downloads: z.number().int(),
        range: z.string(),
        optional: z.boolean(),
      }),
    ),
    total: z.number().int(),
  })
  .openapi("Dependents");

const History = z
  .object({
    name: SkillName,
    items: z.array(
      z.object({
        at: Timestamp,
        version: SemVer,
        event: z.enum(HISTORY_EVENTS),
        from: z.string().nullable().openapi({ description: "of a change of tier" }),
        to: z.string().nullable(),
        by: z.enum(DECIDERS),
        reason: z.string().nullable(),
      }),
    ),
  })
  .openapi("SkillHistory");

export const getSkillDownloads = defineRoute({
  operationId: "getSkillDownloads",
  method: "get",
  path: "/skills/{name}/downloads",
  tags: ["catalog"],
  summary: "How often a skill was downloaded, by day",
  access: "anyone",
  cache: "none",
  request: { params },
  responses: { 200: json(Downloads, "Ninety days"), ...problems(404, 410) },
});

export const listDependents = defineRoute({
  operationId: "listDependents",
  method: "get",
  path: "/skills/{name}/dependents",
  tags: ["catalog"],
  summary: "Skills whose latest version needs this one, the most downloaded first",
  access: "anyone",
  cache: "none",
  request: { params, query: limited },
  responses: { 200: json(Dependents, "Skills that lists show"), ...problems(404, 410) },
});

export const getSkillHistory = defineRoute({
  operationId: "getSkillHistory",
  method: "get",
  path: "/skills/{name}/history",
  tags: ["catalog"],
  summary: "What happened to a skill's versions, newest first",
  access: "anyone",
  cache: "none",
  request: { params, query: limited },
  responses: { 200: json(History, "Releases, tiers, yanks and quarantines"), ...problems(404, 410) },
});
