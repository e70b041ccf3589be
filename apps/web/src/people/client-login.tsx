import { shownLine } from "@gaia/text";
import type { Asked } from "../asked.ts";
import { readForm, seeOther } from "../form.ts";
import { inNobodysName, inPerson, needsSecondFactor, outcome, refusalOf } from "../in-person.ts";
import { shortText } from "../plain-text.ts";
import { loopbackCallback } from "../safe-href.ts";
import { show } from "../showing/show.ts";
import { Notice } from "../parts/banner.tsx";
import { AskedScopes } from "./asked-scopes.tsx";
import { Form, formPage } from "../parts/form.tsx";

/** What the `clawhub` client does with a token that it asks for here: its scopes `read` and `write`. */
const SCOPES = ["read", "publish", "yank"] as const;

/** A login that a client on this machine began: it waits at `callback`, and knows its own by `state`. */
interface Wanted {
  callback: string;
  state: string;
  label: string;
}

/** Null: no program of this machine asks so. */
function readWanted(sent: URLSearchParams): Wanted | null {
  const callback = loopbackCallback(sent.get("redirect_uri"));
  const state = sent.get("state") ?? "";
  if (callback === null || !/^[\x21-\x7e]{1,256}$/.test(state)) return null;
  const label = Buffer.from((sent.get("label_b64") ?? "").slice(0, 400), "base64url").toString("utf8");
  return { callback, state, label: shownLine(label, 50) };
}

const toQuery = ({ callback, state, label }: Wanted): Record<string, string> => ({
  redirect_uri: callback,
  label_b64: Buffer.from(label).toString("base64url"),
  state,
});

const pageOf = (wanted: Wanted): string => `/cli/auth?${new URLSearchParams(toQuery(wanted))}`;

/** `/cli/auth`: a client opened the browser, waits on this machine, and wants a token. */
export async function showClientLogin(asked: Asked): Promise<Response> {
  const wanted = readWanted(new URL(asked.request.url).searchParams);
  if (wanted === null) return noLogin(asked, "A client asks with redirect_uri (a loopback address) and state.");
  const own = await outcome(inPerson(asked).auth.GET("/account"));
  const back = encodeURIComponent(pageOf(wanted));
  if (!own.isOk) return seeOther(asked, `/login?back=${back}`, { "cache-control": "no-cache", vary: "Cookie" });
  const client = shownLine(`clawhub: ${wanted.label}`, 64);
  // It becomes somebody's by their click alone, once, within ten minutes.
  const begun = await outcome(inNobodysName(asked).api.POST("/device/code", { body: { client, scopes: [...SCOPES] } }));
  if (!begun.isOk) return noLogin(asked, refusalOf(begun));
  const { device_code, user_code } = begun.data;
  return askConsent(asked, wanted, { handle: own.data.handle, device_code, user_code });
}

const noLogin = (asked: Asked, error: string): Promise<Response> =>
  show(asked, null, async () =>
    formPage({
      title: "No one is let in",
      lead: "Begin again from your terminal.",
      error,
      status: 400,
      children: null,
    }),
  );

function askConsent(
  asked: Asked,
  wanted: Wanted,
  codes: { handle: string; device_code: string; user_code: string },
): Promise<Response> {
  const hidden = { ...toQuery(wanted), ...codes };
  return show(asked, null, async () => ({
    ...formPage({
      title: "Let this command line in?",
      children: (
        <>
          <Notice tone="review" shape="triangle" title="Is this yours?">
            A program that calls itself <b>{shortText(wanted.label || "nothing", 64)}</b> waits on the machine of this
            browser, at <b>{new URL(wanted.callback).host}</b>. It would act as <b>{codes.handle}</b>. Deny it unless
            you began this login yourself, just now.
          </Notice>
          <AskedScopes scopes={SCOPES} />
          <Form
            action="/cli/auth"
            hidden={{ ...hidden, do: "deny" }}
            submit="Deny"
            consequence="It gets nothing. Choose this if you are not sure."
          />
          <Form
            action="/cli/auth"
            hidden={{ ...hidden, do: "allow" }}
            submit="Let it in"
            consequence="I began this just now, on this machine."
            isGrave
          />
        </>
      ),
    }),
    isPersonal: true,
  }));
}

export async function answerClientLogin(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const wanted = readWanted(form);
  if (wanted === null) return noLogin(asked, "That is not what the page before sends.");
  const { auth } = inPerson(asked);
  const own = await outcome(auth.GET("/account"));
  // Another account signed in meanwhile: it is asked in its own name.
  if (!own.isOk || own.data.handle !== form.get("handle")) return seeOther(asked, pageOf(wanted), {});
  const allow = form.get("do") === "allow";
  const decision = { user_code: form.get("user_code") ?? "", allow };
  const told = await outcome(auth.POST("/device/decide", { body: decision }));
  if (!told.isOk && needsSecondFactor(told))
    return seeOther(asked, `/confirm?back=${encodeURIComponent(pageOf(wanted))}`, {});
  if (!told.isOk) return noLogin(asked, refusalOf(told));
  if (!allow)
    return show(asked, null, async () => formPage({ title: "Denied", lead: "It gets nothing.", children: null }));
  return handOver(asked, wanted, form.get("device_code") ?? "");
}

/** Sends the browser to the client with its token behind `#`, which is sent to no server and stands in no log. */
async function handOver(asked: Asked, wanted: Wanted, deviceCode: string): Promise<Response> {
  const body = { device_code: deviceCode };
  const redeemed = await outcome(inNobodysName(asked).api.POST("/device/token", { body }));
  if (!redeemed.isOk) return noLogin(asked, refusalOf(redeemed));
  if (!("token" in redeemed.data)) return noLogin(asked, "It was not allowed.");
  const { callback, state } = wanted;
  const registry = `${asked.env.publicUrl}/clawhub`;
  const href = `${callback}#${new URLSearchParams({ token: redeemed.data.token, registry, state })}`;
  return show(asked, null, async () => ({
    ...formPage({
      title: "Let in",
      lead: "Your browser takes its token to it.",
      children: (
        <p>
          <a class="act" href={href} rel="noreferrer">
            Go there, if it does not by itself
          </a>
        </p>
      ),
    }),
    isPersonal: true,
    goesOnTo: href,
  }));
}
