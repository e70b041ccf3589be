import { Banner } from "../parts/banner.tsx";
import { DecisionBand } from "../parts/decision-band.tsx";
import { VisibilityNote } from "../parts/visibility-note.tsx";
import { countText, Day, plural } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import { ensureData, findData, type Skill, type Version } from "../registry-api.ts";
import { readTab, skillAddress, type Tab, TABS } from "../skill-address.ts";
import type { Subject } from "../subject.ts";
import type { Page, Visit } from "../visit.ts";
import { tabBody } from "./skill-tab.tsx";

/** `/skills/{name}` and `/skills/{name}/{version}`: who vouches, what it may do, what the scan said, how to get it; then the rest. */
export async function skillPage(visit: Visit, at: { name: string; version: string | null }): Promise<Page> {
  const subject = at.version === null ? await latest(visit, at.name) : await pinned(visit, at.name, at.version);
  const { version, skill, tab } = subject;
  const isLatest = skill !== null && skill.version === version.version;
  const isForAll = version.visibility === undefined || version.visibility === "public";
  const title = `${version.owner ?? version.publisher}/${version.name}${at.version === null ? "" : ` ${version.version}`}`;
  return {
    title: tab === "readme" ? title : `${TAB_TITLES[tab]} of ${title}`,
    description: version.description,
    // What not everybody sees, or lists leave out, is nothing for a search engine.
    ...(isForAll &&
      version.held !== true && { canonical: skillAddress(version.name, isLatest ? null : version.version, tab) }),
    body: (
      <>
        <Banner version={version} skill={skill} />
        <Heading version={version} skill={skill} />
        <DecisionBand version={version} scan={subject.scan} publicUrl={visit.publicUrl} />
        <Tabs subject={subject} pinned={at.version} />
        {await tabBody(visit, subject)}
      </>
    ),
  };
}

async function latest({ api, url }: Visit, name: string): Promise<Subject> {
  const skill = await ensureData(api.GET("/skills/{name}", { params: { path: { name } } }));
  const path = { name: skill.name, version: skill.version };
  const scan = await findData(api.GET("/skills/{name}/{version}/scan", { params: { path } }));
  return { version: skill, skill, scan, tab: readTab(url.searchParams) };
}

async function pinned({ api, url }: Visit, name: string, version: string): Promise<Subject> {
  const path = { name, version };
  const [found, skill, scan] = await Promise.all([
    ensureData(api.GET("/skills/{name}/{version}", { params: { path } })),
    findData(api.GET("/skills/{name}", { params: { path: { name } } })),
    findData(api.GET("/skills/{name}/{version}/scan", { params: { path } })),
  ]);
  return { version: found, skill, scan, tab: readTab(url.searchParams) };
}

function Heading({ version, skill }: { version: Version; skill: Skill | null }) {
  const owner = version.owner ?? version.publisher;
  const title =
    version.display_name && version.display_name !== version.name ? shortText(version.display_name, 120) : null;
  return (
    <div class="heading">
      <h1>
        <a class="heading-publisher" href={`/publishers/${encodeURIComponent(owner)}`}>
          {owner}
        </a>
        <span class="heading-slash"> / </span>
        <span class="heading-name">{version.name}</span> <span class="heading-version">{version.version}</span>
      </h1>
      {title ? (
        <p class="heading-title" dir="auto">
          {title}
        </p>
      ) : null}
      <p class="heading-sentence" dir="auto">
        {shortText(version.description, 600)}
      </p>
      <p class="heading-facts">
        <VisibilityNote visibility={version.visibility} />
        {owner === version.publisher ? null : <span>released by {version.publisher}</span>}
        <span>
          {version.published_at === null ? "Received" : "Published"}{" "}
          <Day at={version.published_at ?? version.received_at} />
        </span>
        {skill ? <span>{plural(skill.downloads, "download")}</span> : null}
        {skill && skill.rating.count > 0 && skill.rating.average !== null ? (
          <span>
            Rated {skill.rating.average.toFixed(1)} of 5 by {countText(skill.rating.count)}
          </span>
        ) : null}
        <span>{version.license === null ? "No licence stated" : shortText(version.license, 60)}</span>
        <a href={`${skillAddress(version.name, version.version)}/report`} rel="nofollow">
          Report this version
        </a>
      </p>
    </div>
  );
}

const TAB_TITLES: Record<Tab, string> = {
  readme: "Read me",
  tools: "Tools",
  versions: "Versions",
  files: "Files",
  scan: "Scan",
  trust: "Trust",
  reviews: "Reviews",
};

function Tabs({ subject, pinned }: { subject: Subject; pinned: string | null }) {
  const { version, skill, scan, tab } = subject;
  const counts: Partial<Record<Tab, number>> = {
    tools: version.tools.length,
    versions: skill?.versions.length ?? 1,
    files: version.file_count,
    trust: version.signatures.length,
    ...(skill && { reviews: skill.rating.count }),
    ...(scan && { scan: scan.findings.length }),
  };
  return (
    <nav class="tabs" aria-label="About this version">
      <ul>
        {TABS.map((one) => (
          <li>
            <a href={skillAddress(version.name, pinned, one)} aria-current={one === tab ? "page" : undefined}>
              {TAB_TITLES[one]}
              {counts[one] === undefined ? null : <span class="count">{countText(counts[one])}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
