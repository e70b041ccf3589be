import type { Child } from "hono/jsx";
import { Day } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import type { Skill, Standing, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";

/** A state as a word; `held` and `published` are said in full, because an install treats them differently. */
export const STATE_WORDS: Record<Standing["state"], string> = {
  inspecting: "Being inspected",
  staged: "Staged",
  published: "Published",
  held: "Held for review",
  yanked: "Yanked",
  quarantined: "Quarantined",
  purged: "Purged",
};

/** A role in words. */
export const DECIDER_WORDS: Record<NonNullable<Standing["by"]>, string> = {
  publisher: "its publisher",
  admin: "an admin of this registry",
  registry: "this registry’s scan",
};

const TIER_WORDS = { verified: "Verified", community: "Community", experimental: "Experimental" } as const;

/** `Yanked since 3 May by its publisher`; the scan alone holds. */
export function StateLine({ standing }: { standing: Standing }) {
  const { state, since, by } = standing;
  return (
    <>
      {STATE_WORDS[state]}
      {since === null ? null : (
        <>
          {" "}
          since <Day at={since} />
        </>
      )}
      {by === null || state === "staged" || state === "held" ? null : <> by {DECIDER_WORDS[by]}</>}
    </>
  );
}

/** Who stands behind a version, in a sentence that a newcomer can judge by. */
export function TierSentence({ version }: { version: Version }) {
  const { standing } = version;
  const since = standing?.tier.since ?? null;
  if (version.security_tier === "verified") {
    return (
      <>
        Audited in this version by {standing?.tier.name ? shortText(standing.tier.name, 60) : "an admin"}, who is not
        its publisher
        {since === null ? null : (
          <>
            , <Day at={since} />
          </>
        )}
        .
      </>
    );
  }
  if (version.security_tier === "community")
    return <>Signed by its publisher, and its scan was passed or cleared. No person has audited it.</>;
  const isSigned = version.signatures.some(({ status }) => status === "valid");
  const options = (standing?.install_options ?? []).filter((option) => option !== "--allow-held");
  return (
    <>
      Only its author stands behind it
      {options.length === 0 ? (
        "."
      ) : (
        <>
          : an install needs <code class="whole">{options.join(" ")}</code>.
        </>
      )}
      {isSigned && version.permissions.declared === null
        ? " It is signed, and stays so because it declares no permissions."
        : ""}
    </>
  );
}

/** That a version once had a higher tier, when it lost that, by whom and why. */
export function FallSentence({ standing }: { standing: Standing }) {
  const { fell } = standing;
  if (fell === null) return null;
  return (
    <>
      It was {TIER_WORDS[fell.from]}
      {fell.at === null ? null : (
        <>
          {" "}
          until <Day at={fell.at} />
        </>
      )}
      ; {fell.by === "registry" ? "the registry" : DECIDER_WORDS[fell.by]} took that away
      {fell.reason === null ? (
        "."
      ) : (
        <>
          : <q dir="auto">{shortText(fell.reason, 300)}</q>
          {endOf(fell.reason)}
        </>
      )}
    </>
  );
}

/** A sentence ends once, inside its quote or behind it. */
const endOf = (quoted: string): string => (/[.!?…]$/.test(quoted.trimEnd()) ? "" : ".");

/** The reason of a state as it was given; what is held may quote the skill. */
export function Reason({ standing }: { standing: Standing }): Child {
  if (standing.reason === null) return <>No reason was recorded.</>;
  const text = shortText(standing.reason, 600);
  return (
    <>
      Why: <q dir="auto">{standing.state === "held" ? defanged(text) : text}</q>
      {endOf(text)}
    </>
  );
}

/** What an install takes in the place of this version. */
export function Instead({ version, skill }: { version: Version; skill: Skill | null }) {
  const install = skill?.install ?? null;
  if (skill === null || install === null || install.version === version.version) return null;
  return (
    <a href={skillAddress(version.name, install.version)}>
      Version {install.version} ({TIER_WORDS[install.security_tier].toLowerCase()}) is what a plain install takes
    </a>
  );
}

/** The version at which the page of a skill opens: what an install takes, else the newest that there is. */
export const opensAt = (skill: Skill): string => skill.install?.version ?? skill.version;
