import type { Asked } from "../asked.ts";
import type { AuthShapes } from "@gaia/client";
import { askCode } from "../deeds/second-step.tsx";
import { readForm, seeOther } from "../form.ts";
import { inPerson, needsSecondFactor, outcome, refusalOf } from "../in-person.ts";
import { Notice } from "../parts/banner.tsx";
import { shortText } from "../plain-text.ts";
import { show } from "../showing/show.ts";
import { AskedScopes } from "./asked-scopes.tsx";
import { Field, Form, formPage, Moment } from "../parts/form.tsx";

/**
 * `/device`: somebody types in the code that their command line shows. Never filled in by an address: a link in a mail leads nowhere (T13).
 */
export async function showDevice(asked: Asked, error: string | null = null): Promise<Response> {
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  if (!own.isOk) return seeOther(asked, "/login?back=/device", { "cache-control": "no-cache", vary: "Cookie" });
  return show(asked, null, async () =>
    formPage({
      title: "Let a command line in",
      lead: "Type in the code that your own terminal shows. A code that another person sends you lets them act as you.",
      error,
      ...(error === null ? {} : { status: 400 }),
      children: (
        <Form action="/device" hidden={{ do: "find" }} submit="Continue">
          <Field name="user_code" label="Code" autocomplete="off" />
        </Form>
      ),
    }),
  );
}

/** As a terminal shows it, however it was typed. */
function canonicalCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

export async function answerDevice(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const userCode = form.get("user_code") ?? "";
  if (form.get("do") === "find") {
    const found = await outcome(inPerson(asked).auth.POST("/device/find", { body: { user_code: userCode } }));
    return found.isOk ? askConsent(asked, found.data, userCode) : showDevice(asked, refusalOf(found));
  }
  const allow = form.get("do") === "allow";
  const code = form.get("code") ?? "";
  if (code !== "") {
    const confirmed = await outcome(inPerson(asked).auth.POST("/confirm", { body: { code } }));
    if (!confirmed.isOk) return askCode(asked, form, refusalOf(confirmed));
  }
  const told = await outcome(inPerson(asked).auth.POST("/device/decide", { body: { user_code: userCode, allow } }));
  if (!told.isOk && needsSecondFactor(told)) return askCode(asked, form, null);
  if (!told.isOk) return showDevice(asked, refusalOf(told));
  const lead = allow ? "It has its token in a moment. You can close this page." : "It gets nothing.";
  return show(asked, null, async () => formPage({ title: allow ? "Let in" : "Denied", lead, children: null }));
}

function askConsent(asked: Asked, device: AuthShapes["AskedDevice"], userCode: string): Promise<Response> {
  return show(asked, null, async () =>
    formPage({
      title: "Let this command line in?",
      children: (
        <>
          <Notice tone="review" shape="triangle" title="Is this yours?">
            It calls itself <b>{shortText(device.client, 64)}</b>, asked from <b>{device.address}</b> at{" "}
            <Moment at={device.created_at} /> UTC, and shows the code <b>{shortText(canonicalCode(userCode), 16)}</b>.
            Deny it unless you began it yourself, on this machine or another of yours.
          </Notice>
          <AskedScopes scopes={device.asked_for} />
          <Form
            action="/device"
            hidden={{ do: "deny", user_code: userCode }}
            submit="Deny"
            consequence="It gets nothing. Choose this if you are not sure: you can begin again."
          />
          <Form
            action="/device"
            hidden={{ do: "allow", user_code: userCode }}
            submit="Let it in"
            consequence="I began this just now, and my terminal shows the same code."
            isGrave
          />
        </>
      ),
    }),
  );
}
