import { signsRelease } from "@gaia/client";
import type { Child } from "hono/jsx";
import { Day, shortSigner } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Version } from "../registry-api.ts";
import { Mark, type Shape, type Sign } from "../parts/marks.tsx";
import { FallSentence, TierSentence } from "./standing-words.tsx";

/** Four things that stand behind a release independently of each other; what is missing stays in the list, and says so. */
export function Backing({ version, scan }: { version: Version; scan: ScanReport | null }) {
  const { standing } = version;
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
      <p class="measure">
        <TierSentence version={version} /> {standing === undefined ? null : <FallSentence standing={standing} />}
      </p>
      <ul class="hallmarks">
        <Hallmark name="Signature" shape="oval" sign="pen" struck={maker !== undefined}>
          {maker ? (
            <>
              by <code>{shortSigner(maker.signer)}</code>, <Day at={maker.verified_at} />
            </>
          ) : (
            "not signed"
          )}
        </Hallmark>
        <Hallmark name="Scan" shape="shield" sign="check" struck={scanned && version.verdict === "ALLOW"}>
          {scan === null ? (
            "no report"
          ) : scanned ? (
            <>
              every scanner finished, <Day at={scan.finished_at} />
            </>
          ) : (
            "not complete: a scanner did not finish"
          )}
        </Hallmark>
        <Hallmark name="Audit" shape="hexagon" sign="check" struck={audited}>
          {audited ? "an admin read this version" : "no person has audited this version"}
        </Hallmark>
        <Hallmark name="Build" shape="plate" sign="blocks" struck={build !== undefined}>
          {build ? (
            <>
              from <code>{shortText(build.source_repository ?? build.signer, 60)}</code>, SLSA level {build.level}
            </>
          ) : builds.length > 0 ? (
            "a statement about its build, by an unregistered signer"
          ) : (
            "no statement about how it was built"
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
        <b>{props.name}</b> <span>{props.children}</span>
      </span>
    </li>
  );
}
