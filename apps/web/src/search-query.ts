import { isHandle } from "./naming/handle.ts";
import { hasHidden } from "@gaia/text";
import type { components } from "@gaia/client";
import { TIERS } from "@gaia/policy";

type Format = components["schemas"]["Format"];

/** The filters a search can carry: a skill has one of the values of each. */
export const FILTERS = ["tier", "permission", "format", "tag", "publisher"] as const;
export type Filter = (typeof FILTERS)[number];

/** The orders, each with its words. */
export const SORTS = {
  relevance: "best match",
  downloads: "most downloaded",
  rising: "rising",
  updated: "updated",
  created: "new",
  name: "name",
  context: "least context",
} as const;
export type Sort = keyof typeof SORTS;
// They are its keys.
const SORT_NAMES = Object.keys(SORTS) as Sort[];

/** A search as the address says it. */
export interface Query extends Record<Filter, readonly string[]> {
  q: string;
  sort: Sort;
  /** Also what is held for review. */
  held: boolean;
  cursor: string | null;
}

/** All formats of the API, in the order in which they are shown; one that is missing does not compile. */
const SHOWN: Record<Format, true> = {
  gaia: true,
  "gaia-0.1": true,
  "agent-skills": true,
  openclaw: true,
  "openclaw-draft": true,
  "aria-2": true,
  "skill-md": true,
  miaos: true,
};
// They are its keys.
const FORMATS = Object.keys(SHOWN) as Format[];

/** The values that a filter may have, where the list is closed; for the order in which they are shown, too. */
export const CLOSED: Partial<Record<Filter, readonly string[]>> = { tier: TIERS.toReversed(), format: FORMATS };

const MOST_VALUES = 16;

/** Reads the address; what cannot be a value is dropped, so that an old or broken link still finds something. */
export function readQuery(params: URLSearchParams): Query {
  const values = (name: string, fits: (text: string) => boolean) =>
    [...new Set(params.getAll(name))].filter((text) => text !== "" && fits(text)).slice(0, MOST_VALUES);
  const q = (params.get("q") ?? "").replaceAll("\0", "").toWellFormed().slice(0, 256).toWellFormed();
  const sort = SORT_NAMES.find((one) => one === params.get("sort")) ?? "relevance";
  return {
    q,
    // Without words nothing is a better match, and what is used most comes first.
    sort: sort === "downloads" && q.trim() === "" ? "relevance" : sort,
    held: params.get("held") === "true",
    tier: values("tier", (text) => TIERS.some((one) => one === text)),
    format: values("format", (text) => FORMATS.some((one) => one === text)),
    permission: values("permission", (text) => text.length <= 32 && /^[a-z]+:[a-z]+$/.test(text)),
    tag: values("tag", (text) => text.length <= 64 && text.trim() === text && !hasHidden(text)),
    publisher: values("publisher", isHandle),
    cursor: values("cursor", (text) => text.length <= 512)[0] ?? null,
  };
}

/** The address of a search, defaults left out. */
export function searchAddress(query: Partial<Query>): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | null | undefined) => value && params.append(name, value);
  add("q", query.q);
  for (const filter of FILTERS) for (const value of query[filter] ?? []) add(filter, value);
  if (query.sort !== "relevance") add("sort", query.sort);
  if (query.held) add("held", "true");
  add("cursor", query.cursor);
  const text = params.toString();
  return text === "" ? "/search" : `/search?${text}`;
}

/** The query as the API takes it. `limit` is a page's number of hits. */
export function toApiQuery(query: Query, limit = 20) {
  const { q, sort, held, cursor, permission, tag, publisher } = query;
  return {
    q,
    limit,
    tier: TIERS.filter((one) => query.tier.includes(one)),
    format: FORMATS.filter((one) => query.format.includes(one)),
    permission: [...permission],
    tag: [...tag],
    publisher: [...publisher],
    ...(sort !== "relevance" && { sort }),
    ...(held && { held: "true" as const }),
    ...(cursor !== null && { cursor }),
  };
}

/** The same search with these filters left out, from its first page. */
export function without(query: Query, filters: readonly Filter[]): Query {
  const left = Object.fromEntries(filters.map((filter) => [filter, []]));
  return { ...query, ...left, cursor: null };
}

export const hasFilters = (query: Query): boolean => FILTERS.some((filter) => query[filter].length > 0);
