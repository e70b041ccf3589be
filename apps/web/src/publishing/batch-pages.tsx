import type { components } from "@gaia/client";
import { isSentOutcome } from "@gaia/policy";
import { plural } from "../figures.tsx";
import { cliCommand } from "../install.ts";
import { Notice } from "../parts/banner.tsx";
import { CommandBox } from "../parts/command-box.tsx";
import { Choice, FilePick, Line } from "../parts/fields.tsx";
import { Form, formPage, Moment } from "../parts/form.tsx";
import { VerdictMark } from "../parts/marks.tsx";
import { shortText } from "../plain-text.ts";
import type { Me } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page } from "../visit.ts";
import { HOW_WORDS, PublisherChoice } from "./publish-pages.tsx";
import { VISIBILITY_WORDS } from "./setting-deeds.ts";

type Batch = components["schemas"]["Batch"];
type Head = components["schemas"]["BatchList"]["items"][number];
type Item = Batch["items"][number];

interface Refused {
  error: string;
  status: number;
}

const STATE_WORDS = {
  checking: "is being checked",
  checked: "waits for your word",
  publishing: "is being published",
  done: "is done",
  failed: "was cut off",
} as const;

/** `/publish/many`: the form, and the archives that were sent before. */
export function manyPage(input: { me: Me; before: readonly Head[]; refused: Refused | null; publicUrl: string }): Page {
  const { me, before, refused, publicUrl } = input;
  const field = { form: "many", typed: { values: {}, errors: {} } };
  return {
    ...formPage({
      title: "Publish several skills",
      lead: "Send one archive. First a dry run: you see each skill that was found, and what would happen to it.",
      error: refused?.error ?? null,
      ...(refused !== null && { status: refused.status }),
      children: (
        <>
          <Form
            action="/publish/many"
            submit="Check them"
            consequence="Nothing is published yet. The next page shows what was found."
            takesFiles
          >
            <PublisherChoice me={me} values={{}} />
            <Line
              {...field}
              name="default_version"
              label="Version"
              optional
              hint="Of the skills whose manifest has none, such as 1.0.0."
            />
            <Choice
              {...field}
              name="visibility"
              label="New skills are seen by"
              words={{ "": "as this registry has it by default", ...VISIBILITY_WORDS }}
              now=""
            />
            <Choice
              {...field}
              name="staged"
              label="They are"
              words={{ false: HOW_WORDS.publish, true: HOW_WORDS.stage }}
              now="false"
            />
            {/* Last: what stands before the file is read before it. */}
            <FilePick
              {...field}
              name="package"
              label="Archive"
              accept=".zip,.tgz,.tar.gz,.gz,application/zip,application/gzip"
              hint="A .zip or .tar.gz of up to 200 skills and 100 MiB, each skill in a folder with its manifest."
            />
          </Form>
          {before.length === 0 ? null : (
            <section aria-labelledby="before">
              <h2 id="before">Sent before</h2>
              <ul class="batch-list">
                {before.map(({ id, state, created_at: at }) => (
                  <li>
                    <a href={`/publish/many/${id}`}>
                      The archive of <Moment at={at} />
                    </a>{" "}
                    {STATE_WORDS[state]}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="by-command">
            <h2 id="by-command">By the command line</h2>
            <p>
              It finds the same skills in a folder. With <code>--sign --gpg</code> it signs them in the same step.
            </p>
            <CommandBox
              command={{ title: "In the folder above your skills", text: cliCommand("publish ./my-skills", publicUrl) }}
            />
          </section>
        </>
      ),
    }),
    isPersonal: true,
  };
}

const isUnderWay = ({ state, items }: Batch): boolean =>
  state === "checking" ||
  state === "publishing" ||
  items.some(({ status }) => status === "received" || status === "inspecting");

/** `/publish/many/ID`: while it is at work, the page shows by itself how it goes on. */
export function batchPage(batch: Batch, refused: Refused | null): Page {
  const { state, items } = batch;
  const changesSoon = isUnderWay(batch);
  const body = (
    <>
      <div role="status">
        <Head batch={batch} />
      </div>
      {canPublish(batch) ? <Confirm batch={batch} /> : null}
      <Items title="Refused" list={items.filter(({ outcome }) => outcome === "refused")} />
      <Items
        title={state === "publishing" || state === "done" ? "Published" : "New"}
        list={items.filter(({ outcome }) => outcome === "new" || isSentOutcome(outcome))}
      />
      <Items title="Already there, with the same content" list={items.filter(({ outcome }) => outcome === "there")} />
      <Items title="Not looked at yet" list={items.filter(({ outcome }) => outcome === "waiting")} />
      <p>
        <a href="/publish/many">Send another archive</a>
      </p>
    </>
  );
  return {
    ...formPage({
      title: state === "checking" || state === "checked" ? "Dry run of an archive" : "An archive of skills",
      error: refused?.error ?? null,
      ...(refused !== null && { status: refused.status }),
      children: changesSoon ? (
        <batch-progress src={`/api/v1/batches/${batch.id}`} seen={seenOf(batch)}>
          {body}
        </batch-progress>
      ) : (
        body
      ),
    }),
    changesSoon,
    isPersonal: true,
  };
}

/** What of a batch a reader of its page has seen: the script loads the page anew once that is another. */
const seenOf = ({ state, items }: Batch): string =>
  [state, ...items.map(({ outcome, status }) => `${outcome} ${status ?? ""}`)].join();

const count = (items: readonly Item[], outcome: Item["outcome"]): number =>
  items.filter((item) => item.outcome === outcome).length;

const canPublish = ({ state, items, confirmed_at: confirmed }: Batch): boolean =>
  count(items, "new") > 0 && (state === "checked" || (state === "failed" && confirmed !== null));

function Head({ batch: { state, items, reason } }: { batch: Batch }) {
  const of = `of ${plural(items.length, "skill", "skills")}`;
  if (state === "checking")
    return (
      <p class="lead">
        {items.length - count(items, "waiting")} {of} are checked. You may close this page: it goes on.
      </p>
    );
  if (state === "publishing")
    return (
      <p class="lead">
        {items.length - count(items, "new")} {of} are done. You may close this page: it goes on.
      </p>
    );
  if (state === "failed")
    return (
      <Notice tone="block" shape="octagon" title="It was cut off">
        {shortText(reason ?? "", 400)} What is published stays.
      </Notice>
    );
  const refused = count(items, "refused");
  if (state === "checked")
    return (
      <p class="lead">
        {count(items, "new")} {of} can be published, {count(items, "there")} are there already, {refused} are refused.
      </p>
    );
  return (
    <p class="lead">
      {items.filter(({ outcome }) => isSentOutcome(outcome)).length} {of} were sent on, {count(items, "there")} were
      there already, {refused} were refused.
    </p>
  );
}

function Confirm({ batch }: { batch: Batch }) {
  const fresh = count(batch.items, "new");
  const skills = plural(fresh, "skill", "skills");
  const verb = batch.state === "failed" ? "Go on with" : batch.is_staged ? "Stage" : "Publish";
  return (
    <Form
      action={`/publish/many/${batch.id}`}
      submit={`${verb} ${skills}`}
      consequence={
        <>
          Each is scanned by itself. Its number is used from then on: it can be yanked, but no other content takes its
          place.
        </>
      }
    />
  );
}

function Items({ title, list }: { title: string; list: readonly Item[] }) {
  if (list.length === 0) return null;
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} ({list.length})
      </h2>
      <ul class="batch-list">
        {list.map((item) => (
          <li>
            <One item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ item }: { item: Item }) {
  const { path, name, version, outcome, status, verdict, reason, errors } = item;
  const isThere = name !== null && version !== null && (outcome === "there" || isSentOutcome(outcome));
  return (
    <>
      <p class="batch-line">
        {isThere ? (
          <a href={skillAddress(name, version)}>
            {name} {version}
          </a>
        ) : (
          <b>{name === null ? shortText(path || "the root", 160) : `${name} ${version ?? ""}`}</b>
        )}
        {name === null ? null : <code>{shortText(path || "the root", 160)}</code>}
        {isSentOutcome(outcome) ? (
          status === "received" || status === "inspecting" ? (
            <span class="hint">is being scanned</span>
          ) : (
            <VerdictMark verdict={verdict} />
          )
        ) : null}
      </p>
      {reason === null ? null : (
        <p class="hint" dir="auto">
          {shortText(reason, 600)}
        </p>
      )}
      {errors.length === 0 ? null : (
        <details open={outcome === "refused" && errors.length <= 3}>
          <summary>What was found ({errors.length})</summary>
          <ul class="found">
            {errors.map(({ code, severity, message, file, line, hint }) => (
              <li class={severity === "info" ? undefined : severity}>
                <p>
                  <b>{severity}</b> <code>{code}</code>{" "}
                  {file ? <code>{`${shortText(file, 160)}${line ? `:${line}` : ""}`}</code> : null}
                </p>
                <p dir="auto">{shortText(message, 600)}</p>
                {hint ? <p class="hint">{shortText(hint, 400)}</p> : null}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
