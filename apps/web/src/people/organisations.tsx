import { HANDLE_HINT, isHandle } from "../naming/handle.ts";
import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { ensureData, findData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page, Visit } from "../visit.ts";

type Invitation = components["schemas"]["Invitation"];
type Role = components["schemas"]["Role"];

const ADDRESS = "/account/organisations";

/** What each role of a publisher may do. */
export const ROLE_WORDS: Record<Role, string> = {
  owner: "owner: everything, transfer and removal too",
  admin: "admin: members, keys and settings",
  publisher: "publisher: publish, sign and yank",
};

/** What is done on `/account/organisations`. */
export const ORGANISATION_DEEDS: Readonly<Record<string, Deed>> = {
  make: deed({
    fields: ["handle"],
    said: "The organisation is there, and you own it.",
    judge: ({ handle = "" }) => ({
      handle: isHandle(handle) ? null : HANDLE_HINT,
    }),
    about: { 400: "handle", 409: "handle" },
    act: ({ api }, { handle = "" }) => api.POST("/publishers", { body: { handle, kind: "organisation" } }),
    after: (_, { handle }) => `/publishers/${encodeURIComponent(handle)}/members`,
  }),
  accept: deed({
    said: "You are a member now.",
    act: ({ api }, { row = "" }) => api.POST("/invitations/{id}/accept", { params: { path: { id: row } } }),
  }),
  decline: deed({
    said: "The invitation is declined.",
    act: ({ api }, { row = "" }) => api.POST("/invitations/{id}/decline", { params: { path: { id: row } } }),
  }),
  leave: deed({
    said: "You left it.",
    sure: ({ row = "" }) => ({
      title: `Leave ${row}?`,
      consequence: "You can publish, sign and yank its skills no longer. To come back, you need an invitation.",
      submit: "Leave it",
    }),
    act: ({ api }, { row = "" }) =>
      api.DELETE("/publishers/{handle}/membership", { params: { path: { handle: row } } }),
  }),
};

/** `/account/organisations`: where somebody is a member, who invites them, and another one. */
export function organisationsPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    const [own, { invitations }] = await Promise.all([findOwn(visit), ensureData(visit.api.GET("/invitations"))]);
    return formPage({
      title: "Organisations",
      lead: "An organisation publishes skills for several people. Each member has a role in it.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={ORGANISATION_DEEDS} url={visit.url} />
          <Invitations open={invitations.filter(({ status }) => status === "pending")} />
          <Own own={own} />
          <NewOne shown={shown} />
        </>
      ),
    });
  });
}

interface Membership {
  handle: string;
  role: Role | null;
}

async function findOwn(visit: Visit): Promise<Membership[]> {
  const me = ensureMe(visit);
  const handles = me.publishers.filter((handle) => handle !== me.handle).slice(0, 100);
  return Promise.all(
    handles.map(async (handle) => {
      const list = await findData(visit.api.GET("/publishers/{handle}/members", { params: { path: { handle } } }));
      return { handle, role: list?.members.find(({ account }) => account === me.handle)?.role ?? null };
    }),
  );
}

function Invitations({ open }: { open: Invitation[] }) {
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <ul class="entries">
        {open.map(({ id, publisher, role, invited_by, expires_at }) => (
          <li>
            <span>
              <a href={`/publishers/${encodeURIComponent(publisher)}`}>{publisher}</a> invites you as{" "}
              <b>{ROLE_WORDS[role]}</b>
              <br />
              <span class="hint">
                from {invited_by}, until <Moment at={expires_at} />
              </span>
            </span>
            <span class="choices">
              <Form action={ADDRESS} hidden={{ do: "accept", row: id }} submit="Accept" />
              <Form action={ADDRESS} hidden={{ do: "decline", row: id }} submit="Decline" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Own({ own }: { own: Membership[] }) {
  return (
    <section aria-labelledby="own">
      <h2 id="own">Yours</h2>
      {own.length === 0 ? <p class="empty">You are in no organisation.</p> : null}
      <ul class="entries">
        {own.map(({ handle, role }) => (
          <li>
            <span>
              <a href={`/publishers/${encodeURIComponent(handle)}/members`}>{handle}</a>
              {role === null ? null : ` · ${ROLE_WORDS[role]}`}
            </span>
            <Form action={ADDRESS} hidden={{ do: "leave", row: handle }} submit="Leave" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewOne({ shown }: { shown: Shown }) {
  const { hidden, field } = formOf(shown, "make");
  return (
    <section aria-labelledby="new">
      <h2 id="new">A new one</h2>
      <Form
        action={ADDRESS}
        hidden={hidden}
        submit="Create organisation"
        consequence="You own it, and invite others on its page. Its handle stands before the names of its skills, and never changes."
      >
        <Line {...field} name="handle" label="Handle" maxlength={39} hint={HANDLE_HINT} />
      </Form>
    </section>
  );
}
