import { Day, plural } from "../figures.tsx";
import { cursorOf, NextPage } from "../finding/next-page.tsx";
import { PublisherTabs } from "../parts/publisher-tabs.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { searchAddress } from "../search-query.ts";
import type { Page, Visit } from "../visit.ts";

/** `/publishers/{handle}`: the keys that vouch for its releases, and its skills. */
export async function publisherPage({ api, url, me }: Visit, handle: string): Promise<Page> {
  const path = { handle };
  const cursor = cursorOf(url);
  const [publisher, { keys }, skills, collections] = await Promise.all([
    ensureData(api.GET("/publishers/{handle}", { params: { path } })),
    ensureData(api.GET("/publishers/{handle}/keys", { params: { path } })),
    ensureData(
      api.GET("/skills", {
        params: { query: { publisher: [handle], sort: "updated", ...(cursor !== null && { cursor }) } },
      }),
    ),
    findData(api.GET("/publishers/{handle}/collections", { params: { path } })),
  ]);
  const address = `/publishers/${encodeURIComponent(publisher.handle)}`;
  return {
    title: publisher.handle,
    description: `The skills and signing keys of ${publisher.handle}.`,
    canonical: address,
    feed: `${address}/feed.atom`,
    body: (
      <>
        <div class="heading">
          <h1>{publisher.handle}</h1>
          <p class="heading-facts">
            <span>{publisher.kind === "organisation" ? "Organisation" : "Person"}</span>
            <span>
              here since <Day at={publisher.created_at} />
            </span>
            <span>{plural(publisher.skills, "skill")}</span>
            <a href={`${address}/feed.atom`}>Feed</a>
          </p>
        </div>
        {me?.publishers.includes(publisher.handle) ? <PublisherTabs handle={publisher.handle} here="" /> : null}
        <section class="tab" aria-labelledby="keys">
          <h2 id="keys">Signing keys</h2>
          {keys.length === 0 ? (
            <p class="empty">No key has signed for this publisher yet, so nothing of it rose above experimental.</p>
          ) : (
            <Keys keys={keys} />
          )}
        </section>
        <Collections items={collections?.items ?? []} />
        <section class="tab" aria-labelledby="skills">
          <h2 id="skills">Skills</h2>
          {skills.items.length === 0 ? <p class="empty">No published skill.</p> : <SkillRows skills={skills.items} />}
          <NextPage at={address} next={skills.next_cursor} of="skills" />
          {skills.items.length < 2 ? null : (
            <p class="more">
              <a href={searchAddress({ publisher: [publisher.handle] })}>Search the skills of {publisher.handle}</a>
            </p>
          )}
        </section>
      </>
    ),
  };
}

function Collections({ items }: { items: { publisher: string; name: string; title: string; visibility: string }[] }) {
  if (items.length === 0) return null;
  return (
    <section class="tab" aria-labelledby="collections">
      <h2 id="collections">Collections</h2>
      <ul class="rows">
        {items.map(({ publisher, name, title, visibility }) => (
          <li>
            <a href={`/collections/${encodeURIComponent(publisher)}/${encodeURIComponent(name)}`}>{name}</a>{" "}
            <bdi>{shortText(title, 120)}</bdi>
            {visibility === "public" ? null : <span class="note">For members</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Key {
  kind: string;
  fingerprint: string;
  algorithm: string;
  user_ids: string[];
  registered_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  revoked_as: string | null;
}

function Keys({ keys }: { keys: Key[] }) {
  return (
    <table class="facts">
      <thead>
        <tr>
          <th scope="col">Fingerprint</th>
          <th scope="col">Belongs to</th>
          <th scope="col">Registered</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {keys.slice(0, 50).map((key) => (
          <tr>
            <th scope="row">
              <code class="digest">{shortText(key.fingerprint, 200)}</code>
              <span class="quiet">
                {key.kind}, {shortText(key.algorithm, 60)}
              </span>
            </th>
            <td data-label="Belongs to">
              <bdi>{shortText(key.user_ids.slice(0, 3).join(", "), 200) || "–"}</bdi>
            </td>
            <td data-label="Registered">
              <Day at={key.registered_at} />
            </td>
            <td data-label="State">{keyState(key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyState(key: Key) {
  if (key.revoked_at !== null) {
    const how = key.revoked_as === "compromised" ? "revoked as compromised" : "retired";
    return (
      <>
        {how} <Day at={key.revoked_at} />
      </>
    );
  }
  if (key.expires_at === null) return "in use";
  return (
    <>
      in use until <Day at={key.expires_at} />
    </>
  );
}
