import { countText, Day } from "../figures.tsx";
import { Notice } from "../parts/banner.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { shortText } from "../plain-text.ts";
import { type ApiProblem, findData, type Skill } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page, Visit } from "../visit.ts";
import { label, sentence, type Wanted } from "./wanted.ts";

/** The page for what was purged: why, and ways on. */
export async function gonePage({ api }: Visit, { problem }: ApiProblem, wanted: Wanted | null): Promise<Page> {
  const path = wanted === null ? null : { name: wanted.name };
  // What else there is of the skill, as the reader sees it; of one that is gone as a whole there is nothing.
  const skill =
    path === null ? null : await findData(api.GET("/skills/{name}", { params: { path } })).catch(() => null);
  return {
    status: 410,
    title: "Removed",
    ownSearch: true,
    body: (
      <div class="problem">
        <h1>{wanted === null ? "This was removed" : `${sentence(label(wanted))} was removed`}</h1>
        <Notice tone="block" shape="octagon" title="Purged">
          Its bytes are gone for good, and neither its name nor its number will be given to anything else.
        </Notice>
        {problem?.detail ? <p dir="auto">{shortText(problem.detail, 600)}</p> : null}
        {skill === null ? null : <OtherVersions skill={skill} />}
        <SearchField label="Search for another skill" value={wanted?.name.slice(0, 64) ?? ""} />
        <ul class="ways" aria-label="Ways on">
          {skill === null ? null : (
            <li>
              <a href={`/publishers/${encodeURIComponent(skill.owner ?? skill.publisher)}`}>
                All skills of {skill.owner ?? skill.publisher}
              </a>
            </li>
          )}
          <li>
            <a href="/search">All skills</a>
          </li>
          <li>
            <a href="/">Home</a>
          </li>
        </ul>
      </div>
    ),
  };
}

const MOST_OTHERS = 5;

/** What is still there of a skill of which a version is gone. */
function OtherVersions({ skill }: { skill: Skill }) {
  const live = skill.versions.filter(({ status }) => status === "published" || status === "yanked");
  if (live.length === 0) return null;
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other versions of {shortText(skill.name, 64)}</h2>
      <ul>
        {live.slice(0, MOST_OTHERS).map(({ version, status, security_tier: tier, published_at: at }) => (
          <li>
            <a href={skillAddress(skill.name, version)}>{version}</a>{" "}
            <span class="quiet">
              {status === "yanked" ? "yanked" : tier}, published <Day at={at} />
            </span>
          </li>
        ))}
      </ul>
      {live.length <= MOST_OTHERS ? null : (
        <p>
          <a href={skillAddress(skill.name, null, "versions")}>All {countText(skill.versions.length)} versions</a>
        </p>
      )}
    </section>
  );
}
