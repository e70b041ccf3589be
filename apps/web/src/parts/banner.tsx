import { whyAllYanked } from "@gaia/policy";
import type { Child } from "hono/jsx";
import { Day } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import type { Skill, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { Mark } from "./marks.tsx";
import { whoSees } from "./visibility-note.tsx";

/** What must be known before anything else about a version: why it is not what a plain install gives, and what to take instead. */
export function Banner(about: { version: Version; skill: Skill | null }) {
  const { version } = about;
  const seenBy = whoSees(version.visibility, version.owner ?? version.publisher);
  return (
    <>
      <HeldForReview version={version} />
      {seenBy === null ? null : (
        <Notice
          tone="unscanned"
          shape="circle"
          title={version.visibility === "private" ? "Private" : "Organisation only"}
        >
          {seenBy}
        </Notice>
      )}
      <Deprecated version={version} />
      <State {...about} />
    </>
  );
}

function HeldForReview({ version }: { version: Version }) {
  if (version.held !== true) return null;
  return (
    <Notice tone="review" shape="triangle" title="Held for review">
      No install takes this version without <code>--allow-held</code>, and lists leave it out, until an admin of this
      registry clears it. Why:{" "}
      <q dir="auto">{defanged(shortText(version.verdict_reason ?? "no reason was recorded", 2_000))}</q>{" "}
      <a href={skillAddress(version.name, version.version, "scan")}>The whole report</a>.
    </Notice>
  );
}

function Deprecated({ version: { deprecated } }: { version: Version }) {
  if (!deprecated) return null;
  return (
    <Notice tone="review" shape="triangle" title="Deprecated">
      Its publisher says that it should be used no more, since <Day at={deprecated.since} />:{" "}
      <q dir="auto">{shortText(deprecated.message, 400)}</q>{" "}
      {deprecated.replacement === null ? null : (
        <>
          In its place: <a href={skillAddress(deprecated.replacement)}>{deprecated.replacement}</a>.
        </>
      )}
    </Notice>
  );
}

function State({ version, skill }: { version: Version; skill: Skill | null }) {
  const other =
    skill !== null && skill.version !== version.version && skill.status === "published" ? skill.version : null;
  const instead =
    other === null ? null : <a href={skillAddress(version.name)}>Version {other} is what a plain install takes.</a>;
  const reason = version.status_reason ? <Quote text={version.status_reason} /> : null;
  if (version.status === "quarantined") {
    return (
      <Notice tone="block" shape="octagon" title="Quarantined">
        The registry withholds this version; it cannot be installed. {reason} {instead}
      </Notice>
    );
  }
  const allYanked = skill === null ? null : allYankedOf(skill);
  if (allYanked !== null && version.status === "yanked") {
    return (
      <Notice tone="review" shape="triangle" title="Yanked">
        <span dir="auto">{allYanked}</span> {version.version === skill?.version ? null : reason}
      </Notice>
    );
  }
  if (version.status === "yanked") {
    return (
      <Notice tone="review" shape="triangle" title="Yanked">
        Its publisher took this version back. Installs that pin it still work; nothing new should. {reason} {instead}
      </Notice>
    );
  }
  if (version.status !== "published") {
    return (
      <Notice tone="unscanned" shape="circle" title="Being inspected">
        The scanners have not finished with this version. It can be installed when they have. {instead}
      </Notice>
    );
  }
  return (
    <>
      {other === null ? null : (
        <Notice tone="review" shape="triangle" title="Another version">
          This is not the version that a plain install takes. {instead}
        </Notice>
      )}
      {version.signer_change?.status === "pending" ? (
        <Notice tone="review" shape="triangle" title="Another signer">
          {version.signer_change.to.length === 0 ? "This version is not signed" : "Another signer signed this version"};
          the skill was signed by {shortText(version.signer_change.from.map(({ signer }) => signer).join(", "), 200)}{" "}
          until then. No plain install takes it until its owner confirms that.
        </Notice>
      ) : null}
      {version.security_tier === "experimental" ? (
        <Notice tone="experimental" shape="flask" title="Experimental">
          Only its author vouches for this version: read the scan and the files before you install it.{" "}
          {version.claimed_tier && version.claimed_tier !== "experimental" ? (
            <>Its manifest calls itself {shortText(version.claimed_tier, 40)}; a claim counts for nothing here.</>
          ) : null}
        </Notice>
      ) : null}
      <PassedOver skill={skill} version={version} />
    </>
  );
}

function PassedOver({ skill, version }: { skill: Skill | null; version: Version }) {
  if (skill === null || skill.version !== version.version || skill.passed_over.length === 0) return null;
  return (
    <Notice tone="unscanned" shape="circle" title="Newer versions passed over">
      A plain install takes {version.version}.{" "}
      {skill.passed_over.slice(0, 3).map((newer) => (
        <>
          <a href={skillAddress(skill.name, newer.version)}>{newer.version}</a>: {shortText(newer.reason, 160)}.{" "}
        </>
      ))}
      {skill.passed_over.length > 3 ? <a href={skillAddress(skill.name, null, "versions")}>All of them</a> : null}
    </Notice>
  );
}

type Tone = "block" | "review" | "experimental" | "unscanned";

/** A line above a page with a mark and a word of its own, never colour alone. */
export function Notice(props: {
  tone: Tone;
  shape: "octagon" | "triangle" | "flask" | "circle";
  title: string;
  children?: Child;
}) {
  const sign = { octagon: "bar", triangle: "alarm", flask: "level", circle: "alarm" } as const;
  return (
    <div class={`notice ${props.tone}`}>
      <Mark shape={props.shape} sign={sign[props.shape]} tone={props.tone} />
      <p>
        <b>{/[?!]$/.test(props.title) ? props.title : `${props.title}.`}</b> {props.children}
      </p>
    </div>
  );
}

const allYankedOf = ({ name, version, versions, status_reason: reason }: Skill): string | null =>
  whyAllYanked({ name, versions, newest: { version, reason: reason === null ? null : shortText(reason, 400) } });

function Quote({ text }: { text: string }) {
  return (
    <>
      Reason given: <q dir="auto">{shortText(text, 400)}</q>.
    </>
  );
}
