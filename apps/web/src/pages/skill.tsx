import { OwnerLinks } from "../parts/owner-links.tsx";
import { isPending, ScanProgress } from "../parts/scan-progress.tsx";
import { Banner } from "../skill/state-banner.tsx";
import { DecisionBand } from "../skill/decision-band.tsx";
import { MayDo } from "../skill/may-do.tsx";
import { HeadFacts, ShortHead, SkillHead } from "../skill/skill-head.tsx";
import { opensAt } from "../skill/standing-words.tsx";
import { countText } from "../figures.tsx";
import { ensureData, findData, type Skill, type Version } from "../registry-api.ts";
import { feedOf, readTab, skillAddress, type Tab, TABS } from "../skill-address.ts";
import type { Subject } from "../subject.ts";
import { versionBefore } from "../version-before.ts";
import type { Page, Visit } from "../visit.ts";
import { tabBody } from "./skill-tab.tsx";

/** `/skills/{name}` and `/skills/{name}/{version}`: what a decision rests on, then the rest by tabs. */
export async function skillPage(visit: Visit, at: { name: string; version: string | null }): Promise<Page> {
  const subject = at.version === null ? await opened(visit, at.name) : await pinned(visit, at.name, at.version);
  const { version, skill, tab } = subject;
  const isOpened = skill !== null && opensAt(skill) === version.version;
  const isForAll = version.visibility === undefined || version.visibility === "public";
  const title = `${version.owner ?? version.publisher}/${version.name}${at.version === null ? "" : ` ${version.version}`}`;
  return {
    title: tab === "readme" ? title : `${TAB_TITLES[tab]} of ${title}`,
    description: version.description,
    // What not everybody sees, or lists leave out, is nothing for a search engine.
    ...(isForAll &&
      version.held !== true && { canonical: skillAddress(version.name, isOpened ? null : version.version, tab) }),
    // It says nothing of what not everybody sees.
    ...(isForAll && { feed: feedOf(version.name) }),
    changesSoon: isPending(version),
    body: (
      <>
        {tab === "readme" ? (
          <Decision subject={subject} visit={visit} />
        ) : (
          <>
            <ShortHead version={version} />
            <ScanProgress version={version} />
          </>
        )}
        <Tabs subject={subject} pinned={at.version} />
        {await tabBody(visit, subject)}
      </>
    ),
  };
}

/** All that a decision rests on, above the read-me. */
function Decision({ subject, visit }: { subject: Subject; visit: Visit }) {
  const { version, skill, scan, previous } = subject;
  return (
    <>
      <Banner version={version} skill={skill} />
      <SkillHead version={version} skill={skill} />
      <OwnerLinks version={version} me={visit.me} />
      <ScanProgress version={version} />
      <DecisionBand version={version} skill={skill} scan={scan} publicUrl={visit.publicUrl} />
      <HeadFacts version={version} skill={skill} />
      <MayDo version={version} previous={previous} />
    </>
  );
}

/** A skill at the version that an install takes; at the newest there is where it takes none. */
async function opened(visit: Visit, name: string): Promise<Subject> {
  const { api, url } = visit;
  const skill = await ensureData(api.GET("/skills/{name}", { params: { path: { name } } }));
  const path = { name: skill.name, version: opensAt(skill) };
  const [version, scan] = await Promise.all([
    path.version === skill.version ? skill : ensureData(api.GET("/skills/{name}/{version}", { params: { path } })),
    findData(api.GET("/skills/{name}/{version}/scan", { params: { path } })),
  ]);
  const tab = readTab(url.searchParams);
  return { version, skill, scan, tab, previous: await findBefore(visit, tab, skill, version) };
}

async function pinned(visit: Visit, name: string, version: string): Promise<Subject> {
  const { api, url } = visit;
  const path = { name, version };
  const [found, skill, scan] = await Promise.all([
    ensureData(api.GET("/skills/{name}/{version}", { params: { path } })),
    findData(api.GET("/skills/{name}", { params: { path: { name } } })),
    findData(api.GET("/skills/{name}/{version}/scan", { params: { path } })),
  ]);
  const tab = readTab(url.searchParams);
  return { version: found, skill, scan, tab, previous: await findBefore(visit, tab, skill, found) };
}

/** The version before this one: against it permissions are new or dropped. Asked for by the read-me tab alone. */
async function findBefore({ api }: Visit, tab: Tab, skill: Skill | null, { name, version }: Version) {
  if (tab !== "readme" || skill === null) return null;
  const before = versionBefore(skill.versions, version);
  if (before === null) return null;
  return findData(api.GET("/skills/{name}/{version}", { params: { path: { name, version: before } } }));
}

const TAB_TITLES: Record<Tab, string> = {
  readme: "Read me",
  tools: "Tools",
  versions: "Versions",
  files: "Files",
  scan: "Scan report",
  trust: "Trust",
  reviews: "Reviews",
  history: "History",
};

function Tabs({ subject, pinned }: { subject: Subject; pinned: string | null }) {
  const { version, skill, scan, tab } = subject;
  const findings = scan?.findings.length ?? 0;
  // A bare 0 beside "Scan report" would read as a mark.
  const counts: Partial<Record<Tab, number>> = {
    tools: version.tools.length,
    versions: skill?.versions.length ?? 1,
    files: version.file_count,
    ...(skill && { reviews: skill.rating.count }),
  };
  return (
    <nav class="tabs" aria-label="About this version">
      <ul>
        {TABS.map((one) => (
          <li>
            <a href={skillAddress(version.name, pinned, one)} aria-current={one === tab ? "page" : undefined}>
              {TAB_TITLES[one]}
              {counts[one] === undefined ? null : <span class="count">{countText(counts[one])}</span>}
              {one === "scan" && findings > 0 ? (
                <span class="count">{findings === 1 ? "1 finding" : `${countText(findings)} findings`}</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
