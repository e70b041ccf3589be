import type { components } from "@gaia/client";
import type { Child } from "hono/jsx";
import type { Asked } from "../asked.ts";
import { plural, sizeText } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { Notice } from "../parts/banner.tsx";
import { Choice, FilePick, Line } from "../parts/fields.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import type { Me } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import type { Page, Visit } from "../visit.ts";
import { VISIBILITY_WORDS } from "./setting-deeds.ts";

type Shapes = components["schemas"];
type Diagnostic = Omit<NonNullable<Shapes["Problem"]["errors"]>[number], "title" | "column">;

/** What the form of an upload sends beside the package. */
export const uploadFields = ["publisher", "version", "visibility", "how"] as const;

export const HOW_WORDS = {
  publish: "published once the scan is done",
  stage: "staged: a member approves it first",
} as const;

/** What was sent. `carried`: the package as text, for the next form; null: it is too large for that. */
export interface Sent {
  values: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
  carried: string | null;
}

/** `/publish`: the form, and what was wrong with what was sent by it. */
export function publishPage(
  asked: Asked,
  input: { values: Record<string, string>; error: string | null; status?: number; diagnostics?: readonly Diagnostic[] },
): Promise<Response> {
  const { values, error, status, diagnostics = [] } = input;
  return show(asked, null, async (visit): Promise<Page> => {
    const me = ensureMe(visit);
    return formPage({
      title: "Publish a skill",
      lead: "First a dry run: you see what the registry reads in your package, and what is wrong with it. Nothing is kept.",
      error,
      ...(status !== undefined && { status }),
      children: (
        <>
          <Diagnostics list={diagnostics} />
          <Form
            action="/publish"
            hidden={{ do: "check" }}
            submit="Check it"
            consequence="Nothing is published yet. The next page shows what was found."
            takesFiles
          >
            <Fields me={me} values={values} />
          </Form>
          <section aria-labelledby="many">
            <h2 id="many">Several skills at once</h2>
            <p>
              <a href="/publish/many">Send one archive with up to 200 skills</a>: each is checked, and one word
              publishes all that can be.
            </p>
          </section>
          <section aria-labelledby="by-command">
            <h2 id="by-command">By the command line</h2>
            <p>
              It packs the folder and checks it on your machine. With <code>--sign --gpg</code> it signs it in the same
              step.
            </p>
            <CommandBox
              command={{
                title: "In the folder above your skill",
                text: cliCommand("publish ./my-skill", visit.publicUrl),
              }}
            />
          </section>
        </>
      ),
    });
  });
}

function Fields({ me, values }: { me: Me; values: Record<string, string> }) {
  const field = { form: "publish", typed: { values, errors: {} } };
  return (
    <>
      <FilePick
        {...field}
        name="package"
        label="Package"
        accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
        hint="A .zip or .tar.gz of the skill's folder, with SKILL.md or its manifest at the top."
      />
      <PublisherChoice me={me} values={values} />
      <Line
        {...field}
        name="version"
        label="Version"
        optional
        hint="Empty where the manifest has one. Otherwise such as 1.0.0."
      />
      <Choice
        {...field}
        name="visibility"
        label="A new skill is seen by"
        words={{ default: "as this registry has it by default", ...VISIBILITY_WORDS }}
        now="default"
      />
      <Choice {...field} name="how" label="It is" words={HOW_WORDS} now="publish" />
    </>
  );
}

/** For whom it is published; nothing to choose where there is one. */
export function PublisherChoice({ me, values }: { me: Me; values: Record<string, string> }) {
  const own = me.publishers.includes(me.handle) ? me.handle : (me.publishers[0] ?? me.handle);
  if (me.publishers.length < 2) return <input type="hidden" name="publisher" value={own} />;
  return (
    <Choice
      form="publish"
      typed={{ values, errors: {} }}
      name="publisher"
      label="Published by"
      words={Object.fromEntries(me.publishers.map((handle) => [handle, handle]))}
      now={own}
    />
  );
}

