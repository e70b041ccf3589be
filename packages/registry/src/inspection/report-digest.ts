import { sha256Hex } from "@gaia/archive";
import type { ScannerReport } from "@gaia/findings";
import type { MergedFinding } from "./merge-findings.ts";

interface Reported {
  verdict: string;
  reason: string;
  scanners: ScannerReport[];
  findings: MergedFinding[];
}

/**
 * `sha256:…` over everything a report says but when it was made and how long it took: two runs of the same rules over the same files
 * have the same digest. The statement that the registry signs carries it.
 */
export function reportDigest({ verdict, reason, scanners, findings }: Reported): string {
  const said = {
    verdict,
    reason,
    scanners: scanners.map((each) => [each.name, each.version, each.status, each.reason, each.rules_digest]),
    findings: findings.map((each) => [
      each.rule,
      each.also,
      each.scanner,
      each.severity,
      each.category,
      each.file,
      each.line,
      each.message,
      each.hint,
      each.snippet,
      each.weight ?? null,
    ]),
  };
  return `sha256:${sha256Hex(new TextEncoder().encode(JSON.stringify(said)))}`;
}
