import type { ContextCost, ContextInput } from "@gaia/context-cost";
import type { Run, Scanners } from "@gaia/findings";
import type { Analysis } from "@gaia/scan";
import type { Advisories, AskOsv } from "../advisories/ask-vulnerabilities.ts";
import type { AnalyseInput } from "./analyse-package.ts";
import type { NpmProgram } from "./npm/resolve-npm.ts";

/** What an inspection needs beside the doors. */
export interface Scanning {
  /** `analysePackage`, bounded and apart from the process that answers requests. */
  analyse(input: AnalyseInput, abort?: AbortSignal): Promise<Analysis>;
  /** What it costs in context; null where it could not be counted. */
  countContext(input: ContextInput, abort?: AbortSignal): Promise<ContextCost | null>;
  run: Run;
  /** Where the scanners are; rejects while they are not installed. */
  scanners(): Promise<Scanners>;
  osvUrl: string;
  advisories: Advisories;
  /** Asks the service at `osvUrl`; null when that is this registry, whose table is asked in any case. */
  readonly askOsv: AskOsv | null;
  /** The npm of this machine; null when there is none. */
  npm(): Promise<NpmProgram | null>;
  pipIndexUrl: string | null;
  /** CPU time of one scanner's program. */
  cpuMs: number;
  /** Of one scanner, on the clock: the outer bound, for a busy machine and a slow network. */
  timeoutMs: number;
}
