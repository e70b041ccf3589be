import type { Child } from "hono/jsx";
import { countText, plural, sizeText } from "../figures.tsx";
import { heldText } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import { type Readme, renderReadme } from "../readme/readme.ts";
import type { Dependents, ScanReport, SkillDownloads, Version } from "../registry-api.ts";
import { safeHref } from "../safe-href.ts";
import { fileAddress, skillAddress } from "../skill-address.ts";
import type { Subject } from "../subject.ts";
import type { Visit } from "../visit.ts";
import { withCodeParts } from "../code/code-blocks.ts";
import { Line } from "./downloads-plot.tsx";
import { HEAD_CHARS } from "./skill-head.tsx";

interface ReadmeTabProps extends Pick<Subject, "version" | "scan"> {
  /** Null: held for review, or there is none. */
  readme: Readme | null;
  dependents: Dependents | null;
  downloads: SkillDownloads | null;
}

/** The read-me as it is shown; null: there is none, or its version is held for review. */
export async function shownReadme({ highlight }: Pick<Visit, "highlight">, version: Version): Promise<Readme | null> {
  if (version.held === true || !version.readme) return null;
  const readme = renderReadme({
    key: version.release_digest,
    text: version.readme,
    fileHref: (path) => fileAddress(version.name, version.version, path),
  });
  return readme.kind === "text"
    ? readme
    : { ...readme, html: await withCodeParts(readme.html, readme.fences, highlight) };
}

/** The publisher's own words, and the facts beside them. */
export function ReadmeTab({ version, scan, readme, dependents, downloads }: ReadmeTabProps) {
  const text = version.readme?.trim() ?? "";
  return (
    <div class="with-rail">
      <article class="prose" aria-labelledby="readme">
        <h2 id="readme" class="unseen">
          Read me
        </h2>
        {text === "" ? (
          <p class="empty">This version has no read-me beyond its description.</p>
        ) : (
          <ReadmeBody version={version} text={version.readme ?? ""} scan={scan} readme={readme} />
        )}
      </article>
      <Rail version={version} dependents={dependents} downloads={downloads} />
    </div>
  );
}

type Body = Pick<ReadmeTabProps, "readme" | "version" | "scan"> & { text: string };

function ReadmeBody({ version, text, scan, readme }: Body) {
  if (readme === null) return <HeldReadme version={version} text={text} scan={scan} />;
  // Sanitised in readme-html.ts; an article is around it, which its markup can never close.
  if (readme.kind === "html") return <article class="stranger" dangerouslySetInnerHTML={{ __html: readme.html }} />;
  return (
    <>
      <p class="quiet">Shown as text: {readme.reason}.</p>
      <pre tabindex={0}>{readme.text}</pre>
    </>
  );
}

const HELD_CHARS = 65_536;
const MOST_ROWS = 2_000;

/** Of a version that is held for review: its words, without what somebody could copy and run. */
function HeldReadme({ version, text, scan }: { version: Version; text: string; scan: ScanReport | null }) {
  const quoted = (scan?.findings ?? []).slice(0, 200).flatMap(({ snippet }) => snippet ?? []);
  const rows = heldText(text.slice(0, HELD_CHARS).toWellFormed(), quoted);
  const report = skillAddress(version.name, version.version, "scan");
  return (
    <>
      <p class="quiet">
        Shown as text while it is held: what the <a href={report}>scan report</a> points at, and all code, is left out.
        The package has it.
      </p>
      <div class="held-text" dir="auto">
        {rows.slice(0, MOST_ROWS).map((row) =>
          row.kind === "text" ? (
            <p>{row.text}</p>
          ) : (
            <p class="withheld">
              {plural(row.lines, "line")} left out: {row.why === "code" ? "code" : <a href={report}>a finding</a>}
            </p>
          ),
        )}
      </div>
    </>
  );
}

