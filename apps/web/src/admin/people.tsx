import { isHandle } from "../naming/handle.ts";
import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { Notice } from "../parts/banner.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { NOTHING_TYPED } from "../typed.ts";
import { errorAndStatus, forAdmins } from "./gate.tsx";

type Account = components["schemas"]["Account"];
type Invited = components["schemas"]["AccountInvited"];

const ADDRESS = "/admin/people";

/** What is done on `/admin/people`. */
export const PEOPLE_DEEDS: Readonly<Record<string, Deed>> = {
  invite: deed({
    fields: ["email"],
    said: "Invited.",
    judge: ({ email = "" }) => ({
      email: email === "" || /^[^\s@]+@[^\s@]+$/.test(email) ? null : "That is no mail address.",
    }),
    about: { 400: "email", 409: "email" },
    act: ({ api }, { email = "" }) => api.POST("/admin/invitations", { body: { email: email === "" ? null : email } }),
    // The link is shown once: the registry keeps none.
    after: (asked, invited) => peopleWith(invited)(asked, { typed: NOTHING_TYPED, form: null }),
  }),
  revoke: deed({
    said: "The invitation is revoked.",
    act: ({ api }, { row = "" }) => api.DELETE("/admin/invitations/{id}", { params: { path: { id: row } } }),
  }),
};

const peopleWith = (invited: Invited | null): ((asked: Asked, shown: Shown) => Promise<Response>) =>
  forAdmins(async ({ api, url }, shown) => {
    const { searchParams } = url;
    const cursor = searchParams.get("cursor");
    const only = onlyOf(searchParams);
    const query = { limit: 50, ...only, ...(cursor !== null && { cursor }) };
    const list = await ensureData(api.GET("/admin/accounts", { params: { query } }));
    const { invitations } = await ensureData(api.GET("/admin/invitations"));
    return adminPage({
      at: ADDRESS,
      title: "People",
      ...errorAndStatus(shown),
      note: <DoneNote deeds={PEOPLE_DEEDS} url={url} />,
      children: (
        <>
          {invited === null ? null : <Link invited={invited} />}
          <Accounts list={list} only={only} />
          <Invite shown={shown} open={invitations} />
          <section aria-labelledby="publisher">
            <h2 id="publisher">Publishers</h2>
            <p>Storage of a publisher, and the members of an organisation.</p>
            <form method="get" action="/admin/publishers" class="stack">
              <Line form="publisher" name="handle" label="Handle" typed={NOTHING_TYPED} maxlength={39} />
              <button type="submit" class="act">
                Show it
              </button>
            </form>
          </section>
        </>
      ),
    });
  });

/** `/admin/people`: accounts, and invitations to make one. */
export const peoplePage = peopleWith(null);

interface Only {
  handle?: string;
  role?: "user" | "admin";
  status?: "active" | "suspended" | "deleted";
}

function onlyOf(params: URLSearchParams): Only {
  const [handle, role, status] = [params.get("handle") ?? "", params.get("role"), params.get("status")];
  return {
    ...(isHandle(handle) && { handle }),
    ...((role === "user" || role === "admin") && { role }),
    ...((status === "active" || status === "suspended" || status === "deleted") && { status }),
  };
}

const FILTERS = [
  ["", "All"],
  ["role=admin", "Admins"],
  ["status=suspended", "Suspended"],
  ["status=deleted", "Deleted"],
] as const;

function Accounts({ list, only }: { list: components["schemas"]["AccountList"]; only: Only }) {
  const now = new URLSearchParams({ ...only }).toString();
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <p class="choices">
        {FILTERS.map(([query, words]) => (
          <a
            href={query === "" ? ADDRESS : `${ADDRESS}?${query}`}
            {...(query === now && { "aria-current": "true" as const })}
          >
            {words}
          </a>
        ))}
      </p>
      {list.items.length === 0 ? <p class="empty">There is no such account.</p> : null}
      <ul class="entries">
        {list.items.map((one) => (
          <li>
            <span>
              <a href={`${ADDRESS}/${one.handle}`}>
                <b>{one.handle}</b>
              </a>
              <Standing account={one} />
            </span>
            <span class="hint">
              since <Moment at={one.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {list.next_cursor === null ? null : (
        <p>
          <a rel="next" href={`${ADDRESS}?${new URLSearchParams({ ...only, cursor: list.next_cursor })}`}>
            Newer ones
          </a>
        </p>
      )}
    </section>
  );
}

/** What an account is beside a person like others. */
export const Standing = ({ account }: { account: Account }) => (
  <>
    {account.role === "admin" ? <span class="note">admin</span> : null}
    {account.status === "active" ? null : <span class="note">{account.status}</span>}
  </>
);

function Link({ invited }: { invited: Invited }) {
  return (
    <div role="status">
      <Notice tone="allow" shape="shield" title="Invited">
        {invited.is_mailed
          ? `The link was mailed to ${invited.email}. `
          : "No letter went out: give the link to the person. "}
        It makes one account, until <Moment at={invited.expires_at} />, and is shown this once:{" "}
        <code>{shortText(invited.url, 500)}</code>
      </Notice>
    </div>
  );
}

function Invite({
  shown,
  open,
}: {
  shown: Shown;
  open: components["schemas"]["AccountInvitationList"]["invitations"];
}) {
  const { hidden, field } = formOf(shown, "invite");
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <Form
        action={ADDRESS}
        hidden={hidden}
        submit="Invite"
        consequence="A link for one account and a week. It is mailed where you give an address, and shown to you once."
      >
        <Line
          {...field}
          name="email"
          label="Mail address"
          optional
          maxlength={254}
          hint="Empty: a link for its bearer."
        />
      </Form>
      {open.length === 0 ? null : (
        <>
          <h3>Not used yet</h3>
          <ul class="entries">
            {open.map(({ id, email, invited_by: by, expires_at: until }) => (
              <li>
                <span>
                  {email === null ? "for its bearer" : shortText(email, 254)}{" "}
                  <span class="hint">
                    by {by}, until <Moment at={until} />
                  </span>
                </span>
                <Form action={ADDRESS} hidden={{ do: "revoke", row: id }} submit="Revoke" />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
