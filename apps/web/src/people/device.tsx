import type { Asked } from "../asked.ts";
import { readForm, seeOther } from "../form.ts";
import { Notice } from "../parts/banner.tsx";
import { shortText } from "../plain-text.ts";
import { show } from "../show.ts";
import { askFor, isOk, refusalOf, textOf, textsOf, type Told } from "./ask.ts";
import { Field, Form, formPage, Moment } from "./parts.tsx";

/** What each scope means, for somebody who is asked to give it. */
const SCOPE_WORDS: Record<string, string> = {
  publish: "publish and sign versions",
  stage: "stage versions that a member approves",
  yank: "take versions back",
  confirm: "confirm that another signer signs",
  review: "review what waits for an admin",
  admin: "make tokens, and change keys and members: all that you may",
  read: "see what only you see",
};

/**
 * `/device`: somebody types in the code that their command line shows. Never filled in by an address: a link in a mail leads nowhere (T13).
 */
export async function showDevice(asked: Asked, error: string | null = null): Promise<Response> {
  const own = await askFor(asked, "/auth/account");
  if (!isOk(own)) return seeOther(asked, "/login?back=/device", { "cache-control": "no-cache", vary: "Cookie" });
  return show(asked, null, async () =>
    formPage({
      title: "Let a command line in",
      lead: "Type in the code that your own terminal shows. A code that another person sends you lets them act as you.",
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <Form action="/device" hidden={{ do: "find" }} submit="Look at it">
          <Field name="user_code" label="Code" autocomplete="off" />
        </Form>
      ),
    }),
  );
}

export async function answerDevice(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const userCode = form.get("user_code") ?? "";
  if (form.get("do") === "find") {
    const found = await askFor(asked, "/auth/device/find", { user_code: userCode });
    return isOk(found) ? askConsent(asked, found, userCode) : showDevice(asked, refusalOf(found));
  }
  const allow = form.get("do") === "allow";
  const told = await askFor(asked, "/auth/device/decide", { user_code: userCode, allow });
  if (textOf(told.body, "code") === "second_factor_required") return seeOther(asked, "/confirm?back=/device", {});
  if (!isOk(told)) return showDevice(asked, refusalOf(told));
  const lead = allow ? "It has its token in a moment. You can close this page." : "It gets nothing.";
  return show(asked, null, async () => formPage({ title: allow ? "Let in" : "Denied", lead, children: null }));
}

function askConsent(asked: Asked, { body }: Told, userCode: string): Promise<Response> {
  return show(asked, null, async () =>
    formPage({
      title: "Let this command line in?",
      children: (
        <>
          <Notice tone="review" shape="triangle" title="Is this yours?">
            It calls itself <b>{shortText(textOf(body, "client"), 64)}</b>, asked from <b>{textOf(body, "address")}</b>{" "}
            at <Moment at={textOf(body, "created_at")} /> UTC, and shows the code <b>{shortText(userCode, 16)}</b>. Deny
            it unless you began it yourself, on this machine or another of yours.
          </Notice>
          <p>In your name, for 90 days, it may:</p>
          <ul>
            {textsOf(body, "asked_for").map((scope) => (
              <li>
                <code>{scope}</code>: {SCOPE_WORDS[scope] ?? scope}
              </li>
            ))}
          </ul>
          <Form action="/device" hidden={{ do: "deny", user_code: userCode }} submit="Deny" />
          <Form action="/device" hidden={{ do: "allow", user_code: userCode }} submit="Let it in" />
        </>
      ),
    }),
  );
}
