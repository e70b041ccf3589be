import type { Asked } from "../asked.ts";
import { HANDLE_PATTERN } from "../naming/handle.ts";
import { readForm, seeOther } from "../form.ts";
import { cookiesOf, inPerson, outcome, refusalOf } from "../in-person.ts";
import { show } from "../showing/show.ts";
import { Field, Form, formPage } from "../parts/form.tsx";
import { PASSWORD_HINT } from "./parts.tsx";
import { findSignInState } from "./sign-in-state.ts";

const queryOf = ({ request }: Asked, name: string): string => new URL(request.url).searchParams.get(name) ?? "";
const NewPassword = ({ label = "Password" }: { label?: string }) => (
  <Field name="password" label={label} type="password" autocomplete="new-password" hint={PASSWORD_HINT} />
);

/** What happens now, after a mail was sent to whoever it may be; where none goes out, who has it. */
async function mailSent(asked: Asked, text: string) {
  const state = await findSignInState(asked);
  const isKept = state?.has_mail_server === false;
  return show(asked, null, async () =>
    formPage({
      title: "Look into your mail",
      lead: isKept ? (
        <>
          {text} This registry has no mail server: the letter is a file in <code>DATA_DIR/mail</code>, for its operator
          to hand on.
        </>
      ) : (
        text
      ),
      children: null,
    }),
  );
}

/** `/signup` */
export async function showSignUp(asked: Asked, form = new URLSearchParams(), error: string | null = null) {
  const mode = (await findSignInState(asked))?.sign_up;
  const invitation = form.get("invitation") ?? queryOf(asked, "invitation");
  // The link of an invitation for an address names it. Without one it would be anybody's word.
  const invited = invitation === "" ? "" : queryOf(asked, "email");
  return show(asked, null, async () =>
    mode === "closed" && !invitation
      ? formPage({
          title: "Create account",
          lead: "Accounts are made by those who run this registry.",
          children: null,
        })
      : formPage({
          title: "Create account",
          lead: "Your skills are published under its handle. It is there once you have followed the link in a mail to you.",
          error,
          ...(error === null ? {} : { status: 400 }),
          children: (
            <Form action="/signup" submit="Create account">
              <Field
                name="handle"
                label="Handle"
                value={form.get("handle") ?? ""}
                pattern={HANDLE_PATTERN}
                autocomplete="off"
                hint="Small letters, digits and hyphens; everybody sees it, and it never changes."
              />
              <Field
                name="email"
                label="Mail address"
                type="email"
                value={form.get("email") ?? invited}
                autocomplete="username"
                {...(invited === "" ? {} : { hint: "The invitation in your link is for this address alone." })}
              />
              <NewPassword />
              {mode === "invitation" || invitation !== "" ? (
                <Field
                  name="invitation"
                  label="Invitation"
                  value={invitation}
                  autocomplete="off"
                  hint="This registry takes whom its admins invited."
                />
              ) : null}
            </Form>
          ),
        }),
  );
}

export async function signUp(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const field = (name: string) => form.get(name) ?? "";
  const body = {
    handle: field("handle"),
    email: field("email"),
    password: field("password"),
    invitation: field("invitation") === "" ? null : field("invitation"),
  };
  const told = await outcome(inPerson(asked).auth.POST("/sign-up", { body }));
  if (!told.isOk) return showSignUp(asked, form, refusalOf(told));
  return mailSent(asked, "Follow the link in it within a day. It asks for the password that you chose just now.");
}

/** `/verify?token=…` */
export function showVerify(asked: Asked, token = queryOf(asked, "token"), error: string | null = null) {
  return show(asked, null, async () =>
    formPage({
      title: "Confirm your address",
      lead: "The password that you chose, once more: so that your click alone makes no account for a stranger.",
      error,
      ...(error === null ? {} : { status: 403 }),
      children: (
        <Form action="/verify" submit="Confirm and sign in" hidden={{ token }}>
          <Field name="password" label="Password" type="password" autocomplete="current-password" />
          <Field
            name="handle"
            label="Another handle"
            optional
            hint="Only where the one you asked for was taken meanwhile."
            autocomplete="off"
          />
        </Form>
      ),
    }),
  );
}

export async function verify(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const [token, handle] = [form.get("token") ?? "", form.get("handle") ?? ""];
  const body = { token, password: form.get("password") ?? "", handle: handle === "" ? null : handle };
  const told = await outcome(inPerson(asked).auth.POST("/confirm-address", { body }));
  return told.isOk ? seeOther(asked, "/account", cookiesOf(told)) : showVerify(asked, token, refusalOf(told));
}

/** `/reset`, and with the token of a mail the new password. */
export function showReset(asked: Asked, token = queryOf(asked, "token"), error: string | null = null) {
  return show(asked, null, async () =>
    formPage({
      title: token === "" ? "Password forgotten" : "Choose a new password",
      lead:
        token === ""
          ? "If there is an account with your address, a link goes to it."
          : "Every session ends with it, and so do passkeys and ways to sign in by others that were added within the last 30 days.",
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <Form action="/reset" submit={token === "" ? "Send the link" : "Choose it"} hidden={{ token }}>
          {token === "" ? (
            <Field name="email" label="Mail address" type="email" autocomplete="username" />
          ) : (
            <NewPassword label="New password" />
          )}
        </Form>
      ),
    }),
  );
}

export async function reset(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const token = form.get("token") ?? "";
  if (token === "") {
    const told = await outcome(
      inPerson(asked).auth.POST("/ask-for-reset", { body: { email: form.get("email") ?? "" } }),
    );
    return told.isOk
      ? mailSent(asked, "If there is an account with that address, a link to choose a new password is on its way.")
      : showReset(asked, token, refusalOf(told));
  }
  const body = { token, password: form.get("password") ?? "" };
  const told = await outcome(inPerson(asked).auth.POST("/reset-password", { body }));
  return told.isOk ? seeOther(asked, "/login", {}) : showReset(asked, token, refusalOf(told));
}

/** `/claim`: gives an account that has tokens only an address and a password; the first visit's offer. */
export function showClaim(asked: Asked, email = "", error: string | null = null) {
  return show(asked, null, async () =>
    formPage({
      title: "The first account",
      lead: (
        <>
          The operator of this registry has the admin's token: it was set as <code>ADMIN_TOKEN</code>, or is in the file{" "}
          <code>admin-token</code> of its data directory. It shows that this is you.
        </>
      ),
      error,
      ...(error === null ? {} : { status: 403 }),
      children: (
        <Form action="/claim" submit="Claim account">
          <Field
            name="token"
            label="Token"
            type="password"
            autocomplete="off"
            hint="Any account without a password may use a token of its own with every right and no expiry; an admin’s only this one."
          />
          <Field name="email" label="Mail address" type="email" value={email} autocomplete="username" />
          <NewPassword />
        </Form>
      ),
    }),
  );
}

export async function claim(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const [token, email] = [form.get("token") ?? "", form.get("email") ?? ""];
  const body = { token, email, password: form.get("password") ?? "" };
  const told = await outcome(inPerson(asked).auth.POST("/claim", { body }));
  if (!told.isOk) return showClaim(asked, email, refusalOf(told));
  if (told.data.is_signed_in) return seeOther(asked, "/account", cookiesOf(told));
  return mailSent(asked, "Follow the link in it within a day. It asks for the password that you chose just now.");
}
