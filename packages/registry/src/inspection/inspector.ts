import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "@gaia/manifest";
import type { Fact, Finding, ScannerReport } from "@gaia/scan";
import type { Ctx, Scanning } from "../context.ts";

/** The version that is inspected. */
export interface Subject {
  versionId: number;
  skillId: number;
  name: string;
  version: string;
  publisher: string;
  manifest: CanonicalSkill;
  /** Read from the canonical zip. */
  files: PackageFile[];
}

export interface InspectorInput {
  ctx: Ctx;
  subject: Subject;
  scanning: Scanning;
  abort: AbortSignal;
}

/** What one way of looking brought. */
export interface Inspected {
  scanners: ScannerReport[];
  findings: Finding[];
  facts: Fact[];
}

/** One way to look at a version. Rejects only for a fault of ours: what a package or a scanner does is in the reports. */
export type Inspector = (input: InspectorInput) => Promise<Inspected>;
