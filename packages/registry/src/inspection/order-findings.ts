import type { Finding } from "@gaia/findings";

/** The order of a report: by file, line, rule and message in code units, the same everywhere. */
export function orderFindings<F extends Finding>(findings: F[]): F[] {
  return findings.toSorted(
    (a, b) =>
      compare(a.file ?? "", b.file ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compare(a.rule, b.rule) ||
      compare(a.message, b.message),
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
