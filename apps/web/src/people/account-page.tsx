import type { AuthShapes } from "@gaia/client";
import { Field, Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import type { Page } from "../visit.ts";
import { NextSteps, OwnPages, type SoFar } from "./next-steps.tsx";
import type { SignInState } from "./sign-in-state.ts";
import { Identities, Passkeys } from "./ways-in.tsx";

type OwnAccount = AuthShapes["OwnAccount"];

/** `/account`: what to do next, the pages of one's own, and how one signs in. */
export function accountPage(
  own: OwnAccount,
  { state, error, sofar }: { state: SignInState | null; error: string | null; sofar: SoFar | null },
): Page {
  return formPage({
    title: own.handle,
    lead: `${own.email ?? ""}${own.role === "admin" ? " · admin of this registry" : ""}`,
    error,
    ...(error === null ? {} : { status: 400 }),
    children: (
      <>
        {sofar === null ? null : <NextSteps own={own} sofar={sofar} />}
        {sofar === null ? null : <OwnPages own={own} sofar={sofar} />}
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
          <Form action="/account" hidden={{ do: "sign-out" }} submit="Sign out" />
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
