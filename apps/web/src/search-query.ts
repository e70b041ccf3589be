import { hasHidden } from "@gaia/text";
import type { components } from "@gaia/client";
import { TIERS } from "@gaia/policy";

type Format = components["schemas"]["Format"];

/** The filters a search can carry: one value each, as the API takes them. */
export const FILTERS = ["tier", "permission", "format", "tag"] as const;
export type Filter = (typeof FILTERS)[number];

/** A search as the address says it. */
export interface Query extends Record<Filter, string | null> {
  q: string;
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

/** Reads the address; what cannot be a value is dropped, so that an old or broken link still finds something. */
export function readQuery(params: URLSearchParams): Query {
  const value = (name: string, fits: (text: string) => boolean) =>
    params.getAll(name).find((text) => text !== "" && fits(text)) ?? null;
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").toWellFormed().slice(0, 256).toWellFormed(),
    held: params.get("held") === "true",
    tier: value("tier", (text) => TIERS.some((one) => one === text)),
    format: value("format", (text) => FORMATS.some((one) => one === text)),
    permission: value("permission", (text) => text.length <= 32 && /^[a-z]+:[a-z]+$/.test(text)),
    tag: value("tag", (text) => text.length <= 64 && !hasHidden(text)),
    cursor: value("cursor", (text) => text.length <= 512),
  };
}

/** The address of a search, defaults left out. */
export function searchAddress(query: Query): string {
  const params = new URLSearchParams();
  for (const name of ["q", ...FILTERS, "cursor"] as const) {
    const value = query[name];
    if (value !== null && value !== "") params.append(name, value);
  }
  if (query.held) params.append("held", "true");
  const text = params.toString();
  return text === "" ? "/search" : `/search?${text}`;
}

/** The query as the API takes it. `limit` is a page's number of hits. */
export function toApiQuery(query: Query, limit = 20) {
  const tier = TIERS.find((one) => one === query.tier);
  const format = FORMATS.find((one) => one === query.format);
  return {
    q: query.q,
    limit,
    ...(tier && { tier }),
    ...(format && { format }),
    ...(query.permission !== null && { permission: query.permission }),
    ...(query.tag !== null && { tag: query.tag }),
    ...(query.held && { held: "true" as const }),
    ...(query.cursor !== null && { cursor: query.cursor }),
  };
}
