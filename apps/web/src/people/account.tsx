import type { AuthShapes, components, SiteClient } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { offerProvider } from "./by-provider.tsx";
import { Identities, Passkeys } from "./ways-in.tsx";
import { readForm, seeOther } from "../form.ts";
import { cookiesOf, type Done, inPerson, needsSecondFactor, outcome, refusalOf, type Refused } from "../in-person.ts";
import { shortText } from "../plain-text.ts";
import type { Answer } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { RecoveryCodes, showNewApp, showNewAppAgain } from "./new-app.tsx";
import { Field, Form, formPage, Moment } from "./parts.tsx";
import { findSignInState, type SignInState } from "./sign-in-state.ts";

type OwnAccount = AuthShapes["OwnAccount"];
type Token = components["schemas"]["Token"];

/** `/account`; who is not signed in is asked to. */
export async function showAccount(asked: Asked, error: string | null = null): Promise<Response> {
  const { api, auth } = inPerson(asked);
  const own = await outcome(auth.GET("/account"));
  if (!own.isOk) return seeOther(asked, "/login", { "cache-control": "no-cache", vary: "Cookie" });
  const listed = await outcome(api.GET("/tokens"));
  const tokens = listed.isOk ? listed.data.tokens : [];
  const state = await findSignInState(asked);
  return show(asked, null, async () => accountPage(own.data, { tokens, state, error }));
}

function accountPage(
  own: OwnAccount,
  { tokens, state, error }: { tokens: Token[]; state: SignInState | null; error: string | null },
): Page {
  const live = tokens.filter((token) => token.revoked_at === null);
  return formPage({
    title: own.handle,
    lead: `${own.email ?? ""}${own.role === "admin" ? " · admin of this registry" : ""}`,
    error,
    ...(error === null ? {} : { status: 400 }),
    children: (
      <>
        <Form action="/account" hidden={{ do: "sign-out" }} submit="Sign out" />
        <p>
          <a href="/reports">Your reports</a>
          {own.role === "admin" ? (
            <>
              {" · "}
              <a href="/admin/reports">Open cases</a>
            </>
          ) : null}
        </p>
        <SecondFactor own={own} />
        <Passkeys own={own} canAdd={state?.has_passkeys === true} />
        <Identities own={own} providers={state?.providers ?? []} />
        <section aria-labelledby="sessions">
          <h2 id="sessions">Where you are signed in</h2>
          <ul class="entries">
            {own.sessions.map((session) => (
              <li>
                <span>
                  {shortText(session.user_agent || "a browser", 80)} · {session.address} · since{" "}
                  <Moment at={session.created_at} />
                </span>
                {session.is_current ? (
                  <b>this one</b>
                ) : (
                  <Form action="/account" hidden={{ do: "end-session", id: session.id }} submit="End it" />
                )}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="tokens">
          <h2 id="tokens">Tokens</h2>
          <ul class="entries">
            {live.map((token) => (
              <li>
                <span>
                  <b>{shortText(token.name, 64)}</b> · {token.scopes.join(", ")} · for {token.patterns.join(", ")} ·
                  last used {token.last_used_at ? <Moment at={token.last_used_at} /> : "never"}
                </span>
              </li>
            ))}
          </ul>
          <p class="hint">
            <code>gaia-skill token create</code> and <code>gaia-skill token revoke</code> make and end them.
          </p>
        </section>
      </>
    ),
  });
}

function SecondFactor({ own }: { own: OwnAccount }) {
  const password = own.has_password ? (
    <Field name="password" label="Password" type="password" autocomplete="current-password" />
  ) : null;
  if (!own.has_second_factor) {
    return (
      <section aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <p>None yet: your password alone signs you in. An authenticator app on your phone makes codes.</p>
        <Form action="/account" hidden={{ do: "begin-second-factor" }} submit="Set up an app">
          {password}
        </Form>
      </section>
    );
  }
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p>
        An authenticator app. It is asked for when you sign in, and before changes that matter
        {own.proven_at === null ? null : (
          <>
            {" "}
            (last shown here <Moment at={own.proven_at} />)
          </>
        )}
        .
      </p>
      <details>
        <summary>New recovery codes, or take the app away</summary>
        <Form action="/account" hidden={{ do: "recovery-codes" }} submit="New recovery codes">
          {password}
        </Form>
        <Form action="/account" hidden={{ do: "remove-second-factor" }} submit="Take the app away">
          {password}
        </Form>
      </details>
    </section>
  );
}

type Deed = (asked: Asked, form: URLSearchParams) => Promise<Response>;

/** Does it, and goes on to the account; or to `/confirm` where the second factor is asked for. `again`: what a refusal shows instead. */
const deed =
  <Data,>(
    act: (auth: SiteClient["auth"], form: URLSearchParams) => Promise<Answer<Data>>,
    then?: (asked: Asked, done: Done<Data>) => Promise<Response>,
    again?: (asked: Asked, form: URLSearchParams, refused: Refused) => Promise<Response | null>,
  ): Deed =>
  async (asked, form) => {
    const told = await outcome(act(inPerson(asked).auth, form));
    if (told.isOk) return then ? then(asked, told) : seeOther(asked, "/account", cookiesOf(told));
    if (needsSecondFactor(told)) return seeOther(asked, "/confirm?back=/account", {});
    return (await again?.(asked, form, told)) ?? showAccount(asked, refusalOf(told));
  };

const passwordOf = (form: URLSearchParams) => ({ password: form.get("password") });
const idOf = (form: URLSearchParams) => ({ id: form.get("id") ?? "" });
const wayIn = (form: URLSearchParams) => ({ ...idOf(form), ...passwordOf(form) });

const DEEDS: Record<string, Deed> = {
  "sign-out": deed(
    (auth) => auth.POST("/sign-out", { body: {} }),
    async (asked, done) => seeOther(asked, "/", cookiesOf(done)),
  ),
  "end-session": deed((auth, form) => auth.POST("/end-session", { body: idOf(form) })),
  link: deed((auth, form) => {
    const body = { provider: form.get("provider") ?? "", ...passwordOf(form) };
    return auth.POST("/provider/link", { body });
  }, offerProvider),
  "remove-passkey": deed((auth, form) => auth.POST("/passkey/remove", { body: wayIn(form) })),
  unlink: deed((auth, form) => auth.POST("/provider/unlink", { body: wayIn(form) })),
  "begin-second-factor": deed(
    (auth, form) => auth.POST("/second-factor/begin", { body: passwordOf(form) }),
    showNewApp,
  ),
  "end-second-factor": deed(
    (auth, form) => auth.POST("/second-factor/end", { body: { code: form.get("code") ?? "" } }),
    undefined,
    showNewAppAgain,
  ),
  "remove-second-factor": deed((auth, form) => auth.POST("/second-factor/remove", { body: passwordOf(form) })),
  "recovery-codes": deed(
    (auth, form) => auth.POST("/second-factor/recovery-codes", { body: passwordOf(form) }),
    (asked, { data }) =>
      show(asked, null, async () =>
        formPage({
          title: "New recovery codes",
          lead: "The former ones are worth nothing any more. These are not shown again.",
          children: <RecoveryCodes codes={data.recovery_codes} />,
        }),
      ),
  ),
};

export async function changeAccount(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const wanted = form.get("do") ?? "";
  const found = Object.hasOwn(DEEDS, wanted) ? DEEDS[wanted] : undefined;
  return found ? found(asked, form) : showAccount(asked, "There is no such thing to do.");
}
