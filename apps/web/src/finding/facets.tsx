import type { Child } from "hono/jsx";
import { countText } from "../figures.tsx";
import { byReadingOrder, permissionRowWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import { CLOSED, type Filter, FILTERS, type Query, searchAddress } from "../search-query.ts";
import { TierMark } from "../parts/marks.tsx";

type Counts = Partial<Record<Filter, Record<string, number>>>;

const TITLES: Record<Filter, string> = {
  tier: "Tier",
  permission: "What it may do",
  format: "Format",
  tag: "Tag",
  publisher: "Publisher",
};
const MOST = 10;

/** The filters, as fields of the search form above them: of one kind any of the chosen values, and something of each kind. */
export function Facets({ query, facets }: { query: Query; facets: Counts }) {
  const chosen = FILTERS.reduce((sum, filter) => sum + query[filter].length, 0);
  return (
    <details class="facets">
      <summary data-swap="filters">Filters{chosen > 0 ? ` (${chosen})` : ""}</summary>
      <div class="facets-body">
        <div data-swap="facets">
          {query.held ? <input type="hidden" form="search" name="held" value="true" /> : null}
          {query.sort === "relevance" ? null : <input type="hidden" form="search" name="sort" value={query.sort} />}
          {FILTERS.map((filter) => (
            <Facet filter={filter} chosen={query[filter]} counts={facets[filter] ?? {}} />
          ))}
        </div>
        <button type="submit" form="search" class="apply">
          Apply filters
        </button>
      </div>
    </details>
  );
}

function Facet(props: { filter: Filter; chosen: readonly string[]; counts: Record<string, number> }) {
  const { filter, chosen, counts } = props;
  const values = valuesOf(filter, chosen, counts);
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{TITLES[filter]}</legend>
      {values.map((value) => (
        <label class="choice">
          <input type="checkbox" form="search" name={filter} value={value} checked={chosen.includes(value)} />
          <span class="choice-word">{filterWords(filter, value)}</span>
          <span class="count">{countText(counts[value] ?? 0)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The chosen filters, each a link to the same search without it. */
export function Chips({ query }: { query: Query }) {
  const chosen = FILTERS.flatMap((filter) => query[filter].map((value) => ({ filter, value })));
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in force">
      {chosen.map(({ filter, value }) => (
        <li>
          <a
            href={searchAddress({
              ...query,
              [filter]: query[filter].filter((other) => other !== value),
              cursor: null,
            })}
          >
            <span class="unseen">Remove the filter </span>
            {TITLES[filter]}: {filterWords(filter, value)}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How a filter's value is written for people. */
export function filterWords(filter: Filter, value: string): Child {
  if (filter === "tier" && (value === "verified" || value === "community" || value === "experimental")) {
    const isLeast = value === "verified";
    return (
      // One box: in a row of boxes the blank between mark and words would be lost.
      <span>
        <TierMark tier={value} />
        {isLeast ? null : " or higher"}
      </span>
    );
  }
  return filter === "permission" ? permissionRowWords(value) : shortText(value, 40);
}

function valuesOf(filter: Filter, chosen: readonly string[], counts: Record<string, number>): string[] {
  const counted = Object.entries(counts).filter(([value, count]) => {
    // Every skill has a version that is experimental or higher: that filter takes nothing away.
    if (filter === "tier" && value === "experimental") return chosen.includes(value);
    return value !== "" && (count > 0 || chosen.includes(value));
  });
  const values = counted.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
  const most = values.slice(0, filter === "permission" ? 16 : MOST);
  most.push(...chosen.filter((value) => !most.includes(value)));
  if (filter === "permission") return most.sort(byReadingOrder);
  const order = filter === "tier" ? CLOSED.tier : undefined;
  return order === undefined ? most : most.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
