import { countText, Day, plural } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { Skill, Version } from "../registry-api.ts";
import { feedOf, skillAddress } from "../skill-address.ts";
import { TierMark, VerdictMark } from "../parts/marks.tsx";
import { StateLine } from "./standing-words.tsx";
import { VisibilityNote } from "../parts/visibility-note.tsx";

/** So much of a description stands above the decision; the whole of a longer one stands beside the read-me. */
export const HEAD_CHARS = 180;

interface About {
  version: Version;
  skill: Skill | null;
}

/** The head of the read-me tab: whose it is, what it is for, and what else an install could take. */
export function SkillHead({ version, skill }: About) {
  // "Web Search" says no more than web-search.
  const isName = version.display_name?.toLowerCase().replaceAll(/[\s_]+/g, "-") === version.name;
  const title = version.display_name && !isName ? shortText(version.display_name, 120) : null;
  return (
    <div class="heading">
      <Name version={version} />
      {title ? (
        <p class="heading-title" dir="auto">
          {title}
        </p>
      ) : null}
      <p class="heading-sentence" dir="auto">
        {shortText(version.description, HEAD_CHARS)}
      </p>
      <OtherVersions version={version} skill={skill} />
    </div>
  );
}

/** The head of every other tab: two lines, so that the tab itself is in sight. */
export function ShortHead({ version }: Pick<About, "version">) {
  const { standing } = version;
  return (
    <div class="heading short">
      <Name version={version} />
      <p class="heading-line">
        <TierMark tier={version.security_tier} />
        <VerdictMark verdict={version.verdict} />
        {standing === undefined || standing.state === "published" ? null : (
          <b>
            <StateLine standing={standing} />
          </b>
        )}
        {version.deprecated ? <b>Deprecated</b> : null}
        <VisibilityNote visibility={version.visibility} />
      </p>
    </div>
  );
}

function Name({ version }: { version: Version }) {
  const owner = version.owner ?? version.publisher;
  return (
    <h1>
      <a class="heading-publisher" href={`/publishers/${encodeURIComponent(owner)}`}>
        {owner}
      </a>
      <span class="heading-slash"> / </span>
      <span class="heading-name">{version.name}</span> <span class="heading-version">{version.version}</span>
    </h1>
  );
}

/** What a plain install takes, where that is another version; else the newest that needs an option. */
function OtherVersions({ version, skill }: About) {
  if (skill === null) return null;
  const install = skill.install ?? null;
  if (install !== null && install.version !== version.version) {
    // A version that is taken back or withheld says it above, with its reason.
    if (version.standing?.state !== "published") return null;
    return (
      <p class="heading-note">
        Another version:{" "}
        <a href={skillAddress(version.name)}>Version {install.version} is what a plain install takes</a>
        {", "}
        {install.security_tier}.
      </p>
    );
  }
  const newer = (skill.needing_option ?? []).filter((one) => one.version !== version.version);
  const [newest] = newer;
  if (newest === undefined || install === null) return null;
  return (
    <p class="heading-note">
      <a href={skillAddress(version.name, newest.version)}>{newest.version}</a> is newer, and{" "}
      {newest.options.length === 0 ? (
        "has to be named exactly"
      ) : (
        <>
          needs <code class="whole">{newest.options.join(" ")}</code>
        </>
      )}
      {newer.length > 1 ? (
        <>
          {"; "}
          <a href={skillAddress(version.name, null, "versions")}>{countText(newer.length - 1)} more</a>
        </>
      ) : null}
      .
    </p>
  );
}

/** Dates and numbers, in one line below what the decision rests on. */
export function HeadFacts({ version, skill }: About) {
  const owner = version.owner ?? version.publisher;
  return (
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
      {skill?.stars ? <span>{plural(skill.stars, "star")}</span> : null}
      <span>{version.license === null ? "No licence stated" : shortText(version.license, 60)}</span>
      <a href={`${skillAddress(version.name, version.version)}/report`} rel="nofollow">
        Report this version
      </a>
      {version.visibility === undefined || version.visibility === "public" ? (
        <a href={feedOf(version.name)}>Feed</a>
      ) : null}
    </p>
  );
}
