import { requirementsText } from "@gaia/manifest";
import { OUTSIDE_SCANNERS, type ScannerReport, scanSkill } from "@gaia/scan";
import { hasAdvisories } from "../advisories/find-vulnerabilities.ts";
import type { Inspector } from "./inspector.ts";

/** Bandit, pip-audit and detect-secrets, in the sandbox (spec §4.2). */
export const outsideScanners: Inspector = async ({ ctx, subject, scanning, abort, carried }) => {
  const { files, manifest } = subject;
  const scan = await scanSkill({
    files,
    requirements: requirementsText(manifest, files),
    run: scanning.run,
    scanners: await scanning.scanners(),
    osvUrl: scanning.osvUrl,
    pipIndexUrl: scanning.pipIndexUrl,
    timeoutMs: scanning.timeoutMs,
    abort,
    only: OUTSIDE_SCANNERS.filter((name) => !carried.has(name)),
  });
  const { findings, resolved } = scan;
  // pip-audit was told "nothing known" by this registry's own OSV API, which knows nothing at all.
  const isBlind = resolved.length > 0 && scanning.askOsv === null && !(await hasAdvisories(ctx, "PyPI"));
  const scanners = isBlind ? scan.scanners.map(blinded) : scan.scanners;
  const dependencies = resolved.map((each) => ({ ...each, ecosystem: "PyPI" as const, source: "pip-audit" }));
  const isWhole = scanners.some(({ name, status }) => name === "pip-audit" && status === "completed");
  return { scanners, findings, facts: [], resolved: { dependencies, whole: isWhole ? ["pip-audit"] : [] } };
};

function blinded(report: ScannerReport): ScannerReport {
  if (report.name !== "pip-audit" || report.status !== "completed") return report;
  return { ...report, status: "unscanned", reason: "no advisories for PyPI have been imported" };
}
