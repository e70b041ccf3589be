import { SEARCH_SORTS } from "@gaia/catalog";
import { z } from "@hono/zod-openapi";
import { defineRoute } from "../defining/define-route.ts";
import { json, problems } from "../defining/responses.ts";
import { anyOf, Cursor, Format, Handle, Limit, text, Tier } from "../defining/values.ts";
import { NameList, PublisherList, SearchResult, SkillList, TagList } from "./list-schemas.ts";

const permission = z
  .string()
  .max(32)
  .regex(/^[a-z]+:[a-z]+$/, "must be a permission without its scope, as network:read")
  .openapi({ example: "network:read" });

/** What lists and search filter by: a skill has one of the values of each key. */
const facets = {
  tier: anyOf(Tier, "it has a listed version of the tier or a higher one, which is the one shown"),
  format: anyOf(Format),
  tag: anyOf(text(64).min(1)),
  publisher: anyOf(Handle),
  permission: anyOf(permission),
};

const held = z
  .enum(["true", "false"])
  .optional()
  .openapi({
    param: {
      description:
        "also skills of which every live version is held for review (REVIEW, not cleared); without it a search finds such a one by " +
        "its exact name alone",
    },
  });

const sort = z.enum(SEARCH_SORTS).openapi({
  param: {
    description:
      "`relevance`: how well the words fit, without words as `downloads`; `rising`: downloads of seven days over the weekly mean of the " +
      "four weeks before, those with fewer than ten last; `context`: `context_tokens.when_used` of the version that is shown, " +
      "the least first, those that were not counted last",
  },
});

export const listSkills = defineRoute({
  operationId: "listSkills",
  method: "get",
  path: "/skills",
  tags: ["catalog"],
  summary: "List skills that have a published version",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: {
    query: z.object({
      limit: Limit,
      cursor: Cursor,
      ...facets,
      held,
      sort: sort.default("updated"),
    }),
  },
  responses: { 200: json(SkillList, "A page of the catalog"), 304: { description: "Not modified" }, ...problems() },
});

export const searchSkills = defineRoute({
  operationId: "searchSkills",
  method: "get",
  path: "/search",
  tags: ["catalog"],
  summary: "Search: typo-tolerant, an exact name first",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: {
    query: z.object({
      q: z.string().max(256).default(""),
      ...facets,
      held,
      sort: sort.default("relevance"),
      limit: Limit,
      cursor: Cursor,
    }),
  },
  responses: {
    200: json(
      SearchResult,
      "A page of hits, with the totals of the whole result. With words, at most 1,000 candidates are ranked, sorted and counted; " +
        "without, all are counted, and of two filters at once the 10,000 most used.",
    ),
    304: { description: "Not modified" },
    ...problems(),
  },
});

const listed = { query: z.object({ limit: Limit, cursor: Cursor }) };

export const listPublishers = defineRoute({
  operationId: "listPublishers",
  method: "get",
  path: "/publishers",
  tags: ["catalog"],
  summary: "Publishers of listed public skills, by handle",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: listed,
  responses: { 200: json(PublisherList, "A page of them"), 304: { description: "Not modified" }, ...problems() },
});

export const listNames = defineRoute({
  operationId: "listNames",
  method: "get",
  path: "/names",
  tags: ["catalog"],
  summary: "The names of all listed public skills, 10,000 a page",
  access: "anyone",
  cache: "none",
  // As much as its answer takes to be made.
  cost: 20,
  request: { query: z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) }) },
  responses: { 200: json(NameList, "A page of them"), ...problems() },
});

export const listTags = defineRoute({
  operationId: "listTags",
  method: "get",
  path: "/tags",
  tags: ["catalog"],
  summary: "Tags of listed public skills, in the order of their code points",
  access: "anyone",
  cache: { keeps: "catalog" },
  request: listed,
  responses: { 200: json(TagList, "A page of them"), 304: { description: "Not modified" }, ...problems() },
});
