import type { PackageFile } from "@gaia/archive";
import { bandit } from "./drivers/bandit.ts";
import { detectSecrets } from "./drivers/detect-secrets.ts";
import { pipAudit } from "./drivers/pip-audit.ts";
import {
  compareFindings,
  type DriverContext,
  type DriverResult,
  type Finding,
  reportOf,
  rulesDigest,
  type Run,
  type ScannerReport,
  type Scanners,
  sourceDigest,
  withSnippets,
} from "@gaia/findings";
import type { Pin } from "./requirements/pin.ts";
import type { RequirementLine } from "./requirements/requirement-lines.ts";
import { scannerVersions } from "./drivers/scanner-versions.ts";
import { OUTSIDE_SCANNERS, type OutsideScanner } from "./scanner-names.ts";

export interface ScanSkill {
  files: PackageFile[];
  /** Requirement lines that the manifest declares, with the file they are from. Requirements files of the package are read too. */
  requirements: RequirementLine[];
  run: Run;
  scanners: Scanners;
  /** Base of an OSV service, as `https://api.osv.dev`. */
  osvUrl: string;
  /** Whether that service has been away for a while, so that it is not asked. */
  isOsvAway?: (() => boolean) | undefined;
  /** Replaces the package index that the machine is configured for. */
  pipIndexUrl: string | null;
  /** CPU time of each program that a scanner runs. Absent: as `timeoutMs`. */
  cpuMs?: number | undefined;
  /** For each scanner on the clock, as the outer bound; they run at the same time. */
  timeoutMs: number;
  abort?: AbortSignal | undefined;
  /** Runs these alone. Absent: all of them. */
  only?: readonly OutsideScanner[] | undefined;
}

export interface ScanResult {
  /** One for each of bandit, detect-secrets, pip-audit that was to run, in this order. */
  scanners: ScannerReport[];
  findings: Finding[];
  /** The Python packages an installation would bring, as they were audited. */
  resolved: Pin[];
}

/** What another program finds also depends on how ours asks it and reads its answer. */
function withSources(name: OutsideScanner, driver: () => Promise<DriverResult>): () => Promise<DriverResult> {
  return async () => {
    const result = await driver();
    return result.rulesDigest === null
      ? result
      : { ...result, rulesDigest: rulesDigest(result.rulesDigest, sourceDigest(name)) };
  };
}

/**
 * Runs Bandit, detect-secrets and pip-audit over a skill's files and requirements (docs/specification.md §4.2). Nothing in the package
 * configures its own scan and nothing of it runs. Never rejects for what a package or a scanner does: a scanner that
 * failed, ran out of time or left a file unread is `unscanned` with its reason, beside what it did find.
 */
export async function scanSkill(input: ScanSkill): Promise<ScanResult> {
  const ctx: DriverContext = {
    run: input.run,
    scanners: input.scanners,
    deadline: performance.now() + input.timeoutMs,
    cpuMs: input.cpuMs ?? input.timeoutMs,
    abort: input.abort,
  };
  const versions = scannerVersions(ctx);
  // Every driver awaits it; should all have ended before it fails, nobody else would take the rejection.
  versions.catch(() => undefined);
  let resolved: ScanResult["resolved"] = [];
  const drivers: Record<OutsideScanner, () => Promise<DriverResult>> = {
    bandit: async () => bandit(ctx, { files: input.files, versions: await versions }),
    "detect-secrets": async () => detectSecrets(ctx, { files: input.files, versions: await versions }),
    "pip-audit": async () => {
      const { files, requirements, osvUrl, pipIndexUrl, isOsvAway = () => false } = input;
      const asked = { files, requirements, osvUrl, isOsvAway, pipIndexUrl };
      const audit = await pipAudit(ctx, { ...asked, versions: await versions });
      resolved = audit.resolved;
      return audit;
    },
  };
  const names = OUTSIDE_SCANNERS.filter((name) => input.only?.includes(name) ?? true);
  const runs = await Promise.all(names.map((name) => reportOf(name, withSources(name, drivers[name]))));
  const findings = runs.flatMap((each) => each.findings).toSorted(compareFindings);
  return {
    scanners: runs.map((each) => each.report),
    findings: withSnippets(findings, input.files),
    resolved,
  };
}
