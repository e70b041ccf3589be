import type { Severity } from "@gaia/policy";
import {
  compareFindings,
  type DriverResult,
  type Finding,
  lasting,
  type Problem,
  type ScannerReport,
} from "./finding.ts";
import { Unscanned } from "./run.ts";

/**
 * Runs one scanner's work to its end and says how it ended: never rejects. What it threw is a problem of another kind than
 * what it found.
 */
export async function reportOf(
  name: string,
  work: () => Promise<DriverResult>,
): Promise<{ report: ScannerReport; findings: Finding[] }> {
  const startedAt = performance.now();
  const result = await work().catch((error: unknown): DriverResult => {
    // Anything else is a fault of the sandbox or of ours; its words may name this machine's paths.
    const problem =
      error instanceof Unscanned
        ? { reason: error.message, retryable: error.retryable }
        : { reason: "it could not be run", retryable: true };
    return { findings: [], problems: [problem], version: null, rulesDigest: null };
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
