import { Day } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import { findData, type Skill, type Version } from "../registry-api.ts";
import { compareAddress, skillAddress } from "../skill-address.ts";
import { TierMark, VerdictMark } from "../parts/marks.tsx";
import { versionBefore } from "../version-before.ts";
import type { Visit } from "../visit.ts";
import { abilityChanges } from "./may-do.tsx";
import { STATE_WORDS } from "./standing-words.tsx";

const MOST = 200;
/** Of so many of the newest it is said who published them and which permissions are new: each is read for that. */
const MOST_READ = 12;
const MOST_CHANGES = 4;

type Row = Skill["versions"][number];

/** What the list of versions does not say of one. */
interface Detail {
  version: Version;
  /** What it may do against the one before; empty where that was not read. */
  changes: ReturnType<typeof abilityChanges>;
}
type Details = ReadonlyMap<string, Detail>;

/** By version; one that this reader is not shown is left out. */
export async function versionDetails(api: Visit["api"], skill: Skill | null): Promise<Details> {
  if (skill === null) return new Map();
  const rows = skill.versions.slice(0, MOST_READ);
  const read = await Promise.all(
    rows.map(({ version }) =>
      findData(api.GET("/skills/{name}/{version}", { params: { path: { name: skill.name, version } } })).catch(
        () => null,
      ),
    ),
  );
  const known = new Map(read.flatMap((one) => (one === null ? [] : [[one.version, one] as const])));
  return new Map(
    [...known].map(([name, version]) => {
      const older = known.get(versionBefore(skill.versions, name) ?? "");
      return [name, { version, changes: older === undefined ? [] : abilityChanges(version, older) }] as const;
    }),
  );
}

/** Every version that may be seen, newest first, by major: the one that a plain install takes, and what a newer one needs. */
export function VersionsTab(props: { version: Version; skill: Skill | null; details: Details }) {
  const { version, skill, details } = props;
  const versions = skill?.versions ?? [];
  const majors = Map.groupBy(versions.slice(0, MOST), (one) => one.version.split(".", 1)[0] ?? "");
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
            {[...majors].map(([major, rows]) => (
              <tbody>
                {majors.size === 1 ? null : (
                  <tr class="major">
                    <th scope="rowgroup" colspan={6}>
                      {major}.x
                    </th>
                  </tr>
                )}
                {rows.map((one) => (
                  <VersionRow row={one} skill={skill} shown={version.version} detail={details.get(one.version)} />
                ))}
              </tbody>
            ))}
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

function VersionRow(props: { row: Row; skill: Skill; shown: string; detail: Detail | undefined }) {
  const { row, skill, shown, detail } = props;
  const older = versionBefore(skill.versions, row.version);
  const changes = detail?.changes ?? [];
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
        {detail === undefined ? null : <By version={detail.version} />}
      </td>
      <td data-label="New in it">
        {changes.length === 0 ? null : (
          <ul class="ability-changes">
            {changes.slice(0, MOST_CHANGES).map(({ change, words }) => (
              <li>
                {change === "new" ? "may now" : "no longer may"} {words}
              </li>
            ))}
            {changes.length > MOST_CHANGES ? <li>and {changes.length - MOST_CHANGES} more</li> : null}
          </ul>
        )}
        {older === null ? (
          <span class="quiet">–</span>
        ) : (
          <a href={compareAddress(skill.name, older, row.version)}>since {older}</a>
        )}
      </td>
    </tr>
  );
}

const By = ({ version: { publisher, published_via: workflow, mirrored_from: origin } }: { version: Version }) => (
  <span class="quiet">
    {" "}
    by <a href={`/publishers/${publisher}`}>{publisher}</a>
    {workflow ? ", from a workflow" : origin ? ", mirrored" : ""}
  </span>
);

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
