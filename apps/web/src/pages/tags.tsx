import { countText } from "../figures.tsx";
import { cursorOf, NextPage } from "../finding/next-page.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { searchAddress } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";

/** `/tags`: the commonest, and all of them in order. */
export async function tagsPage({ api, url }: Visit): Promise<Page> {
  const cursor = cursorOf(url);
  const [{ items, next_cursor }, { facets }] = await Promise.all([
    ensureData(api.GET("/tags", { params: { query: { limit: 100, ...(cursor !== null && { cursor }) } } })),
    ensureData(api.GET("/search", { params: { query: { limit: 1 } } })),
  ]);
  const commonest = Object.entries(facets.tag).slice(0, 24);
  // All of them are on one page: a list of the commonest would say it twice.
  const isLong = cursor !== null || next_cursor !== null;
  return {
    title: "Tags",
    description: "What the skills of this registry are about, as their publishers tag them.",
    ...(cursor === null && { canonical: "/tags" }),
    body: (
      <>
        <h1>Tags</h1>
        <p class="lead">What skills are about, as their publishers tag them.</p>
        {items.length === 0 && cursor === null ? (
          <p class="empty">
            No listed skill has a tag yet. <a href="/search">Browse all skills</a>.
          </p>
        ) : null}
        {isLong && cursor === null ? (
          <section class="tab" aria-labelledby="commonest">
            <h2 id="commonest">The commonest</h2>
            <Tags tags={commonest.map(([tag, skills]) => ({ tag, skills }))} />
          </section>
        ) : null}
        {items.length === 0 ? null : (
          <section class="tab" aria-labelledby="all">
            <h2 id="all">All tags</h2>
            <Tags tags={items} />
          </section>
        )}
        <NextPage at="/tags" next={next_cursor} of="tags" />
      </>
    ),
  };
}

function Tags({ tags }: { tags: { tag: string; skills: number }[] }) {
  return (
    <ul class="tags">
      {tags.map(({ tag, skills }) => (
        <li>
          <a href={searchAddress({ tag: [tag] })}>
            <bdi>{shortText(tag, 40)}</bdi> <span class="count">{countText(skills)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
