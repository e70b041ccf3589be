import { Day, plural } from "../figures.tsx";
import { ensureData } from "../registry-api.ts";
import { searchAddress } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";
import { cursorOf, NextPage } from "../finding/next-page.tsx";

/** `/publishers`: who has a listed public skill here, by handle. */
export async function publishersPage({ api, url }: Visit): Promise<Page> {
  const cursor = cursorOf(url);
  const { items, next_cursor } = await ensureData(
    api.GET("/publishers", { params: { query: { limit: 50, ...(cursor !== null && { cursor }) } } }),
  );
  return {
    title: "Publishers",
    description: "Who publishes skills in this registry, each with keys and skills.",
    ...(cursor === null && { canonical: "/publishers" }),
    body: (
      <>
        <h1>Publishers</h1>
        <p class="lead">
          People and organisations with a listed skill, by handle. Become one:{" "}
          <a href="/docs/first-skill">your first skill</a>.
        </p>
        {items.length === 0 ? (
          <p class="empty">
            No publisher has a listed skill yet. <a href="/">Home</a> says how to publish the first one.
          </p>
        ) : (
          <ul class="rows names publishers">
            {items.map(({ handle, kind, created_at, skills }) => (
              <li>
                <a class="name" href={`/publishers/${encodeURIComponent(handle)}`}>
                  {handle}
                </a>
                <span>{kind === "organisation" ? "Organisation" : "Person"}</span>
                <span>
                  here since <Day at={created_at} />
                </span>
                <a href={searchAddress({ publisher: [handle] })}>{plural(skills, "skill")}</a>
              </li>
            ))}
          </ul>
        )}
        <NextPage at="/publishers" next={next_cursor} of="publishers" />
      </>
    ),
  };
}
