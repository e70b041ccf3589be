import type { Asked } from "../asked.ts";
import { readForm, seeOther, toLogin } from "../form.ts";
import { isSignedIn, inPerson, needsSecondFactor, outcome, refusalOf, type Refused } from "../in-person.ts";
import { adminPage } from "../showing/admin-page.tsx";
import { Notice } from "../parts/banner.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { Choice, Line, Text } from "../parts/fields.tsx";
import { type Case, EFFECT_WORDS, isCaseId, isOneOf, KIND_WORDS } from "./kinds.ts";
import { SignInAgain } from "../people/signed-in.tsx";
import {
  errorsOf,
  isSignedOut,
  judgeText,
  judgeVersion,
  NOTHING_TYPED,
  refusedOf,
  type Typed,
  valuesOf,
} from "../typed.ts";
import { findWaiting, StillWaiting } from "./waiting.tsx";

type Deed = "uphold" | "dismiss";
type Again = (errors: Record<string, string>, status: number, asksCode?: boolean) => Promise<Response>;

/** What was typed into which of the forms. */
interface Shown {
  typed: Typed;
  id: string | null;
  deed: Deed | null;
  /** Whether the second factor is asked for. */
  needsCode: boolean;
  status?: number;
}

const MAX_REASON = 2_000;
const CODE_NEEDED = "This asks for your second factor: the code of your app, or a recovery code.";

/** `/admin/reports`: the open cases, oldest first; who is not signed in is asked to, who is no admin is told so. */
export async function showCases(asked: Asked): Promise<Response> {
  if (!(await isSignedIn(asked))) return toLogin(asked);
  return casesPage(asked, { typed: NOTHING_TYPED, id: null, deed: null, needsCode: false });
}

/** Upholds or dismisses a case; with the code of a second factor where one is asked for, and keeps what was typed until then. */
export async function decideCase(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const deed = form.get("do") === "uphold" ? "uphold" : "dismiss";
  const id = form.get("case") ?? "";
  const values = valuesOf(form, ["reason", "effect", "version"]);
  const { reason = "", effect = "", version = "" } = values;
  const needsCode = form.has("code");
  const again: Again = (errors, status, asksCode = needsCode) =>
    casesPage(asked, { typed: { values, errors }, id, deed, needsCode: asksCode, status });
  const errors = errorsOf({
    "": isCaseId(id) ? null : "There is no such case.",
    reason: judgeText(reason, MAX_REASON),
    effect: deed === "dismiss" || isOneOf(EFFECT_WORDS, effect) ? null : "Choose what follows.",
    version: judgeVersion(version),
  });
  const decision = deed === "dismiss" ? null : isOneOf(EFFECT_WORDS, effect) ? { effect } : undefined;
  if (decision === undefined || Object.keys(errors).length > 0) return again(errors, 400);
  const code = form.get("code") ?? "";
  if (code !== "") {
    const confirmed = await outcome(inPerson(asked).auth.POST("/confirm", { body: { code } }));
    if (!confirmed.isOk) return refuseCode(asked, confirmed, again);
  }
  const [{ api }, params] = [inPerson(asked), { path: { id } }];
  const told =
    decision === null
      ? await outcome(api.POST("/admin/reports/{id}/dismiss", { params, body: { reason } }))
      : await outcome(
          api.POST("/admin/reports/{id}/uphold", {
            params,
            body: { reason, ...decision, ...(version !== "" && { version }) },
          }),
        );
  if (told.isOk) return seeOther(asked, `/admin/reports?case=${id}`, {});
  if (needsSecondFactor(told)) return again({ code: CODE_NEEDED }, 403, true);
  return again(refusedOf(told, { 404: "version", 400: "reason" }), told.status, false);
}

/** A wrong code, and nobody who could have one, are the same status of the server. */
async function refuseCode(asked: Asked, refused: Refused, again: Again): Promise<Response> {
  if (refused.status === 401 && !(await isSignedIn(asked))) return again(refusedOf(refused, {}), 401);
  return again({ code: refusalOf(refused) }, refused.status === 401 ? 403 : refused.status);
}

function casesPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    const page = (children: Page["body"], error: string | null, status?: number) => ({
      ...adminPage({ at: "/admin/reports", title: "Open cases", error, status, children }),
      isPersonal: true,
    });
    if (isSignedOut(shown.typed)) return page(<TypedAlone shown={shown} />, shown.typed.errors[""] ?? null, 401);
    const list = await findOpen(visit);
    if (list === null) {
      const error = "Cases are for the admins of this registry.";
      return { ...formPage({ title: "Open cases", error, status: 403, children: null }), isPersonal: true };
    }
    const { error, typedInto } = await placeOf(visit, list.items, shown);
    const waiting = await findWaiting(visit);
    const decided = await findCase(visit, visit.url.searchParams.get("case"));
    return page(
      <>
        {decided === null || decided.status === "open" ? null : (
          <div role="status">
            <Notice tone="unscanned" shape="circle" title={decided.status === "upheld" ? "Upheld" : "Dismissed"}>
              Case <code class="digest">{decided.id}</code> of {decided.name} is closed; the people concerned were
              notified.
            </Notice>
          </div>
        )}
        <StillWaiting waiting={waiting} />
        {list.items.length === 0 ? <p class="empty">No report waits for a decision.</p> : null}
        <ul class="cases">
          {[...typedInto, ...list.items].map((one) => (
            <li>
              <OneCase one={one} action={`/admin/reports${visit.url.search}`} shown={shown} />
            </li>
          ))}
        </ul>
        {list.next_cursor === null ? null : (
          <p>
            <a href={`/admin/reports?cursor=${encodeURIComponent(list.next_cursor)}`}>Newer ones</a>
          </p>
        )}
      </>,
      error,
      shown.status,
    );
  });
}

/** What was typed, for who is signed out by now and is shown nothing else. */
function TypedAlone({ shown }: { shown: Shown }) {
  if (shown.id === null || shown.deed === null) return null;
  return (
    <>
      <SignInAgain typed={shown.typed} />
      <Decision one={{ id: shown.id, version: null }} deed={shown.deed} action="/admin/reports" shown={shown} />
    </>
  );
}

/** null: not for this person */
async function findOpen({ api, url }: Visit) {
  const cursor = url.searchParams.get("cursor");
  const query = { status: "open" as const, limit: 25, ...(cursor !== null && { cursor }) };
  return findData(api.GET("/admin/reports", { params: { query } }));
}

const findCase = async ({ api }: Visit, id: string | null): Promise<Case | null> =>
  id === null || !isCaseId(id) ? null : ensureData(api.GET("/admin/reports/{id}", { params: { path: { id } } }));

/** Where what is wrong is said: beside the field, or above where the case is open no more. */
async function placeOf(
  visit: Visit,
  open: Case[],
  { typed, id }: Shown,
): Promise<{ error: string | null; typedInto: Case[] }> {
  const [first] = Object.values(typed.errors);
  if (first === undefined || open.some((one) => one.id === id))
    return { error: typed.errors[""] ?? null, typedInto: [] };
  const found = await findCase(visit, id).catch(() => null);
  return { error: typed.errors[""] ?? first, typedInto: found?.status === "open" ? [found] : [] };
}

function OneCase({ one, action, shown }: { one: Case; action: string; shown: Shown }) {
  const title = `${one.name}${one.version === null ? "" : ` ${one.version}`}`;
  return (
    <article aria-labelledby={`case-${one.id}`}>
      <h2 id={`case-${one.id}`}>
        <a href={skillAddress(one.name, one.version)}>{title}</a> of {one.publisher}
      </h2>
      <p class="said" dir="auto">
        {shortText(one.text, 4_000)}
      </p>
      <p class="hint">
        {KIND_WORDS[one.kind]} · case <code>{one.id}</code> · reported by {one.reporter ?? "a deleted account"},{" "}
        <Moment at={one.created_at} />
      </p>
      <Decision one={one} deed="uphold" action={action} shown={shown} />
      <Decision one={one} deed="dismiss" action={action} shown={shown} />
    </article>
  );
}

function Decision(about: { one: Pick<Case, "id" | "version">; deed: Deed; action: string; shown: Shown }) {
  const { one, deed, action, shown } = about;
  const isTyped = shown.id === one.id && shown.deed === deed && shown.status !== undefined;
  const typed = isTyped ? shown.typed : NOTHING_TYPED;
  const form = { form: `${deed}-${one.id}`, typed };
  const words = deed === "uphold" ? "Uphold" : "Dismiss";
  return (
    <details open={isTyped}>
      <summary>{words}</summary>
      <Form action={action} hidden={{ case: one.id, do: deed }} submit={words}>
        {deed === "uphold" ? (
          <>
            <Choice {...form} name="effect" label="What follows" words={EFFECT_WORDS} />
            <Line
              {...form}
              name="version"
              label="Version"
              optional
              hint={one.version === null ? "Empty: the newest one." : `Empty: ${one.version}, which was reported.`}
            />
          </>
        ) : null}
        <Text
          {...form}
          name="reason"
          label="Reason"
          maxlength={MAX_REASON}
          rows={3}
          hint="Its reporter and the publisher read it."
        />
        {isTyped && shown.needsCode ? (
          <Line
            {...form}
            name="code"
            label="Code"
            is="code"
            optional
            hint="Empty where you confirmed with a passkey: /confirm takes one, on another page."
          />
        ) : null}
      </Form>
    </details>
  );
}
