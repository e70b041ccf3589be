import type { AuthShapes } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, formOf, type Shown } from "../deeds/deeds.tsx";
import { Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";
import { ensureOwnAccount } from "./own.ts";
import { AskedPassword, NoMailServer, passwordIn } from "./parts.tsx";
import { HowAsked } from "./password.tsx";
import { findSignInState } from "./sign-in-state.ts";

type OwnAccount = AuthShapes["OwnAccount"];

const ADDRESS = "/account/address";

/** What is done on `/account/address`. */
export const ADDRESS_DEEDS: Readonly<Record<string, Deed>> = {
  ask: deed({
    fields: ["email", "password"],
    said: "A mail is on its way. Nothing changes before its link is followed.",
    judge: ({ email = "" }) => ({ email: /^[^@\s]+@[^@\s]+$/.test(email) ? null : "That is no mail address." }),
    about: { 400: "email" },
    act: ({ auth }, { email = "", ...values }) => auth.POST("/address/ask", { body: { email, ...passwordIn(values) } }),
  }),
  cancel: deed({
    said: "The change is cancelled: your address stays as it is.",
    act: ({ auth }) => auth.POST("/address/cancel", { body: { token: null } }),
  }),
};

/** `/account/address`: another mail address, or a first one. */
export function addressPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    ensureMe(visit);
    const [own, state] = await Promise.all([ensureOwnAccount(asked), findSignInState(asked)]);
    return formPage({
      title: own.email === null ? "Add a mail address" : "Change the mail address",
      lead:
        own.email === null
          ? "You have none. It is yours once you followed the link that is mailed there."
          : `It is ${shortText(own.email, 254)} now. A mail there asks you to agree, then one at the new address to confirm it.`,
      error: errorOf(shown),
      ...(shown.status !== undefined && { status: shown.status }),
      children: (
        <>
          <DoneNote deeds={ADDRESS_DEEDS} url={visit.url} />
          <UnderWay own={own} />
          <NewAddress own={own} shown={shown} />
          {state?.has_mail_server === false ? <NoMailServer /> : null}
          <p>
            <a href="/account">Your account</a>
          </p>
        </>
      ),
    });
  });
}

/** How far a change is, and its end. */
function UnderWay({ own }: { own: OwnAccount }) {
  const { address_change: change, email } = own;
  if (change === null) return null;
  const to = shortText(change.to, 254);
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way">A change is under way</h2>
      <p>
        To <b>{to}</b>. Next is the link in the mail to {change.waits_for === "old" ? shortText(email ?? "", 254) : to};
        without it the change ends at <Moment at={change.ends_at} />.
      </p>
      <Form action={ADDRESS} hidden={{ do: "cancel" }} submit="Cancel the change" />
    </section>
  );
}

function NewAddress({ own, shown }: { own: OwnAccount; shown: Shown }) {
  const { hidden, field } = formOf(shown, "ask");
  const isAnother = own.address_change !== null;
  return (
    <section aria-labelledby="new-address">
      <h2 id="new-address">{isAnother ? "Ask for another one instead" : "The new address"}</h2>
      <Form action={ADDRESS} hidden={hidden} submit="Send the mail">
        <Line {...field} name="email" label="New mail address" is="address" maxlength={254} />
        <AskedPassword own={own} field={field} />
      </Form>
      <HowAsked own={own} back={ADDRESS} />
    </section>
  );
}
