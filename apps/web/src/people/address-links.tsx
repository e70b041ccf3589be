import type { Asked } from "../asked.ts";
import { type Deed, deed, DoneNote, errorOf, type Shown } from "../deeds/deeds.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page } from "../visit.ts";

/** A page that a link of a mail about a change of address leads to: opening it does nothing, its button does. */
interface LinkPage {
  deeds: Readonly<Record<string, Deed>>;
  page(asked: Asked, shown: Shown): Promise<Response>;
}

function linkPage(
  input: Parameters<typeof deed>[0] & {
    path: string;
    title: string;
    lead: string;
    submit: string;
    /** Whether it takes a session of the person who asked. */
    isInPerson: boolean;
  },
): LinkPage {
  const { path, title, lead, submit, isInPerson } = input;
  const deeds = { follow: deed({ ...input, fields: ["token"] }) };
  return {
    deeds,
    page: (asked, shown) =>
      show(asked, null, async (visit): Promise<Page> => {
        if (isInPerson) ensureMe(visit);
        const token = shown.typed.values.token ?? visit.url.searchParams.get("token") ?? "";
        const isDone = visit.url.searchParams.get("done") === "follow";
        return {
          ...formPage({
            title,
            lead: isDone ? null : lead,
            error: errorOf(shown),
            ...(shown.status !== undefined && { status: shown.status }),
            children: (
              <>
                <DoneNote deeds={deeds} url={visit.url} />
                {isDone ? null : <Form action={path} hidden={{ do: "follow", token }} submit={submit} />}
                {visit.me === null ? null : (
                  <p>
                    <a href="/account">Your account</a>
                  </p>
                )}
              </>
            ),
          }),
          // Its address holds what is nobody else's.
          isPersonal: true,
        };
      }),
  };
}

/** `/account/address/agree`: the address until now. */
export const AGREE = linkPage({
  path: "/account/address/agree",
  title: "Another address for your account",
  lead: "A browser that is signed in to your account asked to replace this address. Agree only if that was you.",
  submit: "I agree",
  isInPerson: false,
  said: "A mail is on its way to the new address; its link makes the change.",
  act: ({ auth }, { token = "" }) => auth.POST("/address/agree", { body: { token } }),
});

/** `/account/address/confirm`: the new one. */
export const CONFIRM = linkPage({
  path: "/account/address/confirm",
  title: "Confirm your new address",
  lead: "It replaces the address that your account has now, and you sign in with it.",
  submit: "Confirm it",
  isInPerson: true,
  said: "Your account has the new address. Mails go there, and you sign in with it.",
  act: ({ auth }, { token = "" }) => auth.POST("/address/confirm", { body: { token } }),
});

/** `/account/address/cancel`: whoever reads the address until now says no. */
export const CANCEL = linkPage({
  path: "/account/address/cancel",
  title: "Cancel the change of address",
  lead: "Your account keeps the address that it has, and the links that were mailed are worth nothing.",
  submit: "Cancel it",
  isInPerson: false,
  said: "The change is cancelled. If you did not ask for it, choose a new password at /reset: that ends every session.",
  act: ({ auth }, { token = "" }) => auth.POST("/address/cancel", { body: { token } }),
});
