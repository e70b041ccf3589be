import type { components } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { readForm, seeOther, toLogin } from "../form.ts";
import { isSignedIn, inPerson, outcome } from "../in-person.ts";
import { Notice } from "../parts/banner.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { Text } from "../parts/fields.tsx";
import { isCaseId, KIND_WORDS, type OwnReport } from "./kinds.ts";
import { SignInAgain } from "../people/signed-in.tsx";
import { errorsOf, isSignedOut, judgeText, NOTHING_TYPED, refusedOf, type Typed, valuesOf } from "../typed.ts";

type SkillNotice = components["schemas"]["Notice"];
/** A case of which the publisher was told, and may appeal. */
interface Upheld {
  id: string;
  text: string;
  at: string;
}

const MAX_APPEAL = 4_000;

/** `/reports`: what one reported, and what was upheld of one's own skills; who is not signed in is asked to. */
export async function showReports(asked: Asked): Promise<Response> {
  if (!(await isSignedIn(asked))) return toLogin(asked);
  return reportsPage(asked, { typed: NOTHING_TYPED, id: null });
}

/** Appeals against an upheld report. */
export async function appeal(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const [values, id] = [valuesOf(form, ["text"]), form.get("case") ?? ""];
  const { text = "" } = values;
  const errors = errorsOf({ text: judgeText(text, MAX_APPEAL), "": isCaseId(id) ? null : "There is no such case." });
  if (Object.keys(errors).length > 0) return reportsPage(asked, { typed: { values, errors }, id, status: 400 });
  const { api } = inPerson(asked);
  const sent = await outcome(api.POST("/reports/{id}/appeal", { params: { path: { id } }, body: { text } }));
  if (sent.isOk) return seeOther(asked, `/reports?appealed=${id}`, {});
  const refused = refusedOf(sent, { 400: "text", 403: "text", 404: "text", 409: "text" });
  return reportsPage(asked, { typed: { values, errors: refused }, id, status: sent.status });
}

interface Shown {
  typed: Typed;
  /** The case whose form was typed into. */
  id: string | null;
  status?: number;
}

function reportsPage(asked: Asked, shown: Shown): Promise<Response> {
  return show(asked, null, async (visit): Promise<Page> => {
    // Whoever is signed out by now sees what they typed, and nothing else.
    const isGone = isSignedOut(shown.typed);
    const own = isGone ? { items: [], next_cursor: null } : await ownReports(visit);
    const upheld = isGone ? [] : await upheldOfMine(visit);
    const known = upheld.some(({ id }) => id === shown.id);
    const typedInto: Upheld[] =
      known || shown.id === null || !isCaseId(shown.id) ? [] : [{ id: shown.id, text: "", at: "" }];
    const { searchParams } = visit.url;
    return {
      ...formPage({
        title: "Your reports",
        error: shown.typed.errors[""] ?? null,
        ...(shown.status !== undefined && { status: shown.status }),
        children: (
          <>
            <Opened reports={own.items} id={searchParams.get("case")} />
            {upheld.some(({ id }) => id === searchParams.get("appealed")) ? (
              <Notice tone="unscanned" shape="circle" title="Appealed">
                Another admin decides. What they decide comes with your notices (<code>gaia-skill notices</code>).
              </Notice>
            ) : null}
            <SignInAgain typed={shown.typed} />
            {isGone ? null : <OwnReports reports={own.items} />}
            {own.next_cursor === null ? null : (
              <p>
                <a href={`/reports?cursor=${encodeURIComponent(own.next_cursor)}`}>Older ones</a>
              </p>
            )}
            <Appeals upheld={[...typedInto, ...upheld]} shown={shown} />
          </>
        ),
      }),
      isPersonal: true,
    };
  });
}

function ownReports({ api, url }: Visit) {
  const cursor = url.searchParams.get("cursor");
  return ensureData(api.GET("/reports", { params: { query: { limit: 50, ...(cursor !== null && { cursor }) } } }));
}

/** Of the last hundred notices those that say which case may be appealed against; the last line is the registry's own. */
async function upheldOfMine({ api }: Visit): Promise<Upheld[]> {
  const { items } = await ensureData(api.GET("/notices", { params: { query: { limit: 100 } } }));
  return items.flatMap(({ kind, text, created_at }: SkillNotice) => {
    const found = kind === "report-upheld" ? /^([^]*)\nYou may appeal once: case ([0-9a-f-]{36})\.$/.exec(text) : null;
    return found ? [{ id: found[2] ?? "", text: found[1] ?? "", at: created_at }] : [];
  });
}

function Opened({ reports, id }: { reports: OwnReport[]; id: string | null }) {
  // An address names a case; only one's own is spoken of.
  const found = reports.find((one) => one.id === id);
  if (found === undefined) return null;
  return (
    <div role="status">
      <Notice tone="unscanned" shape="circle" title="Reported">
        Your case is <code class="digest">{found.id}</code>. An admin looks at it; what they decide stands on this page,
        and comes with your notices (<code>gaia-skill notices</code>).
      </Notice>
    </div>
  );
}

function OwnReports({ reports }: { reports: OwnReport[] }) {
  if (reports.length === 0) return <p class="empty">You reported nothing.</p>;
  return (
    <ol class="rows">
      {reports.map((one) => (
        <li>
          <article class="row">
            <h2>
              <a href={skillAddress(one.name, one.version)}>
                {one.name}
                {one.version === null ? "" : ` ${one.version}`}
              </a>{" "}
              <span class="row-title">{STATE_WORDS[one.status]}</span>
            </h2>
            <p class="row-sentence said" dir="auto">
              {shortText(one.text, 4_000)}
            </p>
            {one.reason === null ? null : (
              <p class="row-sentence">
                <b>The admin:</b> <span dir="auto">{shortText(one.reason, 2_000)}</span>
              </p>
            )}
            <p class="hint">
              {KIND_WORDS[one.kind]} · case <code>{one.id}</code> · opened <Moment at={one.created_at} />
              {one.decided_at === null ? null : (
                <>
                  {" "}
                  · decided <Moment at={one.decided_at} />
                </>
              )}
            </p>
          </article>
        </li>
      ))}
    </ol>
  );
}

const STATE_WORDS: Record<OwnReport["status"], string> = {
  open: "open: an admin looks at it",
  upheld: "upheld",
  dismissed: "dismissed",
};

function Appeals({ upheld, shown }: { upheld: Upheld[]; shown: Shown }) {
  if (upheld.length === 0) return null;
  return (
    <section aria-labelledby="upheld">
      <h2 id="upheld">Upheld against your skills</h2>
      <p>You may appeal once against each; another admin than the one who upheld it decides.</p>
      <ul class="cases">
        {upheld.map(({ id, text, at }) => {
          const typed = id === shown.id ? shown.typed : NOTHING_TYPED;
          return (
            <li>
              <p class="said" dir="auto">
                {shortText(text, 2_500)}
              </p>
              <p class="hint">
                Case <code>{id}</code>
                {at === "" ? null : (
                  <>
                    {" "}
                    · <Moment at={at} />
                  </>
                )}
              </p>
              <details open={typed !== NOTHING_TYPED}>
                <summary>Appeal</summary>
                <Form action="/reports" hidden={{ case: id }} submit="Appeal">
                  <Text form={id} name="text" label="Why it is wrong" typed={typed} maxlength={MAX_APPEAL} />
                </Form>
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
