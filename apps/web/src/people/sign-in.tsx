import type { Asked } from "../asked.ts";
import { readForm, seeOther } from "../form.ts";
import { localPath } from "../safe-href.ts";
import { shortText } from "../plain-text.ts";
import { show } from "../show.ts";
import { askFor, isOk, listOf, refusalOf, textOf, type Told } from "./ask.ts";
import { Field, Form, formPage, Passkey } from "./parts.tsx";

/** Where somebody wants to go on to: a path on this site, whatever the address says (X10). */
export const backOf = ({ request }: Asked): string =>
  localPath(new URL(request.url).searchParams.get("back") ?? "/account");

/** `/login` */
export async function showLogin(asked: Asked): Promise<Response> {
  const state = await askFor(asked, "/auth/state");
  return loginPage(asked, state, { email: "", back: backOf(asked), error: null });
}

export function loginPage(
  asked: Asked,
  state: Told,
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
          {state.body["has_passkeys"] === true ? (
            <Passkey deed="sign-in" back={back} label="Sign in with a passkey" />
          ) : null}
          {listOf(state.body, "providers").map((provider) => (
            <p>
              <a class="act" href={`/login/with/${textOf(provider, "id")}?back=${encodeURIComponent(back)}`}>
                Sign in with {shortText(textOf(provider, "name"), 40)}
              </a>
            </p>
          ))}
          <p>
            <a href="/reset">Password forgotten</a>
            {textOf(state.body, "sign_up") === "closed" ? null : (
              <>
                {" · "}
                <a href="/signup">Make an account</a>
              </>
            )}
          </p>
          {state.body["is_unclaimed"] === true ? (
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
  const told = await askFor(asked, "/auth/sign-in", { email, password: form.get("password") ?? "" });
  if (!isOk(told)) return loginPage(asked, await askFor(asked, "/auth/state"), { email, back, error: refusalOf(told) });
  const to = told.body["needs_code"] === true ? `/login/code?back=${encodeURIComponent(back)}` : back;
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
        <Form action="/login/code" submit="Go on" hidden={{ back }}>
          <Field name="code" label="Code" autocomplete="one-time-code" />
        </Form>
      ),
    }),
  );
}

export async function loginWithCode(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const told = await askFor(asked, "/auth/sign-in-code", { code: form.get("code") ?? "" });
  const back = localPath(form.get("back"));
  return isOk(told) ? seeOther(asked, back, cookiesOf(told)) : showLoginCode(asked, refusalOf(told), back);
}

/** `/confirm`: the second factor once more, for a change that matters. */
export async function showConfirm(asked: Asked, error: string | null = null, back = backOf(asked)): Promise<Response> {
  const own = await askFor(asked, "/auth/account");
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
          {listOf(own.body, "passkeys").length > 0 ? (
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
  const told = await askFor(asked, "/auth/confirm", { code: form.get("code") ?? "" });
  const back = localPath(form.get("back"));
  return isOk(told) ? seeOther(asked, back, cookiesOf(told)) : showConfirm(asked, refusalOf(told), back);
}

export const cookiesOf = ({ cookies }: Told): [string, string][] => cookies.map((cookie) => ["set-cookie", cookie]);
