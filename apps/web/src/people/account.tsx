import type { Asked } from "../asked.ts";
import { offerProvider } from "./by-provider.tsx";
import { Identities, Passkeys } from "./ways-in.tsx";
import { readForm, seeOther } from "../form.ts";
import { shortText } from "../plain-text.ts";
import { show } from "../show.ts";
import type { Page } from "../visit.ts";
import { askFor, isOk, listOf, refusalOf, textOf, textsOf, type Told } from "./ask.ts";
import { RecoveryCodes, showNewApp, showNewAppAgain } from "./new-app.tsx";
import { Field, Form, formPage, Moment } from "./parts.tsx";
import { cookiesOf } from "./sign-in.tsx";

/** `/account`; who is not signed in is asked to. */
export async function showAccount(asked: Asked, error: string | null = null): Promise<Response> {
  const own = await askFor(asked, "/auth/account");
  if (!isOk(own)) return seeOther(asked, "/login", { "cache-control": "no-cache", vary: "Cookie" });
  const tokens = await askFor(asked, "/api/v1/tokens");
  const state = await askFor(asked, "/auth/state");
  const providers = listOf(state.body, "providers");
  const hasPasskeys = state.body["has_passkeys"] === true;
  return show(asked, null, async () => accountPage(own, { tokens, providers, hasPasskeys, error }));
}

function accountPage(
  { body: own }: Told,
  {
    tokens,
    providers,
    hasPasskeys,
    error,
  }: { tokens: Told; providers: Record<string, unknown>[]; hasPasskeys: boolean; error: string | null },
): Page {
  const live = listOf(tokens.body, "tokens").filter((token) => textOf(token, "revoked_at") === "");
  return formPage({
    title: textOf(own, "handle"),
    lead: `${textOf(own, "email")}${textOf(own, "role") === "admin" ? " · admin of this registry" : ""}`,
    error,
    ...(error === null ? {} : { status: 400 }),
    children: (
      <>
        <Form action="/account" hidden={{ do: "sign-out" }} submit="Sign out" />
        <p>
          <a href="/reports">Your reports</a>
          {textOf(own, "role") === "admin" ? (
            <>
              {" · "}
              <a href="/admin/reports">Open cases</a>
            </>
          ) : null}
        </p>
        <SecondFactor own={own} />
        <Passkeys own={own} canAdd={hasPasskeys} />
        <Identities own={own} providers={providers} />
        <section aria-labelledby="sessions">
          <h2 id="sessions">Where you are signed in</h2>
          <ul class="entries">
            {listOf(own, "sessions").map((session) => (
              <li>
                <span>
                  {shortText(textOf(session, "user_agent") || "a browser", 80)} · {textOf(session, "address")} · since{" "}
                  <Moment at={textOf(session, "created_at")} />
                </span>
                {session["is_current"] === true ? (
                  <b>this one</b>
                ) : (
                  <Form action="/account" hidden={{ do: "end-session", id: textOf(session, "id") }} submit="End it" />
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
                  <b>{shortText(textOf(token, "name"), 64)}</b> · {textsOf(token, "scopes").join(", ")} · for{" "}
                  {textsOf(token, "patterns").join(", ")} · last used{" "}
                  {textOf(token, "last_used_at") ? <Moment at={textOf(token, "last_used_at")} /> : "never"}
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

function SecondFactor({ own }: { own: Record<string, unknown> }) {
  const needsPassword = own["has_password"] === true;
  const password = needsPassword ? (
    <Field name="password" label="Password" type="password" autocomplete="current-password" />
  ) : null;
  if (own["has_second_factor"] !== true) {
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
        {own["proven_at"] === null ? null : (
          <>
            {" "}
            (last shown here <Moment at={textOf(own, "proven_at")} />)
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
  (
    path: string,
    body: (form: URLSearchParams) => object,
    then?: (asked: Asked, told: Told) => Promise<Response>,
    again?: (asked: Asked, form: URLSearchParams, told: Told) => Promise<Response | null>,
  ): Deed =>
  async (asked, form) => {
    const told = await askFor(asked, path, body(form));
    if (textOf(told.body, "code") === "second_factor_required") return seeOther(asked, "/confirm?back=/account", {});
    if (!isOk(told)) return (await again?.(asked, form, told)) ?? showAccount(asked, refusalOf(told));
    return then ? then(asked, told) : seeOther(asked, "/account", cookiesOf(told));
  };

const passwordOf = (form: URLSearchParams) => ({ password: form.get("password") });

const DEEDS: Record<string, Deed> = {
  "sign-out": deed(
    "/auth/sign-out",
    () => ({}),
    async (asked, told) => seeOther(asked, "/", cookiesOf(told)),
  ),
  "end-session": deed("/auth/end-session", (form) => ({ id: form.get("id") ?? "" })),
  link: deed(
    "/auth/provider/link",
    (form) => ({ provider: form.get("provider") ?? "", ...passwordOf(form) }),
    offerProvider,
  ),
  "remove-passkey": deed("/auth/passkey/remove", (form) => ({ id: form.get("id") ?? "", ...passwordOf(form) })),
  unlink: deed("/auth/provider/unlink", (form) => ({ id: form.get("id") ?? "", ...passwordOf(form) })),
  "begin-second-factor": deed("/auth/second-factor/begin", passwordOf, showNewApp),
  "end-second-factor": deed(
    "/auth/second-factor/end",
    (form) => ({ code: form.get("code") ?? "" }),
    undefined,
    showNewAppAgain,
  ),
  "remove-second-factor": deed("/auth/second-factor/remove", passwordOf),
  "recovery-codes": deed("/auth/second-factor/recovery-codes", passwordOf, (asked, { body }) =>
    show(asked, null, async () =>
      formPage({
        title: "New recovery codes",
        lead: "The former ones are worth nothing any more. These are not shown again.",
        children: <RecoveryCodes codes={textsOf(body, "recovery_codes")} />,
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
