import { countText, plural } from "../figures.tsx";
import { Chips, Facets } from "../parts/facets.tsx";
import { NothingFound, waysOut } from "../parts/nothing-found.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { type Query, readQuery, searchAddress, toApiQuery } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";

/** `/search`: the query is the address; filters are one form, chips and pages are links. */
export async function searchPage(visit: Visit): Promise<Page> {
  const query = readQuery(visit.url.searchParams);
  const result = await ensureData(visit.api.GET("/search", { params: { query: toApiQuery(query) } }));
  const ways = result.hits.length > 0 ? [] : await waysOut(visit.api, query);
  const exact = query.cursor === null && query.q.trim() !== "" ? query.q.trim().toLowerCase() : null;
  const note = (skill: { name: string }) => (skill.name === exact ? "Exact name" : null);
  const what = query.q.trim() === "" ? "All skills" : `“${shortText(query.q.trim(), 60)}”`;
  return {
    title: `${what} – search`,
    ...(!query.held && { canonical: searchAddress({ ...query, cursor: null }) }),
    ownSearch: true,
    body: (
      <>
        <h1 class="unseen">Search skills</h1>
        <SearchField label="Search by name, purpose, tag or tool" value={query.q} />
        <div class="results-page">
          <Facets query={query} facets={result.facets} />
          <div class="results">
            <div class="results-head">
              <div role="status">
                <h2>
                  {query.q.trim() === "" ? plural(result.total, "skill") : `${countText(result.total)} for ${what}`}
                </h2>
              </div>
              <Chips query={query} />
            </div>
            {result.hits.length > 0 ? (
              <SkillRows skills={result.hits} note={note} />
            ) : (
              <NothingFound query={query} ways={ways} />
            )}
            <Pages query={query} next={result.next_cursor} />
            <p class="order">
              Order: an exact name first, then how well name, description, tags and tools match. Quarantined and yanked
              versions are not listed
              {query.held ? (
                "."
              ) : (
                <>
                  , nor what is held for review:{" "}
                  <a href={searchAddress({ ...query, held: true, cursor: null })}>list that too</a>.
                </>
              )}
            </p>
          </div>
        </div>
      </>
    ),
  };
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
