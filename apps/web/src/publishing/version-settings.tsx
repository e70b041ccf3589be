import type { components } from "@gaia/client";
import { signerText } from "@gaia/policy";
import { formOf, type Shown } from "../deeds/deeds.tsx";
import { Notice } from "../parts/banner.tsx";
import { Line, Text } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";
import { shortText } from "../plain-text.ts";
import type { Skill } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { STATE_WORDS } from "../skill/standing-words.tsx";

type Shapes = components["schemas"];
type Change = Shapes["SignerChangeList"]["items"][number];
type OneVersion = Shapes["VersionOfSkill"];

const named = (signers: Shapes["Signer"][]): string[] =>
  signers.map(({ signer, repository_id: repositoryId, runner }) => signerText({ signer, repositoryId, runner }));

/** Versions that another signer signed than the ones before: they wait until a person confirms it. */
export function SignerChanges({ changes, action }: { changes: Change[]; action: string }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="signers">
      <h2 id="signers">A signer to confirm</h2>
      {changes.map(({ version, from, to }) => (
        <>
          <Notice tone="review" shape="triangle" title={`${version} has another signer`}>
            Until then: <code class="digest">{shortText(named(from).join(", ") || "none", 300)}</code>. Now:{" "}
            <code class="digest">{shortText(named(to).join(", ") || "none", 300)}</code>.
          </Notice>
          <Form
            action={action}
            hidden={{ do: "confirm-signer", row: version, signers: named(to).join("\n") }}
            submit="Confirm the signer"
            consequence="From then on it signs for this skill. If it is no key of yours, yank the version instead."
          />
        </>
      ))}
    </section>
  );
}

/** Deprecating, yanking and purging, by version. */
export function VersionSettings({ skill, action, shown }: { skill: Skill | null; action: string; shown: Shown }) {
  if (skill === null) return null;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul class="entries">
        {skill.versions.slice(0, 100).map((one) => (
          <li>
            <span>
              <a href={skillAddress(skill.name, one.version)}>{one.version}</a> ·{" "}
              {one.state === undefined ? one.status : STATE_WORDS[one.state].toLowerCase()} · {one.security_tier}
              {one.deprecated ? " · deprecated" : ""}
            </span>
            <OneVersionSettings one={one} action={action} shown={shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneVersionSettings({ one, action, shown }: { one: OneVersion; action: string; shown: Shown }) {
  const row = one.version;
  const [deprecate, yank, purge] = [
    formOf(shown, "deprecate", row),
    formOf(shown, "yank", row),
    formOf(shown, "purge", row),
  ];
  if (one.status === "purged") return null;
  return (
    <details class="version-settings" open={deprecate.isTyped || yank.isTyped || purge.isTyped}>
      <summary>Change {row}</summary>
      {one.deprecated ? (
        <Form
          action={action}
          hidden={{ do: "undeprecate", row }}
          submit="Deprecate it no longer"
          consequence="Its page and installs warn no more."
        />
      ) : (
        <Form
          action={action}
          hidden={deprecate.hidden}
          submit="Deprecate"
          consequence="It stays and installs as before, with your words as a warning."
        >
          <Line {...deprecate.field} name="message" label="What to say" maxlength={500} />
          <Line {...deprecate.field} name="replacement" label="What to use instead" optional maxlength={64} />
        </Form>
      )}
      {one.status === "yanked" ? (
        <Form
          action={action}
          hidden={{ do: "unyank", row }}
          submit="Undo the yank"
          consequence="Lists and plain installs take it again."
        />
      ) : null}
      {one.status === "published" ? (
        <Form
          action={action}
          hidden={yank.hidden}
          submit="Yank"
          consequence="Lists and plain installs leave it out; pinned installs go on. You can undo it."
          isGrave
        >
          <Text
            {...yank.field}
            name="reason"
            label="Why it is yanked"
            maxlength={2_000}
            rows={2}
            hint="Everybody reads it."
          />
        </Form>
      ) : null}
      <Form
        action={action}
        hidden={purge.hidden}
        submit="Purge"
        consequence="Its files go for good, and its number stays used. Possible for 72 hours, or where the scan found a secret in it."
        isGrave
      >
        <Text
          {...purge.field}
          name="reason"
          label="Why it is purged"
          maxlength={2_000}
          rows={2}
          hint="It stays in its place, for everybody."
        />
      </Form>
    </details>
  );
}
