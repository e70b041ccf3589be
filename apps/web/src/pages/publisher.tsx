import { Day, plural } from "../figures.tsx";
import { SkillRows } from "../parts/skill-row.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import type { Page, Visit } from "../visit.ts";

/** `/publishers/{handle}`: the keys that vouch for its releases, and its skills. */
export async function publisherPage({ api, url }: Visit, handle: string): Promise<Page> {
  const path = { handle };
  const asked = url.searchParams.get("cursor");
  const cursor = asked !== null && asked !== "" && asked.length <= 512 ? asked : null;
  const [publisher, { keys }, skills] = await Promise.all([
    ensureData(api.GET("/publishers/{handle}", { params: { path } })),
    ensureData(api.GET("/publishers/{handle}/keys", { params: { path } })),
    ensureData(
      api.GET("/skills", {
        params: { query: { publisher: handle, sort: "updated", ...(cursor !== null && { cursor }) } },
      }),
    ),
  ]);
  const address = `/publishers/${encodeURIComponent(publisher.handle)}`;
  return {
    title: publisher.handle,
    description: `The skills and signing keys of ${publisher.handle}.`,
    canonical: address,
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
          </p>
        </div>
        <section class="tab" aria-labelledby="keys">
          <h2 id="keys">Signing keys</h2>
          {keys.length === 0 ? (
            <p class="empty">No key has signed for this publisher yet, so nothing of it rose above experimental.</p>
          ) : (
            <Keys keys={keys} />
          )}
        </section>
        <section class="tab" aria-labelledby="skills">
          <h2 id="skills">Skills</h2>
          {skills.items.length === 0 ? <p class="empty">No published skill.</p> : <SkillRows skills={skills.items} />}
          {skills.next_cursor === null ? null : (
            <nav class="pages" aria-label="Pages of skills">
              <a rel="next" href={`${address}?${new URLSearchParams({ cursor: skills.next_cursor }).toString()}`}>
                Next page
              </a>
            </nav>
          )}
        </section>
      </>
    ),
  };
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
