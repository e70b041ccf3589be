import type { Asked } from "../asked.ts";
import { HANDLE_PATTERN } from "../naming/handle.ts";
import { leaveFor, readForm, seeOther } from "../form.ts";
import { cookiesOf, inPerson, outcome, refusalOf, type Refused } from "../in-person.ts";
import { shortText } from "../plain-text.ts";
import { localPath } from "../safe-href.ts";
import { show } from "../showing/show.ts";
import { Field, Form, formPage } from "../parts/form.tsx";
import { backOf, loginPage } from "./sign-in.tsx";
import { findSignInState } from "./sign-in-state.ts";

/** A provider that is away is nobody's fault who signs in: 503, as the API says of it. */
const refused = async (asked: Asked, told: Refused, back: string): Promise<Response> =>
  loginPage(asked, await findSignInState(asked), {
    email: "",
    back,
    error: refusalOf(told),
    status: told.status === 503 ? 503 : 403,
  });

/** `/login/with/oidc`: off to the provider, from a page of this site only; from elsewhere it is the page to sign in. */
export async function goToProvider(asked: Asked): Promise<Response> {
  const back = backOf(asked);
  if (asked.request.headers.get("sec-fetch-site") !== "same-origin") {
    return seeOther(asked, `/login?back=${encodeURIComponent(back)}`, { "cache-control": "no-cache", vary: "Cookie" });
  }
  const body = { provider: asked.param("provider"), back };
  const told = await outcome(inPerson(asked).auth.POST("/provider/begin", { body }));
  return told.isOk ? leaveFor(asked, told.data.url, cookiesOf(told)) : refused(asked, told, back);
}

/** `/login/from/oidc`: back from it. What it says goes on to the server as it came. */
export async function comeFromProvider(asked: Asked): Promise<Response> {
  const { search } = new URL(asked.request.url);
  const came = { params: { path: { provider: asked.param("provider") } }, querySerializer: () => search };
  const told = await outcome(inPerson(asked).auth.GET("/provider/return/{provider}", came));
  if (!told.isOk) return refused(asked, told, "/account");
  const back = localPath(told.data.back);
  const to = { code: `/login/code?back=${encodeURIComponent(back)}`, welcome: "/login/welcome" };
  const { next } = told.data;
  return seeOther(asked, next === "back" ? back : to[next], cookiesOf(told));
}

/** `/login/welcome`: who came by a provider for the first time chooses a handle. */
export async function showWelcome(
  asked: Asked,
  form?: URLSearchParams,
  error: string | null = null,
): Promise<Response> {
  const told = await outcome(inPerson(asked).auth.GET("/newcomer"));
  if (!told.isOk) return refused(asked, told, "/account");
  const newcomer = told.data;
  const email = shortText(newcomer.email ?? "", 254);
  return show(asked, null, async () =>
    formPage({
      title: "Welcome",
      lead: `${shortText(newcomer.provider, 40)} knows you${email && ` as ${email}`}. There is no account of yours here yet.`,
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <Form action="/login/welcome" submit="Create account">
          <Field
            name="handle"
            label="Handle"
            value={form?.get("handle") ?? newcomer.handle ?? ""}
            pattern={HANDLE_PATTERN}
            autocomplete="off"
            hint="You publish under it, and it never changes."
          />
          {newcomer.needs_invitation ? (
            <Field
              name="invitation"
              label="Invitation"
              value={form?.get("invitation") ?? ""}
              autocomplete="off"
              hint="This registry takes whom its admins invited: the last part of the address that they sent."
            />
          ) : null}
        </Form>
      ),
    }),
  );
}

export async function welcome(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const invitation = form.get("invitation") ?? "";
  const body = { handle: form.get("handle") ?? "", invitation: invitation === "" ? null : invitation };
  const told = await outcome(inPerson(asked).auth.POST("/newcomer/settle", { body }));
  return told.isOk ? seeOther(asked, told.data.back, cookiesOf(told)) : showWelcome(asked, form, refusalOf(told));
}

/** Before somebody leaves for a provider from a form: a form may not lead off this site (`form-action`), a link may. */
export const offerProvider = (asked: Asked, { url }: { url: string }): Promise<Response> =>
  show(asked, null, async () =>
    formPage({
      title: "Add a way to sign in",
      lead: "Sign in there as who you want to be known as here. You come back to your account.",
      children: (
        <p>
          <a class="act" href={url} rel="noreferrer">
            Go there
          </a>
        </p>
      ),
    }),
  );
