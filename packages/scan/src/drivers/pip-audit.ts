import type { PackageFile } from "@gaia/archive";
import { ADVISORY_GAPS } from "./advisory-gaps.ts";
import {
  asFarAsItGoes,
  compareText,
  type DriverContext,
  type DriverResult,
  type Finding,
  type JsonRecord,
  oneLine,
  parseRecord,
  rulesDigest,
  runPython,
  toRecords,
  toText,
  toTexts,
  Unscanned,
} from "@gaia/findings";
import { canonicalName } from "../requirements/judge-requirement.ts";
import { type PackageRequirement, type RequirementLine, readRequirements } from "../requirements/requirement-lines.ts";
import { joinPins, type Pin } from "../requirements/pin.ts";
import { resolveRequirements } from "../requirements/resolve-requirements.ts";
import type { ScannerVersions } from "./scanner-versions.ts";

const OPTIONS = [
  "--no-deps",
  "--disable-pip",
  "--format=json",
  "--vulnerability-service=osv",
  "--desc=off",
  "--aliases=on",
  "--progress-spinner=off",
  "--timeout=10",
];

/**
 * The skill's Python requirements: each line judged, what is left resolved to versions without running anything, and
 * these asked of an OSV service by pip-audit. Without requirements it is complete at once and asks nobody.
 */
export async function pipAudit(
  ctx: DriverContext,
  input: {
    files: PackageFile[];
    requirements: RequirementLine[];
    osvUrl: string;
    /** The service has been away for a while: what is resolved is not asked about. */
    isOsvAway(): boolean;
    pipIndexUrl: string | null;
    versions: ScannerVersions;
  },
): Promise<DriverResult & { resolved: Pin[] }> {
  const { versions } = input;
  if (versions["pip-audit"] === null || versions.pip === null) throw new Unscanned("it is not installed");
  const { packages, findings, problems } = readRequirements(input);
  const result = {
    findings,
    problems,
    version: versions["pip-audit"],
    rulesDigest: rulesDigest(versions["pip-audit"], versions.pip, OPTIONS),
    resolved: [] as Pin[],
  };
  if (packages.length === 0) return result;
  const seen = new Set<string>();
  await asFarAsItGoes(result, async () => {
    const resolved = await resolveRequirements(ctx, { packages, pipIndexUrl: input.pipIndexUrl });
    problems.push(...resolved.problems);
    findings.push(...resolved.unknown.map(unknownPackage));
    result.resolved.push(...resolved.pinSets.flat());
    for (const pins of resolved.pinSets) {
      if (input.isOsvAway()) throw new Unscanned(ADVISORY_GAPS.away);
      for (const finding of await audit(ctx, { pins, packages, osvUrl: input.osvUrl })) {
        const key = `${finding.rule} ${finding.message}`;
        if (!seen.has(key)) findings.push(finding);
        seen.add(key);
      }
    }
  });
  result.resolved = distinct(result.resolved);
  return result;
}

function distinct(pins: Pin[]): Pin[] {
  const byText = new Map<string, Pin>();
  for (const pin of pins) {
    const key = `${pin.name}==${pin.version}`;
    const known = byText.get(key);
    byText.set(key, known === undefined ? pin : joinPins(known, pin));
  }
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, pin]) => pin);
}

async function audit(
  ctx: DriverContext,
  input: { pins: Pin[]; packages: PackageRequirement[]; osvUrl: string },
): Promise<Finding[]> {
  const text = input.pins.map(({ name, version }) => `${name}==${version}\n`).join("");
  const { stdout, stderr } = await runPython(ctx, {
    args: [
      "-m",
      "pip_audit",
      ...OPTIONS,
      "--cache-dir=cache",
      `--osv-url=${queryUrl(input.osvUrl)}`,
      "--requirement=pins.txt",
    ],
    files: [{ path: "pins.txt", bytes: new TextEncoder().encode(text) }],
    network: { env: {} },
  });
  const dependencies = toRecords(parseRecord(stdout)?.["dependencies"]);
  if (dependencies === null) {
    // It ends with a traceback when the service does not answer, or not in its own schema.
    throw new Unscanned(
      /requests\.exceptions|ServiceError|ConnectionError|urllib3/.test(stderr)
        ? ADVISORY_GAPS.silent
        : "it crashed: no readable report",
    );
  }
  const answered = new Map<string, JsonRecord[]>();
  for (const each of dependencies) {
    const vulns = toRecords(each["vulns"]);
    if (vulns !== null) answered.set(canonicalName(toText(each["name"]) ?? ""), vulns);
  }
  return input.pins.flatMap((pin) => {
    const vulns = answered.get(pin.name);
    if (vulns === undefined) throw new Unscanned(`it gave no answer for ${pin.name}`);
    return vulns.map((each) => toFinding(each, pin, input.packages));
  });
}

/** `OSV_URL` is a base; pip-audit takes the address of the query itself. */
function queryUrl(osvUrl: string): string {
  const base = osvUrl.replace(/\/+$/, "");
  return base.endsWith("/v1/query") ? base : `${base}/v1/query`;
}

function toFinding(vuln: JsonRecord, pin: Pin, packages: PackageRequirement[]): Finding {
  const ids = [toText(vuln["id"]) ?? "unknown", ...toTexts(vuln["aliases"])].map(cleanId);
  const id = ids[0] ?? "unknown";
  const isMalware = ids.some((each) => /^MAL-/i.test(each));
  const fixed = toTexts(vuln["fix_versions"]).map((each) => oneLine(each, 40));
  const other = ids
    .slice(1)
    .filter((each) => each !== id)
    .sort(compareText);
  const direct = packages.find(({ name }) => name === pin.name);
  const names = other.length === 0 ? id : `${id} (${other.slice(0, 4).join(", ")})`;
  const remedy = fixed.length === 0 ? "no fixed version is known" : `fixed in ${fixed.slice(0, 5).join(", ")}`;
  return {
    rule: `pip-audit/${id}`,
    scanner: "pip-audit",
    severity: isMalware ? "critical" : "high",
    confidence: "high",
    category: "dependency",
    file: direct?.file ?? null,
    line: direct?.line ?? null,
    message: isMalware
      ? `${pin.name} ${pin.version} is known malware: ${names}.`
      : `${pin.name} ${pin.version}${direct === undefined ? " (needed by a requirement)" : ""}: ${names}, ${remedy}.`,
    hint: fixed.length === 0 || isMalware ? "Do without this package." : `Require ${pin.name}>=${fixed.at(-1)}.`,
    snippet: null,
  };
}

function cleanId(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9._:-]/g, "").slice(0, 60) || "unknown";
}

function unknownPackage(requirement: PackageRequirement): Finding {
  return {
    rule: "requirements/unknown-package",
    scanner: "pip-audit",
    severity: "high",
    confidence: "medium",
    category: "dependency",
    file: requirement.file,
    line: requirement.line,
    message: `The package index has no ${requirement.name}: whoever registers the name first decides what is installed.`,
    hint: "Check the name's spelling, or leave the requirement out.",
    snippet: null,
  };
}
