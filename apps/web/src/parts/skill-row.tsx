import { countText, Day, plural } from "../figures.tsx";
import { byReadingOrder, permissionRowWords } from "../permission-words.ts";
import { shortText } from "../plain-text.ts";
import type { SkillSummary } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { TierMark, VerdictMark } from "./marks.tsx";
import { VisibilityNote } from "./visibility-note.tsx";

/**
 * The rows of a list of skills. `note` gives the words that stand before a row, such as why it is first. `level`: of their headings.
 * `withContext`: each says what it takes of a model's context.
 */
export function SkillRows({
  skills,
  note,
  level = 3,
  withContext = false,
}: {
  skills: SkillSummary[];
  note?: (skill: SkillSummary) => string | null;
  level?: 3 | 4;
  withContext?: boolean;
}) {
  return (
    <ol class="rows">
      {skills.map((skill) => (
        <li>
          <SkillRow skill={skill} note={note?.(skill) ?? null} level={level} withContext={withContext} />
        </li>
      ))}
    </ol>
  );
}

function SkillRow({
  skill,
  note,
  level,
  withContext,
}: {
  skill: SkillSummary;
  note: string | null;
  level: 3 | 4;
  withContext: boolean;
}) {
  const Heading = level === 3 ? "h3" : "h4";
  const version = skill.version ?? skill.latest_version;
  const title = skill.display_name && skill.display_name !== skill.name ? shortText(skill.display_name, 80) : null;
  return (
    <article class="row">
      <Heading>
        <a href={skillAddress(skill.name, isOpened(skill, version) ? null : version)}>{skill.name}</a>
        {title ? (
          <span class="row-title" dir="auto">
            {title}
          </span>
        ) : null}
      </Heading>
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
          {version}, <Day at={skill.updated_at} />
        </span>
        <HowInstalled skill={skill} version={version} />
        {withContext ? <ContextCost skill={skill} /> : null}
        {skill.downloads > 0 ? <span>{plural(skill.downloads, "download")}</span> : null}
        {isRising(skill) ? (
          <span>{countText(Math.round((skill.rising ?? 1) * 10) / 10)} times last month’s pace</span>
        ) : null}
      </p>
    </article>
  );
}

/** What an order by context goes by. */
const ContextCost = ({ skill: { context_tokens: tokens } }: { skill: SkillSummary }) => (
  <span>{tokens ? `${plural(tokens.when_used, "token")} when used` : "tokens not counted"}</span>
);

/** The page of a skill opens at what a plain install takes, or at the latest version. */
const isOpened = ({ install, latest_version: latest }: SkillSummary, version: string): boolean =>
  version === (install?.version ?? latest);

const isRising = ({ rising }: SkillSummary): boolean => typeof rising === "number" && rising >= 1.5;

/** What a plain install takes where that is another version than the one of this row, and then the command of this one. */
function HowInstalled({
  skill: { name, install, latest_version: latest },
  version,
}: {
  skill: SkillSummary;
  version: string;
}) {
  if (!install || install.version === version) return null;
  return (
    <>
      <span>
        install takes {install.version}, {install.security_tier}
      </span>
      {version === latest ? null : (
        <span>
          this one:{" "}
          <code>
            install {name}@{version}
          </code>
        </span>
      )}
    </>
  );
}

function permissionSentence({ permissions, permissions_declared: isDeclared }: SkillSummary): string {
  const asked = permissions.filter((one) => !one.endsWith(":none"));
  // The page of the skill has the whole sentence (`noPermissionsWords`); twenty rows of it are noise.
  if (asked.length === 0) return isDeclared ? "declares that it needs nothing" : "nothing declared, nothing inferred";
  const words = asked.sort(byReadingOrder).map((one) => shortText(permissionRowWords(one), 40));
  return words.length > 5 ? `${words.slice(0, 5).join(" · ")} · ${words.length - 5} more` : words.join(" · ");
}
