import type { Asked } from "../asked.ts";
import { readForm, seeOther } from "../form.ts";
import { cookiesOf, inPerson, outcome, refusalOf } from "../in-person.ts";
import { localPath } from "../safe-href.ts";
import { shortText } from "../plain-text.ts";
import { show } from "../showing/show.ts";
import { Field, Form, formPage } from "../parts/form.tsx";
import { Passkey } from "./parts.tsx";
import { findSignInState, type SignInState } from "./sign-in-state.ts";

/** Where somebody wants to go on to: a path on this site, whatever the address says (X10). */
export const backOf = ({ request }: Asked): string =>
  localPath(new URL(request.url).searchParams.get("back") ?? "/account");

/** `/login` */
export async function showLogin(asked: Asked): Promise<Response> {
  return loginPage(asked, await findSignInState(asked), { email: "", back: backOf(asked), error: null });
}

export function loginPage(
  asked: Asked,
  state: SignInState | null,
  input: { email: string; back: string; error: string | null; status?: number },
) {
  const { email, back, error, status = 403 } = input;
  return show(asked, null, async () =>
    formPage({
      title: "Sign in",
      error,
      ...(error === null ? {} : { status }),
      children: (
        <>
          <Form action="/login" submit="Sign in" hidden={{ back }}>
            <Field name="email" label="Mail address" type="email" value={email} autocomplete="username" />
            <Field name="password" label="Password" type="password" autocomplete="current-password" />
          </Form>
          {state?.has_passkeys ? <Passkey deed="sign-in" back={back} label="Sign in with a passkey" /> : null}
          {state?.providers.map((provider) => (
            <p>
              <a class="act" href={`/login/with/${provider.id}?back=${encodeURIComponent(back)}`}>
                Sign in with {shortText(provider.name, 40)}
              </a>
            </p>
          ))}
          <p>
            <a href="/reset">Password forgotten</a>
            {state?.sign_up === "closed" ? null : (
              <>
                {" · "}
                <a href="/signup">Create account</a>
              </>
            )}
          </p>
          {state?.is_unclaimed ? (
            <p>
              This registry has no account that signs in yet. Its operator makes the first:{" "}
              <a href="/claim">begin here</a>.
            </p>
          ) : null}
        </>
      ),
    }),
  );
}

export async function login(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const [email, back] = [form.get("email") ?? "", localPath(form.get("back"))];
  const body = { email, password: form.get("password") ?? "" };
  const told = await outcome(inPerson(asked).auth.POST("/sign-in", { body }));
  if (!told.isOk) return loginPage(asked, await findSignInState(asked), { email, back, error: refusalOf(told) });
  const to = told.data.needs_code ? `/login/code?back=${encodeURIComponent(back)}` : back;
  return seeOther(asked, to, cookiesOf(told));
}

/** `/login/code` */
export function showLoginCode(asked: Asked, error: string | null = null, back = backOf(asked)): Promise<Response> {
  return show(asked, null, async () =>
    formPage({
      title: "The second factor",
      lead: "The code that your authenticator app shows, or one of your recovery codes.",
      error,
      ...(error === null ? {} : { status: 403 }),
      children: (
        <Form action="/login/code" submit="Continue" hidden={{ back }}>
          <Field name="code" label="Code" autocomplete="one-time-code" />
        </Form>
      ),
    }),
  );
}

export async function loginWithCode(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const told = await outcome(inPerson(asked).auth.POST("/sign-in-code", { body: { code: form.get("code") ?? "" } }));
  const back = localPath(form.get("back"));
  return told.isOk ? seeOther(asked, back, cookiesOf(told)) : showLoginCode(asked, refusalOf(told), back);
}

/** `/confirm`: the second factor once more, for a change that matters. */
export async function showConfirm(asked: Asked, error: string | null = null, back = backOf(asked)): Promise<Response> {
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  return show(asked, null, async () =>
    formPage({
      title: "Confirm that it is you",
      lead: "What you are about to do asks for your second factor. It counts for a quarter of an hour.",
      error,
      ...(error === null ? {} : { status: 403 }),
      children: (
        <>
          <Form action="/confirm" submit="Confirm" hidden={{ back }}>
            <Field name="code" label="Code of your app, or a recovery code" autocomplete="one-time-code" />
          </Form>
          {own.isOk && own.data.passkeys.length > 0 ? (
            <Passkey deed="sign-in" back={back} label="Confirm with a passkey" />
          ) : null}
        </>
      ),
    }),
  );
}

export async function confirm(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const told = await outcome(inPerson(asked).auth.POST("/confirm", { body: { code: form.get("code") ?? "" } }));
  const back = localPath(form.get("back"));
  return told.isOk ? seeOther(asked, back, cookiesOf(told)) : showConfirm(asked, refusalOf(told), back);
}
