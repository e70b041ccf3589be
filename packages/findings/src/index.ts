export type { Analyser, AnalysisTools } from "./analyser.ts";
export { type CpuBudget, NO_TIME_LEFT } from "./cpu-budget.ts";
export { sourceDigest, sourceDigestOf, sourceDigests } from "./digests/source-digests.ts";
export { EVIDENCE_KINDS, type EvidenceKind } from "./evidence-kinds.ts";
export {
  type Evidence,
  evidenceOfCode,
  evidenceOfRule,
  evidenceOfWording,
  weightOf,
  WORDING_REACH,
} from "./evidence.ts";
export type { Fact } from "./fact.ts";
export {
  compareFindings,
  compareText,
  type Confidence,
  type DriverResult,
  type Finding,
  type FoundEvidence,
  lasting,
  oneLine,
  type Problem,
  type ScannerReport,
  withoutSecrets,
} from "./finding.ts";
export { type JsonRecord, parseRecord, toLine, toRecord, toRecords, toText, toTexts } from "./hostile-json.ts";
export { reportOf } from "./report-of.ts";
export { findingsDigest, reportDigest } from "./digests/report-digest.ts";
export { rulesDigest } from "./rules-digest.ts";
export {
  asFarAsItGoes,
  type Command,
  type CommandResult,
  type DriverContext,
  type Run,
  runPython,
  type Scanners,
  Unscanned,
} from "./run.ts";
export { splitLines, withSnippets } from "./snippet.ts";
export { sarifLog, type SarifFix, type SarifRegion, type SarifResult, type SarifRun } from "./sarif.ts";
export type { Told, Telling } from "./told.ts";
