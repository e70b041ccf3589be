import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, type Shown } from "../deeds/deeds.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page } from "../visit.ts";
import { MAIL_DEED, MailSection } from "./mail-choices.tsx";

type SkillNotice = components["schemas"]["Notice"];

const ADDRESS = "/account/notices";

/** What is done on `/account/notices`. */
export const NOTICE_DEEDS: Readonly<Record<string, Deed>> = {
  mail: MAIL_DEED,
  read: deed({
    said: "Marked as read.",
    act: ({ api }, { row = "" }) => api.POST("/notices/{id}/read", { params: { path: { id: Number(row) } } }),
  }),
  "read-all": deed({
    fields: ["ids"],
    said: "Marked as read.",
    async act({ api }, { ids = "" }) {
      const wanted = ids.split(" ").map(Number).slice(0, 50);
      const told = [];
      for (const id of wanted) told.push(await api.POST("/notices/{id}/read", { params: { path: { id } } }));
      return told.find(({ response }) => !response.ok) ?? told[0] ?? { response: new Response(null, { status: 400 }) };
    },
  }),
};

/** `/account/notices`: which kinds come by mail, and what was told to the publishers that somebody belongs to, newest first. */
export function noticesPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    const isAdmin = ensureMe(visit).role === "admin";
    const cursor = visit.url.searchParams.get("cursor");
    const query = { limit: 50, ...(cursor !== null && { cursor }) };
    const { items, next_cursor: next } = await ensureData(visit.api.GET("/notices", { params: { query } }));
    const choices = await ensureData(visit.api.GET("/notices/mail"));
    const unread = items.filter(({ read_at }) => read_at === null);
    return formPage({
      title: "Notices",
      lead: "What happened to your skills, and to the publishers that you belong to.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={{ mail: MAIL_DEED }} url={visit.url} />
          {items.length === 0 ? (
            <p class="empty">
              Nothing yet. Verdicts, audits, invitations and reports about your skills are shown here.
            </p>
          ) : null}
          {unread.length > 1 ? (
            <Form
              action={ADDRESS}
              hidden={{ do: "read-all", ids: unread.map(({ id }) => id).join(" ") }}
              submit={`Mark all ${unread.length} as read`}
            />
          ) : null}
          <ol class="notices">
            {items.map((notice) => (
              <li class={notice.read_at === null ? "unread" : undefined}>
                <OneNotice notice={notice} />
              </li>
            ))}
          </ol>
          {next === null ? null : (
            <p>
              <a rel="next" href={`${ADDRESS}?cursor=${encodeURIComponent(next)}`}>
                Older ones
              </a>
            </p>
          )}
          <MailSection choices={choices} isAdmin={isAdmin} shown={shown} />
        </>
      ),
    });
  });
}

function OneNotice({ notice }: { notice: SkillNotice }) {
  const { id, name, version, publisher, text, read_at } = notice;
  return (
    <article aria-labelledby={`notice-${id}`}>
      <h2 id={`notice-${id}`}>
        {name === null ? (
          <a href={`/publishers/${encodeURIComponent(publisher)}`}>{publisher}</a>
        ) : (
          <a href={skillAddress(name, version)}>
            {name}
            {version === null ? "" : ` ${version}`}
          </a>
        )}
        {read_at === null ? <b class="new-mark">New</b> : null}
      </h2>
      <p class="said" dir="auto">
        {shortText(text, 4_000)}
      </p>
      <div class="notice-foot">
        <p class="hint">
          to {publisher} · <Moment at={notice.created_at} />
        </p>
        {read_at === null ? (
          <Form action={ADDRESS} hidden={{ do: "read", row: String(id) }} submit="Mark as read" />
        ) : null}
      </div>
    </article>
  );
}
