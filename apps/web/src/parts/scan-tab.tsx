import { SEVERITIES } from "@gaia/policy";
import { Day, durationText, plural, shortDigest } from "../figures.tsx";
import { asComment, defanged } from "../held-text.ts";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Version } from "../registry-api.ts";
import { filePageAddress } from "../skill-address.ts";
import { Mark, VerdictMark } from "./marks.tsx";

type Finding = ScanReport["findings"][number];
const MOST = 200;

/** The report of the inspection that counts: the verdict in a sentence, what each scanner did, what they found. */
export function ScanTab({ version, scan }: { version: Version; scan: ScanReport | null }) {
  if (scan === null) {
    return (
      <section class="tab" aria-labelledby="scan">
        <h2 id="scan">Scan report</h2>
        <p class="empty">There is no report for this version yet. That is not the same as clean.</p>
      </section>
    );
  }
  const findings = [...scan.findings].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
  const report = `/api/v1/skills/${encodeURIComponent(version.name)}/${encodeURIComponent(version.version)}/scan`;
  return (
    <section class="tab" aria-labelledby="scan">
      <h2 id="scan">Scan report</h2>
      <p class="answer">
        <VerdictMark verdict={scan.verdict} />
      </p>
      <p class="measure">
        {version.held === true ? defanged(shortText(scan.reason, 2_000)) : shortText(scan.reason, 600)} Finished{" "}
        <Day at={scan.finished_at} />.
      </p>
      {scan.cleared === null ? null : (
        <p class="measure">
          Cleared by {shortText(scan.cleared.by, 60)}, <Day at={scan.cleared.at} />:{" "}
          <q dir="auto">{shortText(scan.cleared.reason, 600)}</q>
        </p>
      )}
      {scan.remediation ? <Remediation remediation={scan.remediation} version={version} /> : null}
      <Scanners scan={scan} />
      <h3>{findings.length === 0 ? "No findings" : plural(findings.length, "finding")}</h3>
      {findings.length === 0 ? null : (
        <ol class="findings">
          {findings.slice(0, MOST).map((finding, at) => (
            <FindingItem finding={finding} version={version} number={at + 1} />
          ))}
        </ol>
      )}
      {findings.length > MOST ? <p class="quiet">The first {MOST}; all of them are in the report.</p> : null}
      <p class="quiet measure">
        Scanners read; they run nothing, and <a href="/docs/scanning">no scan finds everything</a>.{" "}
        <a href={report}>The report as JSON</a>, inspection <code>{scan.inspection_id}</code>.
      </p>
    </section>
  );
}

const MOST_HINTS = 5;

/** What would change the verdict: the registry tells it to whoever may publish the skill, and to admins. */
function Remediation(props: { remediation: NonNullable<ScanReport["remediation"]>; version: Version }) {
  const { text, findings } = props.remediation;
  const hints = new Map(findings.filter(({ hint }) => hint !== null).map(({ hint, rule }) => [hint, rule]));
  return (
    <>
      <h3>What would change the verdict</h3>
      <p class="measure" dir="auto">
        {shortText(props.version.held === true ? defanged(text) : text, 2_600)}
      </p>
      {hints.size === 0 ? null : (
        <ul>
          {[...hints].slice(0, MOST_HINTS).map(([hint, rule]) => (
            <li>
              <code>{shortText(rule, 120)}</code>: {shortText(hint ?? "", 600)}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">Shown to the skill's publishers and to admins.</p>
    </>
  );
}

function Scanners({ scan }: { scan: ScanReport }) {
  return (
    <table class="facts">
      <thead>
        <tr>
          <th scope="col">Scanner</th>
          <th scope="col">Result</th>
          <th scope="col">Time</th>
          <th scope="col">Rules</th>
        </tr>
      </thead>
      <tbody>
        {scan.scanners.map((scanner) => (
          <tr>
            <th scope="row">
              {shortText(scanner.name, 60)} {scanner.version === null ? "" : shortText(scanner.version, 40)}
            </th>
            <td data-label="Result">
              {scanner.status === "completed" ? (
                "completed"
              ) : (
                <>
                  <span class="marked unscanned">
                    <Mark shape="circle" tone="unscanned" missing /> unscanned
                  </span>
                  {scanner.reason ? `: ${shortText(scanner.reason, 300)}` : ""}
                </>
              )}
            </td>
            <td data-label="Time">{durationText(scanner.duration_ms)}</td>
            <td data-label="Rules">
              {scanner.rules_digest === null ? "–" : <code>{shortDigest(scanner.rules_digest)}</code>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a held version says is shown as it stands, but so that no shell runs it. */
const quote = (snippet: string, { held }: Version): string => (held === true ? asComment(snippet) : snippet);

function FindingItem({ finding, version, number }: { finding: Finding; version: Version; number: number }) {
  return (
    <li id={`finding-${number}`} class={`finding ${finding.severity}`}>
      <p class="finding-head">
        <span class="severity">{finding.severity}</span> <code>{shortText(finding.rule, 120)}</code>{" "}
        <span class="quiet">{shortText(finding.category, 60)}</span>
        {finding.file === null ? null : (
          <a href={filePageAddress(version.name, version.version, finding.file, finding.line)}>
            {shortText(finding.file, 120)}
            {finding.line === null ? "" : `:${finding.line}`}
          </a>
        )}
      </p>
      <p dir="auto">{shortText(finding.message, 1_000)}</p>
      {finding.hint ? (
        <p class="quiet" dir="auto">
          {shortText(finding.hint, 600)}
        </p>
      ) : null}
      {finding.also.length === 0 ? null : (
        <p class="quiet">
          Found there too: <code>{shortText(finding.also.join(", "), 300)}</code>
        </p>
      )}
      {finding.snippet ? <pre tabindex={0}>{shortText(quote(finding.snippet, version), 2_000)}</pre> : null}
    </li>
  );
}
