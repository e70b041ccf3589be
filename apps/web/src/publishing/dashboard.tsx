import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { DoneNote, errorOf, type Shown } from "../deeds/deeds.tsx";
import { countText, plural, sizeText } from "../figures.tsx";
import { TierMark } from "../parts/marks.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { PublisherTabs } from "../parts/publisher-tabs.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { DASHBOARD_DEEDS, publisherOf } from "./dashboard-deeds.ts";
import { STATE_WORDS } from "../skill/standing-words.tsx";
import { NextForVersion, type OwnVersion } from "./next-for-version.tsx";

type Shapes = components["schemas"];

interface Facts {
  versions: Shapes["PublisherVersionList"];
  offers: Shapes["Transfer"][];
  unread: Shapes["Notice"][];
  storage: Shapes["Storage"] | undefined;
}

async function findFacts({ api, url }: Visit, handle: string): Promise<Facts> {
  const cursor = url.searchParams.get("cursor");
  const params = { path: { handle } };
  const [versions, transfers, notices, publisher] = await Promise.all([
    ensureData(
      api.GET("/publishers/{handle}/versions", {
        params: { ...params, query: { limit: 50, ...(cursor !== null && { cursor }) } },
      }),
    ),
    findData(api.GET("/transfers", { params: { query: { publisher: handle } } })),
    findData(api.GET("/notices", { params: { query: { publisher: handle, unread: "true", limit: 5 } } })),
    findData(api.GET("/publishers/{handle}", { params })),
  ]);
  const offers = transfers?.transfers.filter(({ to, status }) => to === handle && status === "pending") ?? [];
  return { versions, offers, unread: notices?.items ?? [], storage: publisher?.storage };
}

/** `/publishers/{handle}/dashboard`: where each version of a publisher stands, and what to do next. */
export function dashboardPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const handle = publisherOf(asked);
    const { versions, offers, unread, storage } = await findFacts(visit, handle);
    const action = visit.url.pathname;
    return formPage({
      title: `Dashboard of ${handle}`,
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <PublisherTabs handle={handle} here="dashboard" />
          <DoneNote deeds={DASHBOARD_DEEDS} url={visit.url} />
          <Offers offers={offers} action={action} />
          <Unread unread={unread} />
          <section aria-labelledby="versions">
            <h2 id="versions">Versions</h2>
            {versions.items.length === 0 ? (
              <p class="empty">
                Nothing is published yet. <a href="/publish">Publish a skill</a>
              </p>
            ) : (
              <p>
                <a href="/publish">Publish another version</a>
                {storage === undefined ? null : <span class="hint"> · {sizeText(storage.used_bytes)} in use</span>}
              </p>
            )}
            <ul class="own-versions">
              {versions.items.map((one) => (
                <li>
                  <OneVersion one={one} action={action} shown={shown} />
                </li>
              ))}
            </ul>
            {versions.next_cursor === null ? null : (
              <p>
                <a rel="next" href={`${action}?cursor=${encodeURIComponent(versions.next_cursor)}`}>
                  Older ones
                </a>
              </p>
            )}
          </section>
        </>
      ),
    });
  });
}

function OneVersion({ one, action, shown }: { one: OwnVersion; action: string; shown: Shown }) {
  const { name, version, standing, downloads, promotion } = one;
  return (
    <article aria-labelledby={`v-${name}-${version}`}>
      <h3 id={`v-${name}-${version}`}>
        <a href={skillAddress(name, version)}>
          {name} {version}
        </a>
      </h3>
      <p class="own-marks">
        <TierMark tier={standing.tier.security_tier} />
        <b>{STATE_WORDS[standing.state].toLowerCase()}</b>
        {standing.since === null ? null : (
          <span class="hint">
            since <Moment at={standing.since} />
          </span>
        )}
        <span class="hint">
          {countText(downloads)} {downloads === 1 ? "download" : "downloads"}
        </span>
        <a class="hint" href={`${skillAddress(name)}/settings`}>
          Settings<span class="unseen"> of {name}</span>
        </a>
      </p>
      {standing.reason === null ? null : (
        <p class="hint" dir="auto">
          {shortText(standing.reason, 400)}
        </p>
      )}
      {standing.fell === null ? null : (
        <p class="hint" dir="auto">
          It fell from {standing.fell.from} to {standing.fell.to}
          {standing.fell.reason === null ? "." : `: ${shortText(standing.fell.reason, 400)}`}
        </p>
      )}
      {promotion?.status === "rejected" ? (
        <p class="hint" dir="auto">
          The audit was refused{promotion.reason === null ? "." : `: ${shortText(promotion.reason, 400)}`}
        </p>
      ) : null}
      <NextForVersion one={one} action={action} shown={shown} />
    </article>
  );
}

function Offers({ offers, action }: { offers: Shapes["Transfer"][]; action: string }) {
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="offers">
      <h2 id="offers">Offered to you</h2>
      <ul class="entries">
        {offers.map(({ id, name, from, expires_at }) => (
          <li>
            <span>
              <a href={skillAddress(name)}>{name}</a> by {from}, until <Moment at={expires_at} />
            </span>
            <span class="choices">
              <Form action={action} hidden={{ do: "accept-transfer", row: id }} submit="Accept" />
              <Form action={action} hidden={{ do: "decline-transfer", row: id }} submit="Decline" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unread({ unread }: { unread: Shapes["Notice"][] }) {
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="unread">
      <h2 id="unread">New notices</h2>
      <ul class="entries">
        {unread.map(({ name, version, text, created_at }) => (
          <li>
            <span dir="auto">
              {name === null ? null : <b>{version === null ? name : `${name} ${version}`}: </b>}
              {shortText(text, 240)}{" "}
              <span class="hint">
                <Moment at={created_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/account/notices">All notices</a>
        {unread.length < 5 ? null : <span class="hint"> {plural(unread.length, "notice")} are shown here.</span>}
      </p>
    </section>
  );
}
