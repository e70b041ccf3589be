import { TOLD_KINDS, type ToldKind } from "@gaia/policy";
import type { components } from "@gaia/client";
import { plural } from "../figures.tsx";
import { asComment } from "../held-text.ts";
import { DiffBlock, type ShownDiff } from "../parts/diff-block.tsx";
import { permissionWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import { ensureData, findData } from "../registry-api.ts";
import { diffsOf } from "../parts/side-by-side.ts";
import { compareAddress, filePageAddress, skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";

type Comparison = components["schemas"]["Comparison"];
type Told = Comparison["newly_told"][number];

/** `/skills/{name}/compare/{from}...{to}`: what a version asks for and tells that another did not, then what changed in its files. */
export async function comparePage(visit: Visit, at: { name: string; from: string; to: string }): Promise<Page> {
  const { name, from, to } = at;
  const { api } = visit;
  const compared = await ensureData(
    api.GET("/skills/{name}/compare", { params: { path: { name }, query: { from, to } } }),
  );
  const [older, version] = await Promise.all(
    [from, to].map((one) =>
      findData(api.GET("/skills/{name}/{version}", { params: { path: { name, version: one } } })),
    ),
  );
  const isHeld = older?.held === true || version?.held === true;
  const isForAll = (version?.visibility === undefined || version.visibility === "public") && !isHeld;
  // Of what is held no text is ready to be copied.
  const diffs = isHeld ? [] : await diffsOf(visit, compared);
  return {
    title: `${name}: ${from} to ${to}`,
    description: `What ${name} ${to} asks for and tells an agent to do that ${from} did not.`,
    ...(isForAll && { canonical: compareAddress(name, from, to) }),
    body: (
      <>
        <div class="heading">
          <h1>
            <a href={skillAddress(name)}>{name}</a> <span class="heading-version">{from}</span>{" "}
            <span class="heading-slash" aria-label="to">
              →
            </span>{" "}
            <span class="heading-version">{to}</span>
          </h1>
          <p class="links">
            <a href={skillAddress(name, to)}>Version {to}</a>
            <a href={skillAddress(name, from)}>Version {from}</a>
            <a href={compareAddress(name, to, from)}>The other way round</a>
            <a href={skillAddress(name, to, "versions")}>All versions</a>
          </p>
        </div>
        <AsksFor compared={compared} />
        <NewlyTold compared={isHeld ? withoutCommands(compared) : compared} />
        <Files compared={compared} diffs={diffs} isHeld={isHeld} />
      </>
    ),
  };
}

/** What a version tells, written so that no program follows it and no shell runs it. */
const withoutCommands = (compared: Comparison): Comparison => ({
  ...compared,
  newly_told: compared.newly_told.map((told) => ({
    ...told,
    what: told.what === null ? null : asComment(told.what),
    text: asComment(told.text),
  })),
});

function AsksFor({ compared }: { compared: Comparison }) {
  const { permissions, tools, requirements, signers } = compared;
  const rows = [
    { label: "Permissions", ...permissions, changed: [] },
    { label: "Tools", ...tools },
    { label: "Requirements", ...requirements, changed: [] },
    { label: "Signers", ...signers, changed: [] },
  ];
  return (
    <section class="tab" aria-labelledby="asks">
      <h2 id="asks">What it asks for</h2>
      <dl class="changes">
        {rows.map(({ label, added, dropped, changed }) => (
          <div>
            <dt>{label}</dt>
            <dd>
              {added.length + dropped.length + changed.length === 0 ? (
                <span class="quiet">no change</span>
              ) : (
                <ul>
                  {added.map((what) => (
                    <Change mark="new" what={what} label={label} />
                  ))}
                  {changed.map((what) => (
                    <Change mark="changed" what={what} label={label} />
                  ))}
                  {dropped.map((what) => (
                    <Change mark="gone" what={what} label={label} />
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Change({ mark, what, label }: { mark: "new" | "changed" | "gone"; what: string; label: string }) {
  const words = label === "Permissions" ? permissionWords(what) : null;
  return (
    <li class={`change ${mark}`}>
      <span class="change-mark">{mark}</span> <code>{shortText(what, 200)}</code>
      {words === null ? null : <span class="quiet"> {shortText(`${words.verb} ${words.scope ?? ""}`, 200)}</span>}
    </li>
  );
}

const TOLD: Readonly<Record<ToldKind, string>> = {
  approval: "Approvals that it waives",
  order: "Standing orders",
  command: "Commands",
  host: "Hosts",
  write: "Files written",
  read: "Files read",
};

function NewlyTold({ compared }: { compared: Comparison }) {
  const { newly_told: told, more_told: more, unread } = compared;
  const kinds = [...new Set(told.map(({ kind }) => kind))].filter((kind) => TOLD_KINDS.includes(kind));
  return (
    <section class="tab" aria-labelledby="told">
      <h2 id="told">What it newly tells the agent to do</h2>
      {told.length === 0 ? (
        <p class="answer">
          No new instruction was found: what changed in its files is words, or code that reaches no further.
        </p>
      ) : (
        kinds.map((kind) => (
          <>
            <h3>{TOLD[kind]}</h3>
            <ul class="told">
              {told
                .filter((one) => one.kind === kind)
                .map((one) => (
                  <ToldItem told={one} compared={compared} />
                ))}
            </ul>
          </>
        ))
      )}
      {more === 0 ? null : <p class="quiet">and {more} more of these kinds</p>}
      {unread.length === 0 ? null : (
        <p class="quiet">
          Not read to the end, so it may tell more: <code>{shortText(unread.join(", "), 400)}</code>
        </p>
      )}
      <p class="quiet measure">
        Found by reading both versions, never by running them. The same said in other words is left out; a meaning that
        no word of it gives away is not found.
      </p>
    </section>
  );
}

function ToldItem({ told, compared }: { told: Told; compared: Comparison }) {
  return (
    <li>
      {told.what === null ? <q dir="auto">{shortText(told.text, 300)}</q> : <code>{shortText(told.what, 200)}</code>}{" "}
      {told.what === null || told.what === told.text ? null : (
        <span class="quiet" dir="auto">
          {shortText(told.text, 200)}
        </span>
      )}{" "}
      <a href={filePageAddress(compared.name, compared.to, told.file, told.line)}>
        {shortText(told.file, 120)}:{told.line}
      </a>
    </li>
  );
}

function Files({ compared, diffs, isHeld }: { compared: Comparison; diffs: ShownDiff[]; isHeld: boolean }) {
  const { name, from, to, files } = compared;
  const list = (label: string, paths: string[], version: string) =>
    paths.length === 0 ? null : (
      <p>
        {label}:{" "}
        {paths.slice(0, 100).map((path, at) => (
          <>
            {at === 0 ? "" : ", "}
            <a href={filePageAddress(name, version, path)}>
              <code>{shortText(path, 160)}</code>
            </a>
          </>
        ))}
        {paths.length > 100 ? `, and ${paths.length - 100} more` : ""}
      </p>
    );
  const changes = files.added.length + files.dropped.length + files.changed.length;
  return (
    <section class="tab" aria-labelledby="files">
      <h2 id="files">Files</h2>
      {changes === 0 ? <p class="empty">The files of both versions are the same.</p> : null}
      {list("New", files.added, to)}
      {list("Gone", files.dropped, from)}
      {list("Changed", files.changed, to)}
      {isHeld ? <p class="quiet">One of them is held for review, so their text is not set side by side here.</p> : null}
      {diffs.map((diff) => (
        <DiffBlock diff={diff} address={filePageAddress(name, to, diff.path)} />
      ))}
      {files.changed.length > diffs.length && !isHeld ? (
        <p class="quiet">{plural(files.changed.length - diffs.length, "more file")} changed.</p>
      ) : null}
    </section>
  );
}
