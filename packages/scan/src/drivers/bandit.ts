import type { Severity } from "@gaia/policy";
import type { PackageFile } from "@gaia/archive";
import {
  asFarAsItGoes,
  type Confidence,
  type DriverContext,
  type DriverResult,
  type Finding,
  type JsonRecord,
  lasting,
  oneLine,
  parseRecord,
  type Problem,
  rulesDigest,
  runPython,
  toLine,
  toRecord,
  toRecords,
  toText,
  Unscanned,
} from "@gaia/findings";
import type { ScannerVersions } from "./scanner-versions.ts";
import { isPythonSource } from "./python-source.ts";

/** Our own, outside the directory of the package's files, so that Bandit looks for no other. */
const SETTINGS: PackageFile[] = [
  { path: "settings/bandit.ini", bytes: new TextEncoder().encode("[bandit]\n") },
  { path: "settings/bandit.yaml", bytes: new TextEncoder().encode("{}\n") },
];
const OPTIONS = [
  "--format=json",
  "--quiet",
  "--ignore-nosec",
  "--ini=settings/bandit.ini",
  "--configfile=settings/bandit.yaml",
  "--exclude=",
];

/** These rules quote the password they found in their message. */
const PASSWORD_RULES = new Set(["B105", "B106", "B107"]);

/**
 * Bandit over every Python source of the package, under names of ours (so that no name is an option, or on Bandit's own
 * list of what to leave out) and mapped back. A file it could not parse is a problem, never clean.
 */
export async function bandit(
  ctx: DriverContext,
  input: { files: PackageFile[]; versions: ScannerVersions },
): Promise<DriverResult> {
  const { versions } = input;
  if (versions.bandit === null) throw new Unscanned("it is not installed");
  const result: DriverResult = {
    findings: [],
    problems: [],
    version: versions.bandit,
    rulesDigest: rulesDigest(versions.bandit, versions.python, OPTIONS),
  };
  const sources = input.files.filter(isPythonSource);
  if (sources.length === 0) return result;
  const paths = new Map(sources.map(({ path }, index) => [`./code/p${index}.py`, path]));
  return asFarAsItGoes(result, async () => {
    const { stdout } = await runPython(ctx, {
      args: ["-m", "bandit", ...OPTIONS, "--", ...[...paths.keys()].map((name) => name.slice(2))],
      files: [...SETTINGS, ...sources.map(({ bytes }, index) => ({ path: `code/p${index}.py`, bytes }))],
    });
    readReport(stdout, paths, result);
  });
}

function readReport(stdout: string, paths: Map<string, string>, result: DriverResult): void {
  const report = parseRecord(stdout);
  const results = toRecords(report?.["results"]);
  const errors = toRecords(report?.["errors"]);
  const metrics = toRecord(report?.["metrics"]);
  if (results === null || errors === null || metrics === null) {
    throw new Unscanned("it crashed: no readable report");
  }
  result.problems = unread(errors, metrics, paths);
  for (const each of results) {
    const finding = toFinding(each, paths);
    if (finding === null) result.problems.push(lasting("a finding could not be read"));
    else result.findings.push(finding);
  }
}

function unread(errors: JsonRecord[], metrics: JsonRecord, paths: Map<string, string>): Problem[] {
  const reasons = new Map<string, string>();
  for (const [name, path] of paths) {
    if (toRecord(metrics[name]) === null) reasons.set(path, "not looked at");
  }
  for (const error of errors) {
    const path = paths.get(toText(error["filename"]) ?? "") ?? "a file";
    reasons.set(path, oneLine(toText(error["reason"]) ?? "no reason given", 100));
  }
  return [...reasons].map(([path, reason]) => lasting(`could not read ${oneLine(path)}: ${reason}`));
}

const SEVERITIES: Record<string, Severity> = { LOW: "low", MEDIUM: "medium", HIGH: "high" };
const CONFIDENCES: Record<string, Confidence> = { LOW: "low", MEDIUM: "medium", HIGH: "high" };

function toFinding(each: JsonRecord, paths: Map<string, string>): Finding | null {
  const id = toText(each["test_id"]);
  const file = paths.get(toText(each["filename"]) ?? "");
  const text = toText(each["issue_text"]);
  if (id === null || !/^B\d{3,4}$/.test(id) || file === undefined || text === null) return null;
  const isPassword = PASSWORD_RULES.has(id);
  const more = toText(each["more_info"]) ?? "";
  return {
    rule: `bandit/${id}`,
    scanner: "bandit",
    // What it does not grade is taken seriously.
    severity: SEVERITIES[toText(each["issue_severity"]) ?? ""] ?? "high",
    confidence: CONFIDENCES[toText(each["issue_confidence"]) ?? ""] ?? "high",
    category: isPassword ? "secret" : "code",
    file,
    line: toLine(each["line_number"]),
    message: isPassword ? "Possible hardcoded password." : oneLine(text),
    hint: /^https:\/\/bandit\.readthedocs\.io\/[\w./-]+$/.test(more) ? `See ${more}` : null,
    snippet: null,
  };
}
