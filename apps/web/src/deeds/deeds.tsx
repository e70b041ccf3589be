import type { SiteClient } from "@gaia/client";
import type { Asked } from "../asked.ts";
import { readForm, seeOther } from "../form.ts";
import {
  cookiesOf,
  type Done,
  inPerson,
  isSignedIn,
  needsSecondFactor,
  outcome,
  refusalOf,
  type Refused,
} from "../in-person.ts";
import { Notice } from "../parts/banner.tsx";
import { askAgain, askCode, askToSignIn, type Sure } from "./second-step.tsx";
import type { Answer } from "../registry-api.ts";
import { errorsOf, NOTHING_TYPED, type Typed, valuesOf } from "../typed.ts";

/** What a page of forms is shown with: which of its forms was typed into, and what is wrong with it. */
export interface Shown {
  typed: Typed;
  /** `deed` or `deed:row`; null: none. */
  form: string | null;
  status?: number;
}

const NOTHING_SHOWN: Shown = { typed: NOTHING_TYPED, form: null };

type Values = Record<string, string>;
type Told = (Done<unknown> & { goesTo?: string | Response }) | Refused;

/** What a form of a page does, as `takeDeed` needs it: made by `deed`. */
export interface Deed {
  fields: readonly string[];
  said: string;
  judge(values: Values): Record<string, string | null>;
  about: Partial<Record<number, string>>;
  sure: (values: Values) => Sure | null;
  act(asked: Asked, values: Values): Promise<Told>;
}

/**
 * What a form does. `fields`: what it sends beside `do`. `said`: what the page says once it is done. `judge`: what is wrong with a field,
 * before anything is asked. `about`: the field that a refusal is about, by its status. `sure`: what a second step asks before it is done;
 * null: nothing.
 * `after`: where it leads (a path of this site), or the page that it shows; absent: to the page again.
 */
export function deed<Data>(input: {
  fields?: readonly string[];
  said: string;
  judge?: (values: Values) => Record<string, string | null>;
  about?: Partial<Record<number, string>>;
  sure?: (values: Values) => Sure | null;
  act: (site: SiteClient, values: Values, asked: Asked) => Promise<Answer<Data>>;
  after?: (asked: Asked, data: Data, values: Values) => string | Promise<Response>;
}): Deed {
  const { fields = [], said, judge = () => ({}), about = {}, sure = () => null, act, after } = input;
  return {
    fields,
    said,
    judge,
    about,
    sure,
    async act(asked, values) {
      const told = await outcome(act(inPerson(asked), values, asked));
      return told.isOk && after ? { ...told, goesTo: await after(asked, told.data, values) } : told;
    },
  };
}

type Deeds = Readonly<Record<string, Deed>>;
type ShowPage = (asked: Asked, shown: Shown) => Promise<Response>;

/** Shows a page of forms as it is when nothing was typed. */
export const showing =
  (page: ShowPage) =>
  (asked: Asked): Promise<Response> =>
    page(asked, NOTHING_SHOWN);

/**
 * Takes a form of the page: does what its `do` names and leads back to the page. A grave deed is asked about in a second step; where the
 * registry asks for the second factor, a page takes its code and carries along what was typed. A refusal shows the page again, with both.
 */
export const taking =
  (deeds: Deeds, page: ShowPage) =>
  async (asked: Asked): Promise<Response> => {
    const form = await readForm(asked);
    if (form instanceof Response) return form;
    const name = form.get("do") ?? "";
    const found = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
    if (found === undefined) return page(asked, wrong({ "": "There is no such thing to do." }, 400));
    const values = { ...valuesOf(form, found.fields), row: form.get("row") ?? "" };
    const at = values.row === "" ? name : `${name}:${values.row}`;
    const errors = errorsOf(found.judge(values));
    if (Object.keys(errors).length > 0) return page(asked, { typed: { values, errors }, form: at, status: 400 });
    const sure = form.get("sure") === "yes" ? null : found.sure(values);
    if (sure !== null) return askAgain(asked, form, sure);
    const code = form.get("code");
    if (code !== null && code !== "") {
      const confirmed = await outcome(inPerson(asked).auth.POST("/confirm", { body: { code } }));
      if (!confirmed.isOk) return askCode(asked, form, refusalOf(confirmed));
    }
    const told = await found.act(asked, values);
    if (told.isOk) return done(asked, name, told);
    if (needsSecondFactor(told)) return askCode(asked, form, null);
    // A wrong password is refused in the same way as somebody who is signed out by now.
    if (told.status === 401 && !(await isSignedIn(asked))) return askToSignIn(asked, form);
    const refused = { [found.about[told.status] ?? ""]: refusalOf(told) };
    return page(asked, { typed: { values, errors: refused }, form: at, status: told.status });
  };

const wrong = (errors: Record<string, string>, status: number): Shown => ({
  typed: { values: {}, errors },
  form: null,
  status,
});

/** Leads on, with what the browser is given to keep. */
function done(asked: Asked, name: string, told: Extract<Told, { isOk: true }>): Response {
  const { goesTo } = told;
  if (!(goesTo instanceof Response)) {
    return seeOther(asked, goesTo ?? `${new URL(asked.request.url).pathname}?done=${name}`, cookiesOf(told));
  }
  for (const [name, value] of cookiesOf(told)) goesTo.headers.append(name, value);
  return goesTo;
}

/** What was typed into this form, where it was this one. */
const typedInto = ({ form, typed }: Shown, name: string, row = ""): Typed =>
  form === (row === "" ? name : `${name}:${row}`) ? typed : NOTHING_TYPED;

/** What a form of a page carries, and its fields' ids and words. */
export const formOf = (shown: Shown, name: string, row = "") => ({
  hidden: { do: name, ...(row !== "" && { row }) },
  field: { form: row === "" ? name : `${name}-${row}`, typed: typedInto(shown, name, row) },
  isTyped: shown.form === (row === "" ? name : `${name}:${row}`),
});

/** Why a page is shown again, where no field of it says so. */
export const errorOf = ({ typed }: Shown): string | null => typed.errors[""] ?? null;

/** What was done, as the address says; nothing for a deed that the page has not. */
export function DoneNote({ deeds, url }: { deeds: Deeds; url: URL }) {
  const name = url.searchParams.get("done") ?? "";
  const found = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (found === undefined) return null;
  return (
    <div role="status">
      <Notice tone="allow" shape="shield" title="Done">
        {found.said}
      </Notice>
    </div>
  );
}
