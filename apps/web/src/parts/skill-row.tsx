import { noPermissionsWords } from "@gaia/client";
import { countText, Day, plural } from "../figures.tsx";
import { byReadingOrder, permissionRowWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import type { SkillSummary } from "../registry-api.ts";
import { TierMark, VerdictMark } from "./marks.tsx";
import { VisibilityNote } from "./visibility-note.tsx";

/** The rows of a list of skills. `note` gives the words that stand before a row, such as why it is first. */
export function SkillRows({ skills, note }: { skills: SkillSummary[]; note?: (skill: SkillSummary) => string | null }) {
  return (
    <ol class="rows">
      {skills.map((skill) => (
        <li>
          <SkillRow skill={skill} note={note?.(skill) ?? null} />
        </li>
      ))}
    </ol>
  );
}

function SkillRow({ skill, note }: { skill: SkillSummary; note: string | null }) {
  const title = skill.display_name && skill.display_name !== skill.name ? shortText(skill.display_name, 80) : null;
  return (
    <article class="row">
      <h3>
        <a href={`/skills/${encodeURIComponent(skill.name)}`}>{skill.name}</a>
        {title ? (
          <span class="row-title" dir="auto">
            {title}
          </span>
        ) : null}
      </h3>
      <p class="row-marks">
        <TierMark tier={skill.security_tier} />
        {skill.verdict === "ALLOW" ? null : <VerdictMark verdict={skill.verdict} />}
        <VisibilityNote visibility={skill.visibility} />
        {skill.held ? <span class="note">Held for review</span> : null}
        {skill.deprecated ? <span class="note">Deprecated</span> : null}
        {note ? <span class="note">{note}</span> : null}
      </p>
      <p class="row-sentence" dir="auto">
        {shortText(skill.description, 240)}
      </p>
      <p class="row-facts">
        <span>{permissionSentence(skill)}</span>
        <span>
          by <a href={`/publishers/${encodeURIComponent(skill.publisher)}`}>{skill.publisher}</a>
        </span>
        <span>
          {skill.latest_version}, <Day at={skill.updated_at} />
        </span>
        {skill.install && skill.install.version !== skill.latest_version ? (
          <span>
            install takes {skill.install.version}, {skill.install.security_tier}
          </span>
        ) : null}
        {skill.downloads > 0 ? (
          <span title={countText(skill.downloads)}>{plural(skill.downloads, "download")}</span>
        ) : null}
      </p>
    </article>
  );
}

function permissionSentence({ permissions, permissions_declared: isDeclared }: SkillSummary): string {
  const asked = permissions.filter((one) => !one.endsWith(":none"));
  if (asked.length === 0) return noPermissionsWords(isDeclared);
  const words = asked.sort(byReadingOrder).map((one) => shortText(permissionRowWords(one), 40));
  return words.length > 5 ? `${words.slice(0, 5).join(" · ")} · ${words.length - 5} more` : words.join(" · ");
}
