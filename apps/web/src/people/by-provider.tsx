import type { Asked } from "../asked.ts";
import { leaveFor, readForm, seeOther } from "../form.ts";
import { shortText } from "../plain-text.ts";
import { localPath } from "../safe-href.ts";
import { show } from "../show.ts";
import { askFor, isOk, refusalOf, textOf, type Told } from "./ask.ts";
import { Field, Form, formPage } from "./parts.tsx";
import { backOf, cookiesOf, loginPage } from "./sign-in.tsx";

/** A provider that is away is nobody's fault who signs in: 503, as the API says of it. */
const refused = async (asked: Asked, told: Told, back: string): Promise<Response> =>
  loginPage(asked, await askFor(asked, "/auth/state"), {
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
  const told = await askFor(asked, "/auth/provider/begin", { provider: asked.param("provider"), back });
  return isOk(told) ? leaveFor(asked, textOf(told.body, "url"), cookiesOf(told)) : refused(asked, told, back);
}

/** `/login/from/oidc`: back from it. What it says goes on to the server as it came. */
export async function comeFromProvider(asked: Asked): Promise<Response> {
  const { search } = new URL(asked.request.url);
  const path = `/auth/provider/return/${encodeURIComponent(asked.param("provider"))}`;
  const told = await askFor(asked, `${path}${search}`);
  if (!isOk(told)) return refused(asked, told, "/account");
  const back = localPath(textOf(told.body, "back"));
  const to = { code: `/login/code?back=${encodeURIComponent(back)}`, welcome: "/login/welcome" };
  const next = textOf(told.body, "next");
  return seeOther(asked, next === "code" || next === "welcome" ? to[next] : back, cookiesOf(told));
}

/** `/login/welcome`: who came by a provider for the first time chooses a handle. */
export async function showWelcome(
  asked: Asked,
  form?: URLSearchParams,
  error: string | null = null,
): Promise<Response> {
  const told = await askFor(asked, "/auth/newcomer");
  if (!isOk(told)) return refused(asked, told, "/account");
  const { body } = told;
  const email = shortText(textOf(body, "email"), 254);
  const given = (name: string) => form?.get(name) ?? textOf(body, name);
  return show(asked, null, async () =>
    formPage({
      title: "Welcome",
      lead: `${shortText(textOf(body, "provider"), 40)} knows you${email && ` as ${email}`}. There is no account of yours here yet.`,
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <Form action="/login/welcome" submit="Make the account">
          <Field
            name="handle"
            label="Handle"
            value={given("handle")}
            pattern="[a-z0-9][a-z0-9\\-]{0,38}"
            autocomplete="off"
            hint="You publish under it, and it never changes."
          />
          {body["needs_invitation"] === true ? (
            <Field
              name="invitation"
              label="Invitation"
              value={given("invitation")}
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
  const told = await askFor(asked, "/auth/newcomer/settle", body);
  return isOk(told)
    ? seeOther(asked, textOf(told.body, "back"), cookiesOf(told))
    : showWelcome(asked, form, refusalOf(told));
}

/** Before somebody leaves for a provider from a form: a form may not lead off this site (`form-action`), a link may. */
export async function offerProvider(asked: Asked, told: Told): Promise<Response> {
  const page = await show(asked, null, async () =>
    formPage({
      title: "Add a way to sign in",
      lead: "Sign in there as who you want to be known as here. You come back to your account.",
      children: (
        <p>
          <a class="act" href={textOf(told.body, "url")} rel="noreferrer">
            Go there
          </a>
        </p>
      ),
    }),
  );
  for (const [name, value] of cookiesOf(told)) page.headers.append(name, value);
  return page;
}
