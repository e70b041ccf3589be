import type { ContextCost } from "@gaia/context-cost";
import type { ResolvedDependencies } from "@gaia/db";
import type { Verdict, Use } from "@gaia/policy";
import type { Finding, ScannerReport } from "@gaia/findings";
import type { DirectorySignature } from "./directory-signatures.ts";
import type { MergedFinding } from "./merge-findings.ts";

/** What an inspection came to. */
export interface Conclusion {
  verdict: Verdict;
  reason: string;
  scanners: ScannerReport[];
  findings: MergedFinding[];
  /** What merging left out of them. */
  leftOut: Finding[];
  /** What the code does; null where the analysers did not come to an end. */
  uses: Use[] | null;
  /** The packages that it brings; absent where nobody came to look. */
  resolved?: ResolvedDependencies | undefined;
  /** What the package itself brings of signatures; null where its files could not be read. */
  directorySignatures: DirectorySignature[] | null;
  /** In tokens; absent where nobody counted. */
  contextCost?: ContextCost | null | undefined;
  retryable: boolean;
}
