import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Choice, Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { ROLE_WORDS } from "../people/organisations.tsx";
import { ensureData, findData } from "../registry-api.ts";
import { isOneOf } from "../reports/kinds.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { PublisherTabs } from "../parts/publisher-tabs.tsx";

type Member = components["schemas"]["Member"];
type Invitation = components["schemas"]["Invitation"];

const handleOf = (asked: Asked): string => asked.param("handle");
const judgeRole = (role = ""): string | null => (isOneOf(ROLE_WORDS, role) ? null : "Choose a role.");
const roleOf = (role = "") => (isOneOf(ROLE_WORDS, role) ? role : "publisher");

/** What is done on the page of a publisher's members. */
export const MEMBER_DEEDS: Readonly<Record<string, Deed>> = {
  invite: deed({
    fields: ["who", "role"],
    said: "The invitation is sent. It is good for a while, and stands below until it is answered.",
    judge: ({ who = "", role }) => ({
      who: who.trim() === "" ? "Say whom: a handle, or a mail address." : null,
      role: judgeRole(role),
    }),
    about: { 400: "who", 404: "who", 409: "who" },
    act({ api }, { who = "", role }, asked) {
      const invited = who.trim();
      const body = { role: roleOf(role), ...(invited.includes("@") ? { email: invited } : { account: invited }) };
      return api.POST("/publishers/{handle}/invitations", { params: { path: { handle: handleOf(asked) } }, body });
    },
  }),
  withdraw: deed({
    said: "The invitation is withdrawn.",
    act: ({ api }, { row = "" }, asked) =>
      api.DELETE("/publishers/{handle}/invitations/{id}", { params: { path: { handle: handleOf(asked), id: row } } }),
  }),
  role: deed({
    fields: ["role"],
    said: "The role is changed.",
    judge: ({ role }) => ({ role: judgeRole(role) }),
    act: ({ api }, { row = "", role }, asked) =>
      api.PUT("/publishers/{handle}/members/{account}", {
        params: { path: { handle: handleOf(asked), account: row } },
        body: { role: roleOf(role) },
      }),
  }),
  remove: deed({
    said: "The member is removed.",
    sure: ({ row = "" }) => ({
      title: `Remove ${row}?`,
      consequence: "They publish, sign and yank here no longer, and their tokens for these skills stop working.",
      submit: "Remove the member",
    }),
    act: ({ api }, { row = "" }, asked) =>
      api.DELETE("/publishers/{handle}/members/{account}", {
        params: { path: { handle: handleOf(asked), account: row } },
      }),
  }),
};

/** `/publishers/{handle}/members`: who belongs to an organisation, with which role, and who is invited. */
export function membersPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    const me = ensureMe(visit);
    const handle = handleOf(asked);
    const params = { path: { handle } };
    const { members } = await ensureData(visit.api.GET("/publishers/{handle}/members", { params }));
    const mine = members.find(({ account }) => account === me.handle)?.role;
    const isManaging = mine === "owner" || mine === "admin" || (mine === undefined && me.role === "admin");
    const invited = isManaging ? await findData(visit.api.GET("/publishers/{handle}/invitations", { params })) : null;
    const action = visit.url.pathname;
    return formPage({
      title: `Members of ${handle}`,
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <PublisherTabs handle={handle} here="members" />
          <DoneNote deeds={MEMBER_DEEDS} url={visit.url} />
          <ul class="entries">
            {members.map((member) => (
              <li>
                <span>
                  <b>{member.account}</b>
                  {member.account === me.handle ? " (you)" : ""} · {member.role} · since <Moment at={member.since} />
                </span>
                {isManaging && member.account !== me.handle ? (
                  <OneMember member={member} action={action} shown={shown} />
                ) : null}
              </li>
            ))}
          </ul>
          {isManaging ? (
            <>
              <Invited open={(invited?.invitations ?? []).filter(isOpen)} action={action} />
              <Invite action={action} shown={shown} />
            </>
          ) : (
            <p class="hint">Owners and admins of {handle} change this.</p>
          )}
        </>
      ),
    });
  });
}

const isOpen = ({ status }: Invitation): boolean => status === "pending";

function OneMember({ member, action, shown }: { member: Member; action: string; shown: Shown }) {
  const { hidden, field, isTyped } = formOf(shown, "role", member.account);
  return (
    <details open={isTyped}>
      <summary>Change</summary>
      <Form
        action={action}
        hidden={hidden}
        submit="Change the role"
        consequence="It counts at once, for their tokens too."
      >
        <Choice {...field} name="role" label="Role" words={ROLE_WORDS} now={member.role} />
      </Form>
      <Form
        action={action}
        hidden={{ do: "remove", row: member.account }}
        submit="Remove"
        consequence="They are a member no longer."
        isGrave
      />
    </details>
  );
}

function Invited({ open, action }: { open: Invitation[]; action: string }) {
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">Invited</h2>
      <ul class="entries">
        {open.map(({ id, account, email, role, expires_at }) => (
          <li>
            <span>
              <b>{account ?? email ?? "an account"}</b> · {role} · until <Moment at={expires_at} />
            </span>
            <Form action={action} hidden={{ do: "withdraw", row: id }} submit="Withdraw" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invite({ action, shown }: { action: string; shown: Shown }) {
  const { hidden, field } = formOf(shown, "invite");
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <Form
        action={action}
        hidden={hidden}
        submit="Invite"
        consequence="They become a member when they accept, on their page of organisations."
      >
        <Line
          {...field}
          name="who"
          label="Who"
          maxlength={254}
          hint="The handle or the mail address of an account here."
        />
        <Choice {...field} name="role" label="Role" words={ROLE_WORDS} now="publisher" />
      </Form>
    </section>
  );
}
