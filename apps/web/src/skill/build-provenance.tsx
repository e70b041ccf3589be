import { Day } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { Version } from "../registry-api.ts";

/** What builds say of a version (SLSA provenance), with the level that each is verified to and why it is no higher. */
export function BuildProvenance({ version }: { version: Version }) {
  const builds = version.provenance ?? [];
  return (
    <>
      <h3>Build</h3>
      {builds.length === 0 ? (
        <p class="empty">No provenance of its build: SLSA build level 0.</p>
      ) : (
        <ul class="signatures">
          {builds.slice(0, 8).map((build) => (
            <li>
              <p>
                <b>SLSA build level {build.level}</b>. {shortText(build.reason, 400)}
              </p>
              <p class="quiet">
                Built {build.source_repository === null ? "from no source that it names" : "from "}
                {build.source_repository === null ? null : <code>{shortText(build.source_repository, 200)}</code>}
                {build.source_commit === null ? null : (
                  <>
                    {" "}
                    at <code>{shortText(build.source_commit, 64)}</code>
                  </>
                )}
                {build.workflow === null ? null : (
                  <>
                    , workflow <code>{shortText(build.workflow, 200)}</code>
                  </>
                )}
                , by <code>{shortText(build.builder, 200)}</code>.{" "}
                {build.level < 2 ? "So the build itself says. " : null}
                Signed by <code>{shortText(build.signer, 200)}</code> <Day at={build.signed_at} />, verified by the
                registry <Day at={build.verified_at} />.
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
