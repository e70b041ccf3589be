import { LIFT_MOST } from "@gaia/policy";
import { countText, plural } from "../figures.tsx";
import { Chips, Facets } from "../finding/facets.tsx";
import { NothingFound, waysOut } from "../finding/nothing-found.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { FILTERS, type Query, readQuery, searchAddress, type Sort, SORTS, toApiQuery } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";

/**
 * `/search`: the query is the address; filters are one form; chips, sorts and pages are links. What has `data-swap` is what the script
 * takes from the page of another query (`browser/search.js`).
 */
export async function searchPage(visit: Visit): Promise<Page> {
  const query = readQuery(visit.url.searchParams);
  const result = await ensureData(visit.api.GET("/search", { params: { query: toApiQuery(query) } }));
  const ways = result.hits.length > 0 ? null : await waysOut(visit.api, query);
  const words = query.q.trim();
  const what = words === "" ? "All skills" : `“${shortText(words, 60)}”`;
  const found = words === "" ? plural(result.total, "skill") : `${countText(result.total)} for ${what}`;
  const feed = tagFeedOf(query);
  return {
    title: `${what} – search`,
    description:
      words === ""
        ? "All skills of this registry, by tier, by what they may do, by format, tag and publisher."
        : `Skills for ${what}, with their tiers, permissions and publishers.`,
    ...(!query.held && { canonical: searchAddress({ ...query, cursor: null }) }),
    ...(feed !== null && { feed }),
    ownSearch: true,
    body: (
      <>
        <h1 class="unseen">Search skills</h1>
        <SearchField label="Search by name, purpose, tag or tool" value={query.q} />
        <div class="results-page">
          <Facets query={query} facets={result.facets} />
          <div class="results">
            <div class="results-head">
              <div role="status" data-swap="count">
                <h2>{ways?.isEmpty ? "No skills yet" : found}</h2>
              </div>
              <div data-swap="chips">
                <Chips query={query} />
              </div>
            </div>
            <div data-swap="results">
              {result.hits.length > 1 || query.sort !== "relevance" ? <Sorts query={query} /> : null}
              {ways === null ? (
                <SkillRows skills={result.hits} note={noteOf(query)} withContext={query.sort === "context"} />
              ) : (
                <NothingFound query={query} ways={ways} publicUrl={visit.publicUrl} />
              )}
              <Pages query={query} next={result.next_cursor} />
              {feed === null || ways !== null ? null : (
                <p class="more">
                  <a href={feed}>Feed of this tag</a>
                </p>
              )}
              {ways?.isEmpty ? null : <Order query={query} />}
            </div>
          </div>
        </div>
      </>
    ),
  };
}

/** The feed of the one tag that is all that was asked for; null: there is more. */
function tagFeedOf(query: Query): string | null {
  const [tag, ...others] = query.tag;
  const isAlone =
    query.q.trim() === "" && others.length === 0 && FILTERS.every((one) => one === "tag" || query[one].length === 0);
  return tag === undefined || !isAlone ? null : `/tags/${encodeURIComponent(tag)}/feed.atom`;
}

/** Whoever has the name that was asked for is first, and says so. */
function noteOf(query: Query): (skill: { name: string }) => string | null {
  const asked = query.q
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  const isFirst = query.cursor === null && query.sort === "relevance" && asked !== "";
  return ({ name }) => (isFirst && name === asked ? "Exact name" : null);
}

function Sorts({ query }: { query: Query }) {
  const hasWords = query.q.trim() !== "";
  // Without words the best match is what is used most.
  const current = !hasWords && query.sort === "relevance" ? "downloads" : query.sort;
  // They are its keys.
  const sorts = (Object.keys(SORTS) as Sort[]).filter((sort) => sort !== "relevance" || hasWords);
  return (
    <nav class="sorts" aria-label="Order">
      <span aria-hidden="true">Order:</span>
      {sorts.map((sort) => (
        <a href={searchAddress({ ...query, sort, cursor: null })} aria-current={sort === current ? "true" : undefined}>
          {SORTS[sort]}
        </a>
      ))}
    </nav>
  );
}

const WHY: Record<Sort, string> = {
  relevance: "",
  downloads: "By downloads, the most first: one a day for each account or address.",
  rising:
    "By downloads of the last seven days over the weekly mean of the four weeks before. " +
    "Skills with fewer than ten downloads in seven days come last.",
  updated: "By the last change of what is listed of a skill, the newest first.",
  created: "By when the skill was first published, the newest first.",
  name: "By name.",
  context:
    "By the tokens that a skill’s instructions take of a model’s context when it is used, " +
    "the least first: an estimate for the version " +
    "that is shown, counted with o200k_base. Those that were not counted come last.",
};

function Order({ query }: { query: Query }) {
  const hasWords = query.q.trim() !== "";
  const sort = query.sort === "relevance" && !hasWords ? "downloads" : query.sort;
  return (
    <details class="order">
      <summary>Why this order</summary>
      {sort === "relevance" ? (
        <ol>
          <li>A skill with exactly this name.</li>
          <li>
            All words before some of them, words as written before near ones; then where they stand: name, tags, tools
            and publisher, description.
          </li>
          <li>Among equals, downloads.</li>
          <li>
            The publisher’s reputation moves a skill up by at most {LIFT_MOST} places: audits, reviews, age and upheld
            reports.
          </li>
          <li>What its publisher calls deprecated comes last.</li>
        </ol>
      ) : (
        <p>{WHY[sort]}</p>
      )}
      <p>
        A tier moves nothing up; filter by it. No place can be bought. Quarantined and yanked versions are not listed
        {query.held ? (
          "."
        ) : (
          <>
            , nor what is held for review:{" "}
            <a href={searchAddress({ ...query, held: true, cursor: null })}>list that too</a>.
          </>
        )}
      </p>
    </details>
  );
}

function Pages({ query, next }: { query: Query; next: string | null }) {
  if (query.cursor === null && next === null) return null;
  return (
    <nav class="pages" aria-label="Pages of results">
      {query.cursor === null ? null : <a href={searchAddress({ ...query, cursor: null })}>First page</a>}
      {next === null ? null : (
        <a rel="next" href={searchAddress({ ...query, cursor: next })}>
          Next page
        </a>
      )}
    </nav>
  );
}
