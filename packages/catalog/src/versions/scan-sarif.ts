import { sarifLog, type SarifResult, type SarifRun } from "@gaia/findings";
import type { getScanReport } from "./scan-report.ts";

type Report = Awaited<ReturnType<typeof getScanReport>>;
type Finding = Report["findings"][number];

const LEVELS = { critical: "error", high: "error", medium: "warning", low: "note" } as const;
/** What code-scanning services sort by: the ends of the ranges that CVSS gives these words. */
const SCORES = { critical: "9.5", high: "8.0", medium: "5.5", low: "2.0" } as const;

/** Where the programs of others are described; all other drivers are ours. */
const HOMES: Readonly<Record<string, string | undefined>> = {
  bandit: "https://bandit.readthedocs.io/",
  "detect-secrets": "https://github.com/Yelp/detect-secrets",
  "pip-audit": "https://github.com/pypa/pip-audit",
};
const OURS = "https://gaia-registry.dev/";
/** What is compared rather than scanned has no row among the scanners that would name a version. */
const COMPARED: Readonly<Record<string, string | undefined>> = { "gaia-permissions": "1", "gaia-versions": "1" };

/**
 * The report as SARIF 2.1.0 (OASIS): one run a scanner, so that each says for itself whether it came to its end. No times and no ids:
 * the same report gives the same bytes.
 */
export function toSarif(report: Report, about: { name: string; version: string }): ReturnType<typeof sarifLog> {
  return sarifLog([...namesOf(report)].map((name) => toRun(report, name, about)));
}

/** Scanners in the report's order, then what else found something: permissions and versions are compared, not scanned. */
function namesOf(report: Report): Set<string> {
  return new Set([...report.scanners.map(({ name }) => name), ...report.findings.map(({ scanner }) => scanner)]);
}

function toRun(report: Report, name: string, about: { name: string; version: string }): SarifRun {
  const scanner = report.scanners.find((each) => each.name === name);
  const findings = report.findings.filter((finding) => finding.scanner === name);
  return {
    tool: {
      name,
      version: scanner?.version || COMPARED[name] || null,
      informationUri: HOMES[name] ?? OURS,
      properties: { rules_digest: scanner?.rules_digest ?? null },
    },
    describe: (rule) => describe(findings.find((finding) => finding.rule === rule)),
    about: {
      invocations: [
        {
          executionSuccessful: scanner?.status !== "unscanned",
          ...(scanner?.reason
            ? {
                toolExecutionNotifications: [{ level: "error", message: { text: `unscanned: ${scanner.reason}` } }],
              }
            : {}),
        },
      ],
      originalUriBaseIds: {
        SKILL: { description: { text: `the files of ${about.name} ${about.version}` } },
      },
      properties: { verdict: report.verdict, reason: report.reason, report_digest: report.report_digest },
    },
    results: findings.map(toResult),
  };
}

/** `example`: a finding of the rule; every rule that is listed has one. */
function describe(example: Finding | undefined): ReturnType<SarifRun["describe"]> {
  const severity = example?.severity ?? "medium";
  return {
    defaultConfiguration: { level: LEVELS[severity] },
    ...(example?.hint ? { help: { text: example.hint } } : {}),
    properties: { "security-severity": SCORES[severity], tags: ["security", example?.category ?? "code"] },
  };
}

function toResult({ rule, file, line, message, snippet, also, severity }: Finding): SarifResult {
  return {
    rule,
    level: LEVELS[severity],
    message,
    place: file === null ? null : { uri: toUri(file), base: "SKILL", line, snippet },
    ...(also.length > 0 && { properties: { also } }),
  };
}

/** A path of a package as a relative reference (RFC 3986 §4.2): its colons must not look like a scheme. */
function toUri(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
