import { requirementsText } from "@gaia/manifest";
import { OUTSIDE_SCANNERS, scanSkill } from "@gaia/scan";
import type { Inspector } from "./inspector.ts";

/** Bandit, pip-audit and detect-secrets, in the sandbox (spec §4.2). */
export const outsideScanners: Inspector = async ({ subject, scanning, abort, carried }) => {
  const { files, manifest } = subject;
  const { scanners, findings, resolved } = await scanSkill({
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
  const dependencies = resolved.map((each) => ({ ...each, ecosystem: "PyPI" as const, source: "pip-audit" }));
  const isWhole = scanners.some(({ name, status }) => name === "pip-audit" && status === "completed");
  return { scanners, findings, facts: [], resolved: { dependencies, whole: isWhole ? ["pip-audit"] : [] } };
};
