import { type Finding, findingsDigest, type ScannerReport } from "@gaia/findings";

/**
 * What became of one scanner's part. `same`: the same findings; `other`: the same rules found something else; `other-rules`: this
 * program has another version of it; `not-replayed`: nothing to compare, `detail` says why.
 */
export interface Replayed {
  scanner: string;
  outcome: "same" | "other" | "other-rules" | "not-replayed";
  detail: string;
}

/** A scanner's part of a signed verdict. */
interface SignedPart {
  name: string;
  version: string | null;
  rules_digest: string | null;
  findings_digest?: string | undefined;
}

/** Why one that is not the registry's own was not run here. */
const WHY: Record<string, string | undefined> = {
  bandit: "--scanners DIR runs it",
  "detect-secrets": "--scanners DIR runs it",
  "pip-audit": "what it says depends on the advisories of the day",
};

/** Holds one part of a signed verdict against what was found here. Pure. */
export function replayedPart(
  { name: scanner, version, rules_digest, findings_digest }: SignedPart,
  { scanners, findings }: { scanners: readonly ScannerReport[]; findings: readonly Finding[] },
): Replayed {
  const ours = scanners.find(({ name }) => name === scanner);
  if (ours === undefined)
    return {
      scanner,
      outcome: "not-replayed",
      detail: `${WHY[scanner] ?? "not one of the registry's own"} (${version ?? "no version"})`,
    };
  if (findings_digest === undefined)
    return { scanner, outcome: "not-replayed", detail: "the statement is older than digests of single scanners" };
  const isSame = findingsDigest(ours, findings) === findings_digest;
  if (ours.version !== version || ours.rules_digest !== rules_digest)
    return {
      scanner,
      outcome: "other-rules",
      detail: isSame ? "and they find the same" : "and they find something else",
    };
  if (isSame) return { scanner, outcome: "same", detail: findings_digest };
  return { scanner, outcome: "other", detail: "the same rules find something else here" };
}
