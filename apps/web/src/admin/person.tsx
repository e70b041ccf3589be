import { isHandle } from "../naming/handle.ts";
import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, type Shown } from "../deeds/deeds.tsx";
import { notFoundPage } from "../pages/problem.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { ensureMe } from "../showing/me.ts";
import { Case, Decide, judgeReason } from "./case.tsx";
import { errorAndStatus, forAdmins } from "./gate.tsx";
import { Standing } from "./people.tsx";

type Account = components["schemas"]["Account"];

const handleOf = (asked: Asked) => ({ handle: asked.param("handle") });

/** What is done to an account. */
export const PERSON_DEEDS: Readonly<Record<string, Deed>> = {
  suspend: deed({
    fields: ["reason"],
    said: "Suspended.",
    judge: judgeReason,
    about: { 400: "reason" },
    sure: () => ({
      title: "Suspend this account?",
      consequence:
        "It may do nothing more: its tokens and sessions count no longer, its reviews and stars are not counted. Its skills stay.",
      submit: "Suspend the account",
    }),
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/accounts/{handle}/suspend", { params: { path: handleOf(asked) }, body: { reason } }),
  }),
  reinstate: deed({
    fields: ["reason"],
    said: "The account has its rights back.",
    judge: judgeReason,
    about: { 400: "reason" },
    act: ({ api }, { reason = "" }, asked) =>
      api.POST("/admin/accounts/{handle}/reinstate", { params: { path: handleOf(asked) }, body: { reason } }),
  }),
  "make-admin": deed({
    said: "The account is an admin’s now.",
    sure: () => ({
      title: "Make this account an admin?",
      consequence:
        "The account may do here all that you may: decide what is held, suspend accounts, make other admins.",
      submit: "Make admin",
    }),
    act: ({ api }, _, asked) =>
      api.PUT("/admin/accounts/{handle}/role", { params: { path: handleOf(asked) }, body: { role: "admin" } }),
  }),
  "make-user": deed({
    said: "The account is a user’s now.",
    act: ({ api }, _, asked) =>
      api.PUT("/admin/accounts/{handle}/role", { params: { path: handleOf(asked) }, body: { role: "user" } }),
  }),
};

/** `/admin/people/:handle`: an account, and what may be done to it. */
export const personPage = forAdmins(async (visit, shown: Shown, asked) => {
  const { handle } = handleOf(asked);
  if (!isHandle(handle)) return notFoundPage(visit, null);
  const { api, url } = visit;
  const [account] = (await ensureData(api.GET("/admin/accounts", { params: { query: { handle, limit: 1 } } }))).items;
  if (!account) return notFoundPage(visit, null);
  const isOwn = ensureMe(visit).handle === handle;
  return adminPage({
    at: "/admin/people",
    title: handle,
    ...errorAndStatus(shown),
    note: <DoneNote deeds={PERSON_DEEDS} url={url} />,
    children: (
      <Case
        evidence={
          <section aria-labelledby="account">
            <h2 id="account">Account</h2>
            <p>
              Made <Moment at={account.created_at} />. <Standing account={account} />
            </p>
            {account.reason === null ? null : (
              <p>
                Suspended: <q dir="auto">{shortText(account.reason, 2_000)}</q>
              </p>
            )}
            <ul class="entries">
              <li>
                <a href={`/publishers/${handle}`}>Skills</a>
              </li>
              <li>
                <a href={`/admin/publishers/${handle}`}>Storage</a>
              </li>
              <li>
                <a href={`/admin/audit?account=${handle}`}>Audit log: what this account did, and what was done to it</a>
              </li>
            </ul>
          </section>
        }
        decision={<Decisions account={account} isOwn={isOwn} shown={shown} />}
      />
    ),
  });
});

function Decisions({ account, isOwn, shown }: { account: Account; isOwn: boolean; shown: Shown }) {
  const action = `/admin/people/${account.handle}`;
  if (account.status === "deleted") return <p>Its owner deleted it: nothing is left to decide.</p>;
  return (
    <>
      {account.status === "suspended" ? (
        <Decide
          action={action}
          shown={shown}
          deed="reinstate"
          button="Reinstate the account"
          cannot={null}
          follows="The account has its rights back, and what it said counts again. New tokens are needed."
        />
      ) : (
        <Decide
          action={action}
          shown={shown}
          deed="suspend"
          button="Suspend the account"
          isGrave
          cannot={isOwn ? "This is your own account." : null}
          follows="The account may do nothing more until an admin reinstates it. Its skills stay."
        />
      )}
      {account.role === "admin" ? (
        <Form
          action={action}
          hidden={{ do: "make-user" }}
          submit="Make user"
          consequence="The account decides nothing here any more."
        />
      ) : (
        <Form
          action={action}
          hidden={{ do: "make-admin" }}
          submit="Make admin"
          consequence="The account may do here all that you may. A second admin audits your own skills and decides appeals."
        />
      )}
    </>
  );
}
