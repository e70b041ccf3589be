import { Day } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { Skill, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { TierMark, VerdictMark } from "./marks.tsx";

const MOST = 200;

/** Every version that may be seen, newest first, and why newer ones are not what a plain install takes. */
export function VersionsTab({ version, skill }: { version: Version; skill: Skill | null }) {
  const versions = skill?.versions ?? [];
  const reasons = new Map(skill?.passed_over.map((one) => [one.version, one.reason]));
  return (
    <section class="tab" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      {versions.length === 0 ? (
        <p class="empty">Only version {version.version} can be seen.</p>
      ) : (
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Tier</th>
              <th scope="col">Scan</th>
              <th scope="col">State</th>
              <th scope="col">Published</th>
            </tr>
          </thead>
          <tbody>
            {versions.slice(0, MOST).map((one) => (
              <tr aria-current={one.version === version.version ? "true" : undefined}>
                <th scope="row">
                  <a href={skillAddress(version.name, one.version)}>{one.version}</a>
                  {one.version === skill?.version ? <span class="note">plain install</span> : null}
                </th>
                <td data-label="Tier">
                  <TierMark tier={one.security_tier} />
                </td>
                <td data-label="Scan">
                  <VerdictMark verdict={one.verdict} />
                </td>
                <td data-label="State">
                  {one.status}
                  {one.held === true ? <span class="note">held for review</span> : null}
                  {reasons.has(one.version) ? (
                    <span class="quiet"> passed over: {shortText(reasons.get(one.version) ?? "", 160)}</span>
                  ) : null}
                </td>
                <td data-label="Published">
                  <Day at={one.published_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {versions.length > MOST ? (
        <p class="quiet">
          The newest {MOST} of {versions.length}.
        </p>
      ) : null}
    </section>
  );
}