function Rail({ version, dependents, downloads }: Omit<ReadmeTabProps, "scan" | "readme">) {
  const { requirements } = version;
  const hardware = Object.entries(requirements.hardware).map(([part, need]) => `${part} ${need}`);
  return (
    <aside class="rail" aria-label="Facts">
      <dl>
        {version.description.length > HEAD_CHARS ? (
          <Fact name="Description">
            <span dir="auto">{shortText(version.description, 2_000)}</span>
          </Fact>
        ) : null}
        <Fact name="Needs">{needs(version)}</Fact>
        <List name="Hardware" items={hardware} />
        <List name="Environment" items={requirements.env_vars} code />
        <List name="Python packages" items={requirements.dependencies} code />
        <List name="Node packages" items={requirements.node_dependencies} code />
        <Skills version={version} />
        <ContextCost version={version} />
        <NeededBy dependents={dependents} />
        <Recent version={version} downloads={downloads} />
        <Fact name="Format">
          {version.format}, {version.kind}
        </Fact>
        <Fact name="Size">
          {sizeText(version.size_bytes)} in{" "}
          <a href={skillAddress(version.name, version.version, "files")}>{plural(version.file_count, "file")}</a>
        </Fact>
        <Fact name="Author">{version.author === null ? null : <bdi>{shortText(version.author, 120)}</bdi>}</Fact>
        <Origin name="Home page" address={version.homepage} />
        <Origin name="Repository" address={version.repository} />
        <Tags tags={version.tags} />
        <Fact name="Notes on its manifest">
          {version.diagnostics.length === 0 ? null : (
            <ul>
              {version.diagnostics.slice(0, 8).map((one) => (
                <li>
                  {shortText(one.message, 240)} <span class="quiet">{one.code}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children?: Child }) {
  if (children === null || children === undefined || children === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function List({ name, items, code }: { name: string; items: string[]; code?: boolean }) {
  if (items.length === 0) return null;
  return (
    <Fact name={name}>
      <ul>
        {items.slice(0, 20).map((item) => (
          <li>{code ? <code>{shortText(item, 120)}</code> : shortText(item, 120)}</li>
        ))}
        {items.length > 20 ? <li>and {items.length - 20} more</li> : null}
      </ul>
    </Fact>
  );
}

function needs({ requirements: { python, model, context } }: Version): string {
  const parts = [python && `Python ${python}`, model && `model ${model}`, context && `context ${context}`];
  return parts
    .filter((part) => part !== null && part !== "")
    .map((part) => shortText(String(part), 80))
    .join(", ");
}

function Skills({ version }: { version: Version }) {
  const { skills } = version.requirements;
  if (skills.length === 0) return null;
  return (
    <Fact name="Needs these skills">
      <ul>
        {skills.slice(0, 20).map((skill) => (
          <li>
            <a href={skillAddress(skill.name)}>{shortText(skill.name, 80)}</a> {shortText(skill.version, 40)}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** What it takes of a model's context. */
function ContextCost({ version: { context_tokens: tokens } }: { version: Version }) {
  if (!tokens) return null;
  return (
    <Fact name="Takes of a model’s context">
      {countText(tokens.always)} tokens always, {countText(tokens.when_used)} when it is used,{" "}
      {countText(tokens.at_most)} at most <span class="quiet">(an estimate, counted with {tokens.encoding})</span>
    </Fact>
  );
}

function NeededBy({ dependents }: { dependents: Dependents | null }) {
  if (dependents === null || dependents.items.length === 0) return null;
  const more = dependents.total - dependents.items.length;
  return (
    <Fact name="Needed by">
      <ul>
        {dependents.items.map((one) => (
          <li>
            <a href={skillAddress(one.name)}>{shortText(one.name, 80)}</a> {shortText(one.range, 40)}
          </li>
        ))}
        {more > 0 ? <li>and {countText(more)} more</li> : null}
      </ul>
    </Fact>
  );
}

function Recent({ version, downloads }: { version: Version; downloads: SkillDownloads | null }) {
  if (downloads === null) return null;
  const count = downloads.days.reduce((sum, one) => sum + one.count, 0);
  const words = `${plural(count, "download")} in ${downloads.days.length} days`;
  return (
    <Fact name="Downloads">
      {count === 0 ? null : <Line days={downloads.days} label={words} />}
      <a href={skillAddress(version.name, null, "history")}>{words}</a>
    </Fact>
  );
}

function Origin({ name, address }: { name: string; address: string | null }) {
  const href = safeHref(address);
  if (href === null) return null;
  return (
    <Fact name={name}>
      <a href={href} rel="nofollow ugc noopener">
        {shortText(href.replace(/^https?:\/\//, ""), 80)}
      </a>
    </Fact>
  );
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <Fact name="Tags">
      <ul class="tags">
        {tags.slice(0, 24).map((tag) => (
          <li>
            <a href={`/search?${new URLSearchParams({ tag }).toString()}`}>{shortText(tag, 40)}</a>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