/** What a dry run said: what was read, what is wrong, and the form that publishes exactly these bytes. */
export function checkedPage(visit: Visit, sent: Sent, checked: Shapes["Validation"]): Page {
  const me = ensureMe(visit);
  const { format, valid, diagnostics } = checked;
  const version = checked.version ?? {};
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const title = `${version.name ?? "A package"}${version.version ? ` ${version.version}` : ""}`;
  return {
    ...formPage({
      title: `Dry run of ${shortText(title, 100)}`,
      ...(!valid && { status: 422 }),
      children: (
        <>
          <div role="status">
            {valid ? (
              <Notice tone="allow" shape="shield" title="It can be published">
                {diagnostics.length === 0 ? "Nothing is wrong with it." : "What is below is worth a look."} The scanners
                look at it once it is sent.
              </Notice>
            ) : (
              <Notice tone="block" shape="octagon" title="It cannot be published">
                {plural(errors, "thing is wrong", "things are wrong")} with it. Mend them and choose it again.
              </Notice>
            )}
          </div>
          <Read version={version} format={format} sizeBytes={sent.bytes.byteLength} />
          <Diagnostics list={diagnostics} />
          {valid ? <Confirm sent={sent} name={version.name} number={version.version} /> : null}
          <details open={!valid}>
            <summary>Choose another package</summary>
            <Form action="/publish" hidden={{ do: "check" }} submit="Check it" takesFiles>
              <Fields me={me} values={sent.values} />
            </Form>
          </details>
        </>
      ),
    }),
    isPersonal: true,
  };
}

function Read(props: {
  version: NonNullable<Shapes["Validation"]["version"]>;
  format: string | null;
  sizeBytes: number;
}) {
  const { version, format, sizeBytes } = props;
  const declared = version.permissions?.declared;
  const rows: [string, Child][] = [
    ["Name", version.name ?? "none was found"],
    ["Version", version.version ?? "none was found"],
    ["Description", shortText(version.description ?? "", 400)],
    ["Format", format ?? "unknown"],
    ["Size", `${sizeText(sizeBytes)} as sent`],
    ["Asks for", declared?.length ? shortText(declared.join(", "), 600) : "no permission declared"],
    ["Tools", shortText(version.tools?.map(({ name }) => name).join(", ") ?? "", 600) || "none"],
  ];
  return (
    <dl class="read-out">
      {rows.map(([term, words]) => (
        <div>
          <dt>{term}</dt>
          <dd dir="auto">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Confirm({
  sent,
  name = "",
  number = "",
}: {
  sent: Sent;
  name?: string | undefined;
  number?: string | undefined;
}) {
  const carried = uploadFields.map((field) => [field, sent.values[field] ?? ""] as const);
  const field = { form: "confirm", typed: { values: {}, errors: {} } };
  return (
    <Form
      action="/publish"
      hidden={[["do", "publish"], ...carried, ...(sent.carried === null ? [] : ([["carried", sent.carried]] as const))]}
      submit={sent.values["how"] === "stage" ? "Stage it" : "Publish it"}
      consequence={
        <>
          It is scanned, and its page shows how that goes. The number {shortText(number, 60)} of {shortText(name, 64)}{" "}
          is used from then on: it can be yanked, but no other content takes its place. Where the versions before it are
          signed, sign this one, too: until then no plain install takes it.
        </>
      }
      takesFiles
    >
      {sent.carried === null ? (
        <FilePick
          {...field}
          name="package"
          label="The same package once more"
          accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
          hint="It is too large for this page to keep."
        />
      ) : null}
    </Form>
  );
}

function Diagnostics({ list }: { list: readonly Diagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="found">
      <h2 id="found">What was found</h2>
      <ul class="found">
        {list.slice(0, 200).map(({ code, severity, message, file, line, hint }) => (
          <li class={severity === "error" || severity === "warning" ? severity : undefined}>
            <p>
              <b>{severity}</b> <code>{code}</code>{" "}
              {file ? (
                <code>
                  {shortText(file, 160)}
                  {line ? `:${line}` : ""}
                </code>
              ) : null}
            </p>
            <p dir="auto">{shortText(message, 600)}</p>
            {hint ? <p class="hint">{shortText(hint, 400)}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
