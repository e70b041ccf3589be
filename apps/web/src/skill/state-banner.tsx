import { whyAllYanked } from "@gaia/policy";
import { Day, shortSigner } from "../figures.tsx";
import { Notice, type NoticeShape, type Tone } from "../parts/banner.tsx";
import { whoSees } from "../parts/visibility-note.tsx";
import { shortText } from "../plain-text.ts";
import type { Skill, Standing, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { Instead, Reason, StateLine } from "./standing-words.tsx";

/** What must be known before anything else about a version: what became of it, since when, by whom and why, and what to take instead. */
export function Banner(about: { version: Version; skill: Skill | null }) {
  const { version } = about;
  const seenBy = whoSees(version.visibility, version.owner ?? version.publisher);
  return (
    <>
      <State {...about} />
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
      <OtherSigner version={version} />
    </>
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

function OtherSigner({ version: { signer_change: change } }: { version: Version }) {
  if (change?.status !== "pending") return null;
  return (
    <Notice tone="review" shape="triangle" title={change.to.length === 0 ? "Not signed" : "Another signer"}>
      {change.to.length === 0 ? "This version is not signed" : "Another signer signed this version"}; the skill was
      signed by {shortText(change.from.map(({ signer }) => shortSigner(signer)).join(", "), 200)} until then. No plain
      install takes it until{" "}
      {change.to.length === 0 ? "that signer signs it, or its owner confirms it" : "its owner confirms that"}.
    </Notice>
  );
}

const STATES: Record<Exclude<Standing["state"], "published">, { tone: Tone; shape: NoticeShape; what: string }> = {
  inspecting: {
    tone: "unscanned",
    shape: "circle",
    what: "The scanners have not finished with it. It can be installed when they have.",
  },
  staged: {
    tone: "unscanned",
    shape: "circle",
    what: "It was inspected, and goes live when its publisher approves it. Until then its publisher and admins alone see it.",
  },
  held: {
    tone: "review",
    shape: "triangle",
    // The decision band says what an install needs: this stands above it, also on a phone.
    what: "",
  },
  yanked: {
    tone: "review",
    shape: "triangle",
    what: "Installs that pin it still work; nothing new should take it.",
  },
  quarantined: { tone: "block", shape: "octagon", what: "The registry withholds it: it cannot be installed." },
  purged: { tone: "block", shape: "octagon", what: "Its files are gone." },
};

function State({ version, skill }: { version: Version; skill: Skill | null }) {
  const { standing } = version;
  if (standing === undefined || standing.state === "published") return null;
  const { tone, shape, what } = STATES[standing.state];
  const allYanked = standing.state === "yanked" && skill !== null ? allYankedOf(skill) : null;
  const isWhySaid = allYanked !== null && version.version === skill?.version;
  const hasReason = standing.state !== "inspecting" && standing.state !== "staged" && !isWhySaid;
  return (
    <Notice tone={tone} shape={shape} title={<StateLine standing={standing} />}>
      {allYanked === null ? what : <span dir="auto">{allYanked}</span>}{" "}
      {hasReason ? (
        <span class={standing.state === "held" ? "why" : undefined}>
          <Reason standing={standing} />
        </span>
      ) : null}{" "}
      {standing.state === "held" ? (
        <>
          <a href={skillAddress(version.name, version.version, "scan")}>The whole report</a>.{" "}
        </>
      ) : null}
      <Instead version={version} skill={skill} />
    </Notice>
  );
}

const allYankedOf = ({ name, version, versions, status_reason: reason }: Skill): string | null =>
  whyAllYanked({ name, versions, newest: { version, reason: reason === null ? null : shortText(reason, 400) } });
