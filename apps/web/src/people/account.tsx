import type { SiteClient } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { offerProvider } from "./by-provider.tsx";
import { readForm, seeOther } from "../form.ts";
import { cookiesOf, type Done, inPerson, needsSecondFactor, outcome, refusalOf, type Refused } from "../in-person.ts";
import type { Answer } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import { RecoveryCodes, showNewApp, showNewAppAgain } from "./new-app.tsx";
import { formPage } from "../parts/form.tsx";
import { accountPage } from "./account-page.tsx";
import { findSoFar } from "./next-steps.tsx";
import { findSignInState } from "./sign-in-state.ts";

/** `/account`; who is not signed in is asked to. */
export async function showAccount(asked: Asked, error: string | null = null): Promise<Response> {
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  if (!own.isOk) return seeOther(asked, "/login", { "cache-control": "no-cache", vary: "Cookie" });
  const state = await findSignInState(asked);
  return show(asked, null, async (visit) => accountPage(own.data, { state, error, sofar: await findSoFar(visit) }));
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
