import type { RegistryClient } from "@gaia/client";
import { plural } from "../figures.tsx";
import { findData } from "../registry-api.ts";
import { type Filter, FILTERS, type Query, searchAddress, toApiQuery } from "../search-query.ts";
import { filterWords } from "./facets.tsx";

/** The same search without one of its filters. */
export interface WayOut {
  filter: Filter;
  total: number;
  address: string;
}

/** What each filter hides: one small search for each that is chosen. */
export async function waysOut(api: RegistryClient, query: Query): Promise<WayOut[]> {
  const chosen = FILTERS.filter((filter) => query[filter] !== null);
  return Promise.all(
    chosen.map(async (filter) => {
      const wider = { ...query, [filter]: null, cursor: null };
      const result = await findData(api.GET("/search", { params: { query: toApiQuery(wider, 1) } }));
      return { filter, total: result?.total ?? 0, address: searchAddress(wider) };
    }),
  );
}

/** What to do when nothing matches. */
export function NothingFound({ query, ways }: { query: Query; ways: WayOut[] }) {
  return (
    <div class="empty">
      <p>
        <b>Nothing matches{ways.length > 0 ? " with these filters" : ""}.</b>
      </p>
      <ul>
        {ways
          .filter(({ total }) => total > 0)
          .map(({ filter, total, address }) => (
            <li>
              <a href={address}>{plural(total, "skill")}</a> without the filter{" "}
              {filterWords(filter, query[filter] ?? "")}
            </li>
          ))}
        {query.q.trim() === "" ? null : <li>Use fewer or other words; small typing errors are forgiven.</li>}
        {query.cursor === null ? null : (
          <li>
            <a href={searchAddress({ ...query, cursor: null })}>Start again from the first page</a>
          </li>
        )}
        <li>
          <a href="/search">Browse all skills</a>
        </li>
      </ul>
    </div>
  );
}
