import { hasAdvisories } from "@gaia/catalog";
import { requirementsText } from "@gaia/manifest";
import { ADVISORY_GAPS, type OutsideScanner } from "@gaia/scan";
import { scanSkill } from "@gaia/scan/scanners";
import type { ScannerReport } from "@gaia/findings";
import type { Inspector } from "./inspector.ts";

/** One of Bandit, pip-audit and detect-secrets, in the sandbox (docs/specification.md §4.2). */
export const outsideScanner =
  (name: OutsideScanner): Inspector =>
  async ({ ctx, subject, scanning, abort }) => {
    const { files, manifest } = subject;
    const { advisories } = scanning;
    const scan = await scanSkill({
      files,
      requirements: requirementsText(manifest, files),
      run: scanning.run,
      scanners: await scanning.scanners(),
      osvUrl: scanning.osvUrl,
      isOsvAway: () => advisories.isAway(),
      pipIndexUrl: scanning.pipIndexUrl,
      cpuMs: scanning.cpuMs,
      timeoutMs: scanning.timeoutMs,
      abort,
      only: [name],
    });
    const { findings, resolved } = scan;
    if (scan.scanners.some(({ reason }) => reason?.includes(ADVISORY_GAPS.silent))) advisories.doubt();
    // pip-audit was told "nothing known" by this registry's own OSV API, which knows nothing at all.
    const isBlind = resolved.length > 0 && scanning.askOsv === null && !(await hasAdvisories(ctx, "PyPI"));
    const scanners = isBlind ? scan.scanners.map(blinded) : scan.scanners;
    const dependencies = resolved.map((each) => ({ ...each, ecosystem: "PyPI" as const, source: "pip-audit" }));
    const isWhole = scanners.some((report) => report.name === "pip-audit" && report.status === "completed");
    return { scanners, findings, facts: [], resolved: { dependencies, whole: isWhole ? ["pip-audit"] : [] } };
  };

function blinded(report: ScannerReport): ScannerReport {
  if (report.name !== "pip-audit" || report.status !== "completed") return report;
  return { ...report, status: "unscanned", reason: `${ADVISORY_GAPS.none} for PyPI`, retryable: true };
}
