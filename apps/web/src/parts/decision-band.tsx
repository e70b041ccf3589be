import { signsRelease } from "@gaia/client";
import type { Child } from "hono/jsx";
import { Day, plural, shortSigner } from "../figures.tsx";
import { defanged } from "../held-text.ts";
import { installCommands } from "../install.ts";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Version } from "../registry-api.ts";
import { skillAddress } from "../skill-address.ts";
import { CommandBox } from "./command-box.tsx";
import { Mark, type Shape, type Sign, TierMark, VerdictMark } from "./marks.tsx";
import { MayDo } from "./may-do.tsx";

/** The four answers that a decision rests on, in the order in which they are needed. */
export function DecisionBand(props: { version: Version; scan: ScanReport | null; publicUrl: string }) {
  const { version, scan } = props;
  return (
    <div class="band-frame">
      <div class="band">
        <section aria-labelledby="vouched">
          <h2 id="vouched">Vouched for by</h2>
          <VouchedFor version={version} scan={scan} />
        </section>
        <section aria-labelledby="may-do">
          <h2 id="may-do">May do</h2>
          <MayDo version={version} />
        </section>
        <section aria-labelledby="scan-said">
          <h2 id="scan-said">Scan</h2>
          <ScanSaid version={version} scan={scan} />
        </section>
        <section aria-labelledby="install">
          <h2 id="install">Install</h2>
          <Install version={version} publicUrl={props.publicUrl} />
        </section>
      </div>
    </div>
  );
}

const TIER_SENTENCES = {
  verified: "Audited in this version by someone who is not its publisher, and countersigned by the registry.",
  community: "Signed by its publisher; every scanner finished.",
  experimental: "By its author alone.",
} as const;

function VouchedFor({ version, scan }: { version: Version; scan: ScanReport | null }) {
  const maker =
    version.signatures.find(({ kind, status }) => kind === "openpgp" && status === "valid") ??
    version.signatures.find(signsRelease);
  const builds = version.provenance ?? [];
  const build = builds.find(({ level }) => level === version.build_level && level > 1);
  const scanned =
    scan !== null && scan.scanners.length > 0 && scan.scanners.every(({ status }) => status === "completed");
  const audited = version.security_tier === "verified";
  return (
    <>
      <p class="answer">
        <TierMark tier={version.security_tier} />
      </p>
      <p>{TIER_SENTENCES[version.security_tier]}</p>
      <ul class="hallmarks">
        <Hallmark name="Maker" shape="oval" sign="pen" struck={maker !== undefined}>
          {maker ? (
            <>
              <code>{shortSigner(maker.signer)}</code>, <Day at={maker.verified_at} />
            </>
          ) : (
            "not signed"
          )}
        </Hallmark>
        <Hallmark name="Scan" shape="shield" sign="check" struck={scanned && version.verdict === "ALLOW"}>
          {scan === null ? "no report" : scanned ? <Day at={scan.finished_at} /> : "not complete"}
        </Hallmark>
        <Hallmark name="Audit" shape="hexagon" sign="check" struck={audited}>
          {audited ? "this version" : "not audited"}
        </Hallmark>
        <Hallmark name="Build" shape="plate" sign="blocks" struck={build !== undefined}>
          {build ? (
            <>
              SLSA level {build.level}, <code>{shortText(build.source_repository ?? build.signer, 60)}</code>
            </>
          ) : builds.length > 0 ? (
            "provenance by an unregistered signer"
          ) : (
            "no provenance"
          )}
        </Hallmark>
      </ul>
    </>
  );
}

function Hallmark(props: { name: string; shape: Shape; sign: Sign; struck: boolean; children?: Child }) {
  return (
    <li class={props.struck ? "struck" : "unstruck"}>
      <Mark shape={props.shape} sign={props.sign} tone={props.struck ? "ink" : "unscanned"} missing={!props.struck} />
      <span>
        <b>{props.name}</b> {props.children}
      </span>
    </li>
  );
}

function ScanSaid({ version, scan }: { version: Version; scan: ScanReport | null }) {
  const done = scan?.scanners.filter(({ status }) => status === "completed").length ?? 0;
  return (
    <>
      <p class="answer">
        <VerdictMark verdict={version.verdict} />
      </p>
      <p>{verdictSentence(version)}</p>
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
  const reason = version.verdict_reason ? shortText(reasonOf(version), 240) : null;
  if (version.cleared) return `${reason ?? "Needed review."} An admin looked at it and cleared it.`;
  return (
    reason ??
    { ALLOW: "Nothing dangerous was found.", REVIEW: "A person should look at it.", BLOCK: "Not acceptable." }[
      version.verdict
    ]
  );
}

function Install({ version, publicUrl }: { version: Version; publicUrl: string }) {
  const signed = version.signatures.some(signsRelease);
  const commands = installCommands(version, publicUrl);
  if (commands.length === 0)
    return <p>This version cannot be installed{version.status === "quarantined" ? " while it is quarantined" : ""}.</p>;
  return (
    <>
      {commands.map((command) => (
        <CommandBox command={command} />
      ))}
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
