import type { Child } from "hono/jsx";
import { countText } from "../figures.tsx";
import { byReadingOrder, permissionRowWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import { CLOSED, type Filter, FILTERS, type Query, searchAddress } from "../search-query.ts";
import { TierMark } from "./marks.tsx";

type Counts = Record<Filter, Record<string, number>>;

const TITLES: Record<Filter, string> = { tier: "Tier", permission: "What it may do", format: "Format", tag: "Tag" };
const MOST = 10;

/** The filters, as fields of the search form above them. The API takes one value of each, so each is a choice. */
export function Facets({ query, facets }: { query: Query; facets: Counts }) {
  const chosen = FILTERS.filter((filter) => query[filter] !== null).length;
  return (
    <details class="facets">
      <summary>Filters{chosen > 0 ? ` (${chosen})` : ""}</summary>
      <div class="facets-body">
        {query.held ? <input type="hidden" form="search" name="held" value="true" /> : null}
        {FILTERS.map((filter) => (
          <Facet filter={filter} chosen={query[filter]} counts={facets[filter]} />
        ))}
        <button type="submit" form="search">
          Apply filters
        </button>
      </div>
    </details>
  );
}

function Facet({ filter, chosen, counts }: { filter: Filter; chosen: string | null; counts: Record<string, number> }) {
  const values = valuesOf(filter, chosen, counts);
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{TITLES[filter]}</legend>
      <Choice filter={filter} value="" checked={chosen === null}>
        Any
      </Choice>
      {values.map((value) => (
        <Choice filter={filter} value={value} checked={chosen === value} count={counts[value] ?? 0}>
          {filterWords(filter, value)}
        </Choice>
      ))}
    </fieldset>
  );
}

function Choice(props: { filter: Filter; value: string; checked: boolean; count?: number; children: Child }) {
  return (
    <label class="choice">
      <input type="radio" form="search" name={props.filter} value={props.value} checked={props.checked} />
      <span class="choice-word">{props.children}</span>
      {props.count === undefined ? null : <span class="count">{countText(props.count)}</span>}
    </label>
  );
}

/** The chosen filters, each a link to the same search without it. */
export function Chips({ query }: { query: Query }) {
  const chosen = FILTERS.filter((filter) => query[filter] !== null);
  if (chosen.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in force">
      {chosen.map((filter) => (
        <li>
          <a href={searchAddress({ ...query, [filter]: null, cursor: null })}>
            <span class="unseen">Remove the filter </span>
            {TITLES[filter]}: {filterWords(filter, query[filter] ?? "")}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How a filter's value is written for people. */
export function filterWords(filter: Filter, value: string): Child {
  if (filter === "tier" && (value === "verified" || value === "community" || value === "experimental"))
    return <TierMark tier={value} />;
  return filter === "permission" ? permissionRowWords(value) : shortText(value, 40);
}

function valuesOf(filter: Filter, chosen: string | null, counts: Record<string, number>): string[] {
  const counted = Object.entries(counts).filter(([value, count]) => value !== "" && (count > 0 || value === chosen));
  const values = counted.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
  const most = values.slice(0, filter === "permission" ? 16 : MOST);
  if (chosen !== null && !most.includes(chosen)) most.push(chosen);
  if (filter === "permission") return most.sort(byReadingOrder);
  const order = filter === "tier" ? CLOSED.tier : undefined;
  return order === undefined ? most : most.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
