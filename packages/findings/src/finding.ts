import { shownLine } from "@gaia/text";
import type { Severity } from "@gaia/policy";
import type { Evidence } from "./evidence.ts";

export type Confidence = "low" | "medium" | "high";
/** @public though only `Finding` names it: its line is in no digest because it is exported, and every analyser's would move */
export type Category = "code" | "secret" | "dependency" | "instruction" | "content" | "permission" | "version";

/** One thing a scanner says about the skill. Texts are one line, without control characters, secrets or machine paths. */
export interface Finding {
  /** `<scanner>/<its own id>`, as `bandit/B602`; `requirements/…` for what a requirement line itself is. */
  rule: string;
  scanner: string;
  severity: Severity;
  confidence: Confidence;
  category: Category;
  /** A path of the package. */
  file: string | null;
  line: number | null;
  message: string;
  hint: string | null;
  /** The line in question, with what looks like a secret left out. */
  snippet: string | null;
  /**
   * How much it speaks for harm, as natural log-odds that add up (`judgement.ts` of packages/policy). Absent or null: it is a fact that the
   * table of verdicts decides about alone.
   */
  weight?: number | null;
}

/** A finding as an analyser of ours makes it: with the evidence that its weight is made of, where it is one. */
export interface FoundEvidence extends Finding {
  evidence?: readonly Evidence[];
}

/** How a scanner's work ended. `reason` is null exactly when it completed. */
export interface ScannerReport {
  name: string;
  version: string | null;
  status: "completed" | "unscanned";
  reason: string | null;
  /** Whether another run may end better: the fault lay in time, network or the machine, not in the package. */
  retryable: boolean;
  /** `sha256:…` over the scanner's version and everything that configures what it finds. */
  rules_digest: string | null;
  /** `sha256:…` over what it found (`findingsDigest`), once an inspection has come to its end. */
  findings_digest?: string | undefined;
  duration_ms: number;
}

/** Why a scanner's work is not whole. */
export interface Problem {
  reason: string;
  retryable: boolean;
}

/** A problem that lies in the package: another run finds it again. */
export function lasting(reason: string): Problem {
  return { reason, retryable: false };
}

/** What a driver hands back. Any `problems` make the scanner *unscanned*, with the findings it has all the same. */
export interface DriverResult {
  findings: Finding[];
  problems: Problem[];
  version: string | null;
  rulesDigest: string | null;
}

/** One line for people (`shownLine`), of the length that a message has. */
export const oneLine = (text: string, maxCharacters = 300): string => shownLine(text, maxCharacters);

/** A quotation without what may be a secret: a report must not carry it on. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/[A-Za-z0-9+/=_-]{24,}/g, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? "[redacted]" : run));

/** The order of a report: by file, line, rule, message, in code units, so that it is the same everywhere. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file ?? "", b.file ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
