import { createHash } from "node:crypto";
import { compareText, type Finding, type ScannerReport } from "../finding.ts";

interface Reported {
  verdict: string;
  reason: string;
  scanners: readonly Pick<ScannerReport, "name" | "version" | "status" | "reason" | "rules_digest">[];
  findings: readonly (Said & { also: string[] })[];
}
type Said = Pick<
  Finding,
  "rule" | "scanner" | "severity" | "file" | "line" | "message" | "hint" | "snippet" | "weight"
> & {
  category: string;
};

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
  return digestOf(said);
}

/**
 * `sha256:…` over what one scanner found, before others' findings were merged with it, and not over which version found it: whoever has
 * the same rules can make it again without the other scanners.
 */
export function findingsDigest({ name, status }: Pick<ScannerReport, "name" | "status">, all: readonly Said[]): string {
  const found = all
    .filter(({ scanner }) => scanner === name)
    .map(({ rule, severity, category, file, line, message, hint, snippet, weight }) =>
      JSON.stringify([rule, severity, category, file, line, message, hint, snippet, weight ?? null]),
    );
  return digestOf([status, found.toSorted(compareText)]);
}

const digestOf = (said: unknown): string => `sha256:${createHash("sha256").update(JSON.stringify(said)).digest("hex")}`;
