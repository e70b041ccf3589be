import { bandit } from "./drivers/bandit.ts";
import { detectSecrets } from "./drivers/detect-secrets.ts";
import { pipAudit } from "./drivers/pip-audit.ts";
import {
  compareFindings,
  type DriverResult,
  type Finding,
  type ScannerReport,
  type Severity,
  lasting,
  type Problem,
} from "./finding.ts";
import type { RequirementLine } from "./requirements/requirement-lines.ts";
import type { DriverContext, PackageFile, Run, Scanners } from "./run.ts";
import { Unscanned } from "./run.ts";
import { scannerVersions } from "./scanner-versions.ts";
import { withSnippets } from "./snippet.ts";

export interface ScanSkill {
  files: PackageFile[];
  /** Requirement lines that the manifest declares, with the file they are from. Requirements files of the package are read too. */
  requirements: RequirementLine[];
  run: Run;
  scanners: Scanners;
  /** Base of an OSV service, as `https://api.osv.dev`. */
  osvUrl: string;
  /** Replaces the package index that the machine is configured for. */
  pipIndexUrl: string | null;
  /** For each scanner; they run at the same time. */
  timeoutMs: number;
  abort?: AbortSignal | undefined;
}

export interface ScanResult {
  /** One for each of bandit, detect-secrets, pip-audit, in this order. */
  scanners: ScannerReport[];
  findings: Finding[];
  /** The Python packages an installation would bring, as they were audited. */
  resolved: { name: string; version: string }[];
}

/**
 * Runs Bandit, detect-secrets and pip-audit over a skill's files and requirements (spec §3.4). Nothing in the package
 * configures its own scan and nothing of it runs. Never rejects for what a package or a scanner does: a scanner that
 * failed, ran out of time or left a file unread is `unscanned` with its reason, beside what it did find.
 */
export async function scanSkill(input: ScanSkill): Promise<ScanResult> {
  const ctx: DriverContext = {
    run: input.run,
    scanners: input.scanners,
    deadline: performance.now() + input.timeoutMs,
    abort: input.abort,
  };
  const versions = scannerVersions(ctx);
  // Every driver awaits it; should all have ended before it fails, nobody else would take the rejection.
  versions.catch(() => undefined);
  let resolved: ScanResult["resolved"] = [];
  const runs = await Promise.all([
    report("bandit", async () => bandit(ctx, { files: input.files, versions: await versions })),
    report("detect-secrets", async () => detectSecrets(ctx, { files: input.files, versions: await versions })),
    report("pip-audit", async () => {
      const { files, requirements, osvUrl, pipIndexUrl } = input;
      const audit = await pipAudit(ctx, { files, requirements, osvUrl, pipIndexUrl, versions: await versions });
      resolved = audit.resolved;
      return audit;
    }),
  ]);
  const findings = runs.flatMap((each) => each.findings).toSorted(compareFindings);
  return {
    scanners: runs.map((each) => each.report),
    findings: withSnippets(findings, input.files),
    resolved,
  };
}

async function report(
  name: string,
  work: () => Promise<DriverResult>,
): Promise<{ report: ScannerReport; findings: Finding[] }> {
  const startedAt = performance.now();
  const result = await work().catch((error: unknown): DriverResult => {
    // Anything else is a fault of the sandbox or of ours; its words may name this machine's paths.
    const reason = error instanceof Unscanned ? error.message : "it could not be run";
    return { findings: [], problems: [{ reason, retryable: true }], version: null, rulesDigest: null };
  });
  const { findings, more } = worst(result.findings);
  if (more > 0) result.problems.push(lasting(`${more} more findings are not listed`));
  const isComplete = result.problems.length === 0;
  return {
    findings,
    report: {
      name,
      version: result.version,
      status: isComplete ? "completed" : "unscanned",
      reason: isComplete ? null : summary(result.problems),
      retryable: result.problems.some(({ retryable }) => retryable),
      rules_digest: result.rulesDigest,
      duration_ms: Math.round(performance.now() - startedAt),
    },
  };
}

const MAX_FINDINGS = 1_000;
const RANK: Record<Severity, number> = { critical: 0, high: 1, medium: 2, low: 3 };

/** Each finding once; of more than a report can hold, the most serious. */
function worst(findings: Finding[]): { findings: Finding[]; more: number } {
  const distinct = new Map(
    findings.map((each) => [JSON.stringify([each.rule, each.file, each.line, each.message]), each]),
  );
  const sorted = [...distinct.values()].toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || compareFindings(a, b),
  );
  return { findings: sorted.slice(0, MAX_FINDINGS), more: Math.max(sorted.length - MAX_FINDINGS, 0) };
}

const SHOWN_PROBLEMS = 5;

function summary(problems: Problem[]): string {
  const reasons = [...new Set(problems.map(({ reason }) => reason))];
  const more = reasons.length - SHOWN_PROBLEMS;
  return reasons.slice(0, SHOWN_PROBLEMS).join("; ") + (more > 0 ? `; and ${more} more` : "");
}
