import type { Asked } from "../asked.ts";
import { readForm, seeOther, toLogin } from "../form.ts";
import { isSignedIn, inPerson, outcome } from "../in-person.ts";
import { notFoundPage } from "../pages/problem.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { plainText } from "../plain-text.ts";
import { ensureData } from "../registry-api.ts";
import { show } from "../showing/show.ts";
import { isSkillName, isVersionText, skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { Choice, Line, Text } from "../parts/fields.tsx";
import { isOneOf, KIND_WORDS } from "./kinds.ts";
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

const MAX_TEXT = 4_000;

/** `/skills/{name}/{version}/report`; who is not signed in is asked to, whatever the name. */
export async function showReport(asked: Asked): Promise<Response> {
  if (!(await isSignedIn(asked))) return toLogin(asked);
  const values = { version: asked.param("version") };
  return reportPage(asked, { typed: { ...NOTHING_TYPED, values } });
}

/** Opens the case, and goes on to where it is followed. */
export async function report(asked: Asked): Promise<Response> {
  const form = await readForm(asked);
  if (form instanceof Response) return form;
  const values = valuesOf(form, ["kind", "version", "text"]);
  const { kind = "", version = "", text = "" } = values;
  const errors = errorsOf({
    kind: isOneOf(KIND_WORDS, kind) ? null : "Choose what it is about.",
    version: judgeVersion(version),
    text: judgeText(text, MAX_TEXT),
  });
  if (!isOneOf(KIND_WORDS, kind) || Object.keys(errors).length > 0)
    return reportPage(asked, { typed: { values, errors }, status: 400 });
  const body = { kind, text, ...(version !== "" && { version }) };
  const params = { path: { name: asked.param("name") } };
  const opened = await outcome(inPerson(asked).api.POST("/skills/{name}/reports", { params, body }));
  if (opened.isOk) return seeOther(asked, `/reports?case=${opened.data.id}`, {});
  const refused = refusedOf(opened, { 404: "version", 410: "version" });
  const status = opened.status === 404 || opened.status === 410 ? 400 : opened.status;
  return reportPage(asked, { typed: { values, errors: refused }, status });
}

/** The form, or why there is nothing to report: a skill that may not be seen is not there. */
function reportPage(asked: Asked, input: { typed: Typed; status?: number }): Promise<Response> {
  const [name, version] = [asked.param("name"), asked.param("version")];
  const wanted = { name: plainText(name), version: plainText(version) };
  return show(asked, wanted, async (visit): Promise<Page> => {
    if (!isSkillName(name) || !isVersionText(version)) return notFoundPage(visit, wanted);
    // Nobody in particular is told of no name whether it is there.
    if (!isSignedOut(input.typed)) await ensureSeen(visit, { name, version });
    return { ...formOf({ name, version }, input.typed, input.status), isPersonal: true };
  });
}

/** @throws ApiProblem where it is not there, or not for this person to see */
async function ensureSeen({ api }: Visit, path: { name: string; version: string }): Promise<void> {
  await ensureData(api.GET("/skills/{name}/{version}", { params: { path } }));
}

function formOf(at: { name: string; version: string }, typed: Typed, status: number | undefined): Page {
  const about = { form: "report", typed };
  return formPage({
    title: `Report ${at.name} ${at.version}`,
    lead: (
      <>
        A report opens a case, and an admin of this registry looks at it. By itself it does nothing to{" "}
        <a href={skillAddress(at.name, at.version)}>the skill</a>; its publisher does not learn who reported it.
      </>
    ),
    error: typed.errors[""] ?? null,
    ...(status !== undefined && { status }),
    children: (
      <>
        <SignInAgain typed={typed} />
        <Form action={`${skillAddress(at.name, at.version)}/report`} submit="Report it">
          <Choice {...about} name="kind" label="What is wrong" words={KIND_WORDS} />
          <Line
            {...about}
            name="version"
            label="Version"
            optional
            hint="Empty: the skill as a whole, whatever its version."
          />
          <Text
            {...about}
            name="text"
            label="What you saw"
            maxlength={MAX_TEXT}
            rows={8}
            hint="What is wrong, in which file, and how it can be seen. Only admins read it."
          />
        </Form>
      </>
    ),
  });
}
