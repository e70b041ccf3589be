import type { RegistryClient } from "@gaia/client";
import { plural } from "../figures.tsx";
import { findData, type SkillSummary } from "../registry-api.ts";
import { type Filter, FILTERS, hasFilters, type Query, searchAddress, toApiQuery, without } from "../search-query.ts";
import { filterWords } from "./facets.tsx";
import { FirstPublish } from "./first-publish.tsx";
import { SkillRows } from "../parts/skill-row.tsx";

/** What a search that found nothing leads to. */
export interface WaysOut {
  /** The same search without one of its filters, where that finds something. */
  wider: { filter: Filter; total: number; address: string }[];
  /** How many fit that are held for review. */
  held: number;
  /** Skills whose words or names are near. */
  near: SkillSummary[];
  /** Nothing at all is published here. */
  isEmpty: boolean;
}

/** Each is a search of its own. */
const MOST_WIDER = 3;

/** Asks what each filter hides, what is held back, and what is near: a few small searches. */
export async function waysOut(api: RegistryClient, query: Query): Promise<WaysOut> {
  const look = (asked: Query, limit = 1) =>
    findData(api.GET("/search", { params: { query: toApiQuery(asked, limit) } }));
  const plain = { ...without(query, FILTERS), sort: "relevance" as const };
  const chosen = FILTERS.filter((filter) => query[filter].length > 0).slice(0, MOST_WIDER);
  const [all, held, wider, near] = await Promise.all([
    look({ ...plain, q: "", held: false }),
    query.held ? null : look({ ...query, held: true, cursor: null }),
    Promise.all(
      chosen.map(async (filter) => {
        const asked = without(query, [filter]);
        return { filter, total: (await look(asked))?.total ?? 0, address: searchAddress(asked) };
      }),
    ),
    nearNames(query.q, (q) => look({ ...plain, q }, 3)),
  ]);
  return {
    wider: wider.filter(({ total }) => total > 0),
    held: held?.total ?? 0,
    near,
    isEmpty: all?.total === 0,
  };
}

/** What the words find without any filter; of a name that nobody has, what begins like it. */
async function nearNames(
  q: string,
  look: (q: string) => Promise<{ hits: SkillSummary[] } | null>,
): Promise<SkillSummary[]> {
  const words = q.trim();
  if (words === "") return [];
  const found = await look(words);
  if (found !== null && found.hits.length > 0) return found.hits;
  const begin = words.slice(0, Math.max(3, Math.floor(words.length / 2)));
  return (await look(begin))?.hits ?? [];
}

/** What to do when nothing matches. */
export function NothingFound({ query, ways, publicUrl }: { query: Query; ways: WaysOut; publicUrl: string }) {
  if (ways.isEmpty) return <FirstPublish publicUrl={publicUrl} />;
  return (
    <>
      <div class="empty">
        <p>
          <b>Nothing matches{hasFilters(query) ? " with these filters" : ""}.</b>
        </p>
        <ul>
          {ways.wider.map(({ filter, total, address }) => (
            <li>
              <a href={address}>{plural(total, "skill")}</a> without the filter{" "}
              {query[filter].map((value, at) => (
                <>
                  {at === 0 ? null : " or "}
                  {filterWords(filter, value)}
                </>
              ))}
            </li>
          ))}
          {ways.held === 0 ? null : (
            <li>
              <a href={searchAddress({ ...query, held: true, cursor: null })}>
                {plural(ways.held, "skill is", "skills are")} held for review
              </a>{" "}
              and left out of lists
            </li>
          )}
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
      {ways.near.length === 0 ? null : (
        <section class="near" aria-labelledby="near">
          <h3 id="near">Near “{query.q.trim().slice(0, 60)}”, without filters</h3>
          <SkillRows skills={ways.near} level={4} />
        </section>
      )}
    </>
  );
}
