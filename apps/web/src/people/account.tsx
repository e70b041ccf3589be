import type { Asked } from "../asked.ts";
import { type Deed, deed, errorOf, type Shown } from "../deeds/deeds.tsx";
import { seeOther } from "../form.ts";
import { inPerson, outcome } from "../in-person.ts";
import { formPage } from "../parts/form.tsx";
import { show } from "../showing/show.ts";
import { AccountSections } from "./account-sections.tsx";
import { offerProvider } from "./by-provider.tsx";
import { newAppAgain, RecoveryCodes, showNewApp } from "./new-app.tsx";
import { findSoFar } from "./next-steps.tsx";
import { passwordIn } from "./parts.tsx";
import { findSignInState } from "./sign-in-state.ts";

/** What is done on `/account`. */
export const ACCOUNT_DEEDS: Readonly<Record<string, Deed>> = {
  "sign-out": deed({
    said: "You are signed out.",
    act: ({ auth }) => auth.POST("/sign-out", { body: {} }),
    after: () => "/",
  }),
  "end-session": deed({
    said: "That browser is signed out.",
    act: ({ auth }, { row = "" }) => auth.POST("/end-session", { body: { id: row } }),
  }),
  link: deed({
    fields: ["password"],
    said: "The way to sign in is added.",
    act: ({ auth }, { row = "", ...values }) =>
      auth.POST("/provider/link", { body: { provider: row, ...passwordIn(values) } }),
    after: offerProvider,
  }),
  unlink: deed({
    fields: ["password"],
    said: "It is taken away. Every other browser is signed out.",
    act: ({ auth }, { row = "", ...values }) =>
      auth.POST("/provider/unlink", { body: { id: row, ...passwordIn(values) } }),
  }),
  "remove-passkey": deed({
    fields: ["password"],
    said: "The passkey is taken away. Every other browser is signed out.",
    act: ({ auth }, { row = "", ...values }) =>
      auth.POST("/passkey/remove", { body: { id: row, ...passwordIn(values) } }),
  }),
  "begin-second-factor": deed({
    fields: ["password"],
    said: "The app is begun.",
    act: ({ auth }, values) => auth.POST("/second-factor/begin", { body: passwordIn(values) }),
    after: showNewApp,
  }),
  "end-second-factor": deed({
    fields: ["app_code", "uri", "recovery_codes"],
    said: "The app is on. Every other browser is signed out.",
    act: ({ auth }, { app_code: code = "" }) => auth.POST("/second-factor/end", { body: { code } }),
  }),
  "remove-second-factor": deed({
    fields: ["password"],
    said: "The app is taken away.",
    act: ({ auth }, values) => auth.POST("/second-factor/remove", { body: passwordIn(values) }),
  }),
  "recovery-codes": deed({
    fields: ["password"],
    said: "There are new recovery codes.",
    act: ({ auth }, values) => auth.POST("/second-factor/recovery-codes", { body: passwordIn(values) }),
    after: (asked, { recovery_codes: codes }) =>
      show(asked, null, async () =>
        formPage({
          title: "New recovery codes",
          lead: "The former ones are worth nothing any more. These are not shown again.",
          children: <RecoveryCodes codes={codes} />,
        }),
      ),
  }),
};

/** `/account`: what to do next, the pages of one's own, and how one signs in; who is not signed in is asked to. */
export async function accountPage(asked: Asked, shown: Shown): Promise<Response> {
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  if (!own.isOk) return seeOther(asked, "/login", { "cache-control": "no-cache", vary: "Cookie" });
  const again = newAppAgain(asked, shown);
  if (again !== null) return again;
  const { data } = own;
  const state = await findSignInState(asked);
  return show(asked, null, async (visit) =>
    formPage({
      title: data.handle,
      lead: `${data.email ?? ""}${data.role === "admin" ? " · admin of this registry" : ""}`,
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <AccountSections
          own={data}
          state={state}
          sofar={await findSoFar(visit)}
          shown={shown}
          deeds={ACCOUNT_DEEDS}
          url={visit.url}
        />
      ),
    }),
  );
}
