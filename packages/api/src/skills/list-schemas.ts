import { z } from "@hono/zod-openapi";
import { Format, Handle, orNull, SemVer, SkillName, Tier, Timestamp, Verdict, Visibility } from "../defining/values.ts";
import { ContextTokens } from "./context-tokens.ts";
import { Held, Rating } from "./schemas.ts";
import { PlainInstall } from "./standing.ts";

const SkillSummary = z
  .object({
    name: SkillName,
    display_name: z.string(),
    description: z.string(),
    publisher: Handle,
    // Registries of earlier releases show the latest one.
    version: SemVer.optional().openapi({
      description: "the version whose fields these are: the latest one, or that of the tier which was asked for",
    }),
    latest_version: SemVer,
    security_tier: Tier,
    install: PlainInstall.optional(),
    verdict: orNull(Verdict),
    held: Held,
    format: Format,
    tags: z.array(z.string()),
    permissions: z
      .array(z.string())
      .openapi({ description: "`domain:level` of each permission", example: ["network:read"] }),
    permissions_declared: z.boolean().openapi({
      description: "Whether its manifest says what it needs; without that, an empty list promises nothing",
    }),
    downloads: z.number().int(),
    rising: z.number().nullable().optional().openapi({
      description: "downloads of seven days over the weekly mean of the four weeks before; null below ten downloads",
    }),
    rating: Rating,
    // Older registries do not tell it.
    deprecated: z.boolean().optional().openapi({ description: "its publisher says that it should be used no more" }),
    updated_at: Timestamp,
    // Registries of earlier releases do not tell it: all they have is public.
    visibility: Visibility.optional(),
    context_tokens: orNull(ContextTokens).optional(),
  })
  .openapi("SkillSummary");

export const SkillList = z
  .object({ items: z.array(SkillSummary), next_cursor: z.string().nullable() })
  .openapi("SkillList");

const Counts = z.record(z.string(), z.number().int());
export const SearchResult = z
  .object({
    hits: z.array(SkillSummary.extend({ score: z.number() })),
    total: z.number().int(),
    next_cursor: z.string().nullable(),
    facets: z
      // Registries of earlier releases count no publishers.
      .object({ tier: Counts, format: Counts, tag: Counts, permission: Counts, publisher: Counts.optional() })
      .openapi({
        description:
          "how many of the result have each value; of a facet that is filtered by, how many would without that filter",
      }),
  })
  .openapi("SearchResult");

export const PublisherList = z
  .object({
    items: z.array(
      z.object({
        handle: Handle,
        kind: z.enum(["user", "organisation"]),
        created_at: Timestamp,
        skills: z.number().int().openapi({ description: "listed and public" }),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .openapi("PublisherList");

export const NameList = z
  .object({
    items: z.array(z.object({ name: SkillName, updated_at: Timestamp })),
    pages: z.number().int().openapi({ description: "how many pages there are" }),
  })
  .openapi("NameList");

export const TagList = z
  .object({
    items: z.array(z.object({ tag: z.string(), skills: z.number().int() })),
    next_cursor: z.string().nullable(),
  })
  .openapi("TagList");
