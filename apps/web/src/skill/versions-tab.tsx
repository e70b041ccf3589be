import { Day } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import type { Skill, Version } from "../registry-api.ts";
import { compareAddress, skillAddress } from "../skill-address.ts";
import { TierMark, VerdictMark } from "../parts/marks.tsx";
import { STATE_WORDS } from "./standing-words.tsx";

const MOST = 200;

type Row = Skill["versions"][number];

/** Every version that may be seen, newest first: the one that a plain install takes, and what a newer one needs. */
export function VersionsTab({ version, skill }: { version: Version; skill: Skill | null }) {
  const versions = skill?.versions ?? [];
  return (
    <section class="tab" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      {skill === null || versions.length === 0 ? (
        <p class="empty">Only version {version.version} can be seen.</p>
      ) : (
        <>
          <p>
            {skill.install
              ? `An install that names no version takes ${skill.install.version}.`
              : "An install that names no version takes none of these."}
          </p>
          <table class="facts">
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Tier</th>
                <th scope="col">Scan</th>
                <th scope="col">State</th>
                <th scope="col">Published</th>
                <th scope="col">New in it</th>
              </tr>
            </thead>
            <tbody>
              {versions.slice(0, MOST).map((one, at) => (
                <VersionRow row={one} skill={skill} shown={version.version} before={versions[at + 1]?.version} />
              ))}
            </tbody>
          </table>
        </>
      )}
      {versions.length > MOST ? (
        <p class="quiet">
          The newest {MOST} of {versions.length}.
        </p>
      ) : null}
    </section>
  );
}

/** `before`: the next older one in the list. */
function VersionRow(props: { row: Row; skill: Skill; shown: string; before: string | undefined }) {
  const { row, skill, shown, before } = props;
  return (
    <tr aria-current={row.version === shown ? "true" : undefined}>
      <th scope="row">
        <a href={skillAddress(skill.name, row.version)}>{row.version}</a>
        {row.version === skill.install?.version ? <span class="note">plain install</span> : null}
      </th>
      <td data-label="Tier">
        <TierMark tier={row.security_tier} />
      </td>
      <td data-label="Scan">
        <VerdictMark verdict={row.verdict} />
      </td>
      <td data-label="State">
        {row.state === undefined ? row.status : STATE_WORDS[row.state]}
        <Why row={row} skill={skill} />
      </td>
      <td data-label="Published">
        <Day at={row.published_at} />
      </td>
      <td data-label="New in it">
        {before === undefined ? (
          <span class="quiet">–</span>
        ) : (
          <a href={compareAddress(skill.name, before, row.version)}>since {before}</a>
        )}
      </td>
    </tr>
  );
}

/** Why an install passes over it, and the option with which it takes it all the same. */
function Why({ row, skill }: { row: Row; skill: Skill }) {
  const needs = skill.needing_option?.find(({ version }) => version === row.version);
  const passed = skill.passed_over.find(({ version }) => version === row.version);
  const held = row.held === true && row.held_reason ? shortText(defanged(row.held_reason), 160) : null;
  const notes = [
    row.deprecated ? "deprecated by its publisher" : null,
    row.signer_change === "pending" ? "its owner has not confirmed its signer" : null,
    held ?? (needs === undefined && row.status === "published" && passed ? shortText(passed.reason, 160) : null),
  ].filter((note) => note !== null);
  return (
    <>
      {needs === undefined ? null : (
        <span class="note">
          {needs.options.length > 0 ? (
            <>
              needs <code class="whole">{needs.options.join(" ")}</code>
              {needs.exact ? " and its exact number" : ""}
            </>
          ) : (
            "has to be named exactly"
          )}
        </span>
      )}
      {notes.length === 0 ? null : <span class="quiet"> {notes.join("; ")}</span>}
    </>
  );
}
