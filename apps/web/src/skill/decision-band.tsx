import { signsRelease } from "@gaia/client";
import { Day, plural } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { installCommands } from "../install.ts";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Skill, Standing, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { TierMark, VerdictMark } from "../parts/marks.tsx";
import { FallSentence, TierSentence } from "./standing-words.tsx";

/** What a decision rests on, in the order in which it is needed: who stands behind it, what the scan said, how to get it. */
export function DecisionBand(props: {
  version: Version;
  skill: Skill | null;
  scan: ScanReport | null;
  publicUrl: string;
}) {
  const { version, skill, scan } = props;
  return (
    <div class="band-frame">
      <div class="band">
        <section aria-labelledby="trust-in-it">
          <h2 id="trust-in-it">Trust</h2>
          <Trust version={version} />
        </section>
        <section aria-labelledby="scan-said">
          <h2 id="scan-said">Scan</h2>
          <ScanSaid version={version} scan={scan} />
        </section>
        <section aria-labelledby="install" class="band-install">
          <h2 id="install">Install</h2>
          <Install version={version} skill={skill} publicUrl={props.publicUrl} />
        </section>
      </div>
    </div>
  );
}

function Trust({ version }: { version: Version }) {
  const { standing, claimed_tier: claimed } = version;
  const isClaimedHigher = version.security_tier === "experimental" && claimed !== null && claimed !== "experimental";
  return (
    <>
      <p class="answer">
        <TierMark tier={version.security_tier} />
      </p>
      <p id="tier-sentence">
        <TierSentence version={version} />
      </p>
      {standing?.fell ? (
        <p>
          <FallSentence standing={standing} />
        </p>
      ) : null}
      {isClaimedHigher ? (
        <p class="quiet">Its manifest calls itself {shortText(claimed, 40)}; a claim counts for nothing here.</p>
      ) : null}
    </>
  );
}

function ScanSaid({ version, scan }: { version: Version; scan: ScanReport | null }) {
  const done = scan?.scanners.filter(({ status }) => status === "completed").length ?? 0;
  return (
    <>
      <p class="answer">
        <VerdictMark verdict={version.verdict} />
      </p>
      <p id="verdict-sentence">{verdictSentence(version)}</p>
      {scan === null ? null : (
        <p class="quiet">
          {done} of {plural(scan.scanners.length, "scanner")} finished, <Day at={scan.finished_at} />.{" "}
          <a href={skillAddress(version.name, version.version, "scan")}>
            {scan.findings.length === 0 ? "No findings" : plural(scan.findings.length, "finding")}
          </a>
        </p>
      )}
    </>
  );
}

/** A reason may quote the skill. */
const reasonOf = ({ verdict_reason: reason, held }: Version): string =>
  held === true ? defanged(reason ?? "") : (reason ?? "");

function verdictSentence(version: Version): string {
  if (version.verdict === null) return "No scanner has judged this version yet. That is not the same as clean.";
  // The banner above has the reason; twice, it would push the command off a phone's first screen.
  if (version.standing?.state === "held") return "Until an admin clears it, an install needs --allow-held.";
  const reason = version.verdict_reason ? shortText(reasonOf(version), 160) : null;
  if (version.cleared) return `${reason ?? "Needed review."} An admin looked at it and cleared it.`;
  return (
    reason ??
    { ALLOW: "Nothing dangerous was found.", REVIEW: "A person should look at it.", BLOCK: "Not acceptable." }[
      version.verdict
    ]
  );
}

const NO_INSTALL: Partial<Record<Standing["state"], string>> = {
  inspecting: "It cannot be installed before its inspection ends.",
  staged: "It cannot be installed before its publisher approves it.",
  quarantined: "It cannot be installed while it is quarantined.",
};

function Install({ version, skill, publicUrl }: { version: Version; skill: Skill | null; publicUrl: string }) {
  const signed = version.signatures.some(signsRelease);
  const [first, ...others] = installCommands(version, publicUrl, skill);
  if (first === undefined)
    return <p>{NO_INSTALL[version.standing?.state ?? "published"] ?? "This version cannot be installed."}</p>;
  return (
    <>
      <CommandBox command={first} />
      {others.length === 0 ? null : (
        <details class="clients">
          <summary>or with {others.map(({ title }) => title).join(" · ")}</summary>
          {others.map((command) => (
            <CommandBox command={command} />
          ))}
        </details>
      )}
      <p class="quiet">
        {signed ? "" : "It is not signed: only its digests can be checked. "}
        <a href={skillAddress(version.name, version.version, "trust")}>
          {signed ? "Check the signature" : "Check the digests"}
        </a>
        {signed ? " before you trust the bytes." : null}
      </p>
    </>
  );
}
