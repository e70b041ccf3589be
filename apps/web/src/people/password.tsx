import type { AuthShapes } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { ensureOwnAccount } from "./own.ts";
import { AskedPassword, PASSWORD_HINT, passwordIn } from "./parts.tsx";

const ADDRESS = "/account/password";

/** What is done on `/account/password`. */
export const PASSWORD_DEEDS: Readonly<Record<string, Deed>> = {
  choose: deed({
    fields: ["password", "new_password"],
    said: "The new password counts from now on. Every other browser is signed out.",
    judge: ({ new_password: chosen = "" }) => ({ new_password: chosen.length < 12 ? PASSWORD_HINT : null }),
    about: { 400: "new_password" },
    act: ({ auth }, { new_password: chosen = "", ...values }) =>
      auth.POST("/change-password", { body: { new_password: chosen, ...passwordIn(values) } }),
  }),
};

/** `/account/password`: another password, or a first one. */
export function passwordPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const own = await ensureOwnAccount(asked);
    return formPage({
      title: own.has_password ? "Change the password" : "Add a password",
      lead: "Every other browser is signed out by it, and a mail tells you. Tokens go on: they are no part of your password.",
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={PASSWORD_DEEDS} url={visit.url} />
          {own.email === null ? <NoAddress /> : <NewPassword own={own} shown={shown} />}
          <p>
            <a href="/account">Your account</a>
          </p>
        </>
      ),
    });
  });
}

const NoAddress = () => (
  <p>
    A password is typed in with a mail address, and your account has none.{" "}
    <a href="/account/address">Add an address first</a>.
  </p>
);

function NewPassword({ own, shown }: { own: AuthShapes["OwnAccount"]; shown: Shown }) {
  const { hidden, field } = formOf(shown, "choose");
  return (
    <>
      <Form action={ADDRESS} hidden={hidden} submit={own.has_password ? "Change it" : "Add it"}>
        <AskedPassword own={own} field={field} />
        <Line
          {...field}
          name="new_password"
          label="New password"
          is="new password"
          maxlength={256}
          hint={PASSWORD_HINT}
        />
      </Form>
      <HowAsked own={own} back={ADDRESS} />
    </>
  );
}

/** How it is made sure that it is they, where no password is asked for. */
export function HowAsked({ own, back }: { own: AuthShapes["OwnAccount"]; back: string }) {
  if (own.has_second_factor)
    return <p class="hint">A code of your app is asked for next, unless you showed one just now.</p>;
  if (own.has_password) return null;
  return (
    <p class="hint">
      You have no password: this takes having signed in within a quarter of an hour.
      {own.passkeys.length === 0 ? null : (
        <>
          {" "}
          <a href={`/confirm?back=${encodeURIComponent(back)}`}>Confirm with a passkey</a> where that is longer ago.
        </>
      )}
    </p>
  );
}
