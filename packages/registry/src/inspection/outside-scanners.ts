import { requirementsText } from "@gaia/manifest";
import { scanSkill } from "@gaia/scan";
import type { Inspector } from "./inspector.ts";

/** Bandit, pip-audit and detect-secrets, in the sandbox (spec §4.2). */
export const outsideScanners: Inspector = async ({ subject, scanning, abort }) => {
  const { files, manifest } = subject;
  const { scanners, findings } = await scanSkill({
    files,
    requirements: requirementsText(manifest, files),
    run: scanning.run,
    scanners: await scanning.scanners(),
    osvUrl: scanning.osvUrl,
    pipIndexUrl: scanning.pipIndexUrl,
    timeoutMs: scanning.timeoutMs,
    abort,
  });
  return { scanners, findings, facts: [] };
};
