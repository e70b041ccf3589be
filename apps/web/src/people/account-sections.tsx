import type { AuthShapes } from "@gaia/client";
import { type Deed, DoneNote, formOf, type Shown } from "../deeds/deeds.tsx";
import { Form, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { NextSteps, OwnPages, type SoFar } from "./next-steps.tsx";
import { AskedPassword } from "./parts.tsx";
import type { SignInState } from "./sign-in-state.ts";
import { Identities, Passkeys } from "./ways-in.tsx";

type OwnAccount = AuthShapes["OwnAccount"];

interface Account {
  own: OwnAccount;
  /** null: how one signs in here cannot be told now. */
  state: SignInState | null;
  sofar: SoFar | null;
  shown: Shown;
}

/** What stands on `/account`, from what to do next to the way out. */
export function AccountSections({
  own,
  state,
  sofar,
  shown,
  deeds,
  url,
}: Account & { deeds: Readonly<Record<string, Deed>>; url: URL }) {
  return (
    <>
      <DoneNote deeds={deeds} url={url} />
      {sofar === null ? null : <NextSteps own={own} sofar={sofar} />}
      {sofar === null ? null : <OwnPages own={own} sofar={sofar} />}
      <AddressAndPassword own={own} />
      <SecondFactor own={own} shown={shown} />
      <Passkeys own={own} canAdd={state?.has_passkeys === true} shown={shown} />
      <Identities own={own} providers={state?.providers ?? []} shown={shown} />
      <Sessions own={own} />
      <section aria-labelledby="leaving">
        <h2 id="leaving">Leaving</h2>
        <p>
          <a href="/account/delete">Delete the account</a>: what you published stays.
        </p>
      </section>
    </>
  );
}

function AddressAndPassword({ own }: { own: OwnAccount }) {
  const { email, address_change: change } = own;
  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">Address and password</h2>
      <ul class="own-pages">
        <li>
          <a href="/account/address">{email === null ? "Add a mail address" : "Change the mail address"}</a>
          <span>
            {change === null ? (
              (email ?? "You have none: no mail reaches you.")
            ) : (
              <b>A change to {shortText(change.to, 254)} is under way.</b>
            )}
          </span>
        </li>
        <li>
          <a href="/account/password">{own.has_password ? "Change the password" : "Add a password"}</a>
          <span>{own.has_password ? "Every other browser is signed out by it." : "You have none."}</span>
        </li>
      </ul>
    </section>
  );
}

function SecondFactor({ own, shown }: { own: OwnAccount; shown: Shown }) {
  const [begin, codes, remove] = [
    formOf(shown, "begin-second-factor"),
    formOf(shown, "recovery-codes"),
    formOf(shown, "remove-second-factor"),
  ];
  if (!own.has_second_factor) {
    return (
      <section aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <p>None yet: your password alone signs you in. An authenticator app on your phone makes codes.</p>
        <Form action="/account" hidden={begin.hidden} submit="Set up an app">
          <AskedPassword own={own} field={begin.field} />
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
      <details open={codes.isTyped || remove.isTyped}>
        <summary>New recovery codes, or take the app away</summary>
        <Form action="/account" hidden={codes.hidden} submit="New recovery codes">
          <PasswordToo own={own} field={codes.field} />
        </Form>
        <Form action="/account" hidden={remove.hidden} submit="Take the app away">
          <PasswordToo own={own} field={remove.field} />
        </Form>
      </details>
    </section>
  );
}

/** What concerns the app itself asks for the password beside its code. */
const PasswordToo = ({ own, field }: Parameters<typeof AskedPassword>[0]) => (
  <AskedPassword own={{ ...own, has_second_factor: false }} field={field} />
);

const Sessions = ({ own }: { own: OwnAccount }) => (
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
            <Form action="/account" hidden={{ do: "end-session", row: session.id }} submit="End it" />
          )}
        </li>
      ))}
    </ul>
    <Form action="/account" hidden={{ do: "sign-out" }} submit="Sign out" />
  </section>
);
