import type { Looked, ResolvedDependencies } from "@gaia/db";
import type { PackageFile } from "@gaia/archive";
import type { CanonicalSkill } from "@gaia/manifest";
import type { Fact, Finding, ScannerReport } from "@gaia/findings";
import type { Ctx } from "../kernel/context.ts";
import type { Scanning } from "./scanning.ts";

/** The version that is inspected. */
export interface Subject {
  versionId: number;
  skillId: number;
  name: string;
  version: string;
  publisher: string;
  publisherId: number;
  receivedAt: Date;
  manifest: CanonicalSkill;
  /** Read from the canonical zip. */
  files: PackageFile[];
}

export interface InspectorInput {
  ctx: Ctx;
  subject: Subject;
  scanning: Scanning;
  abort: AbortSignal;
  /** Scanners whose last report stands: they need not look. */
  carried: ReadonlySet<string>;
}

/** What was said earlier and stands: those scanners need not look again. */
export interface Carried extends Looked {
  /** What scanners found that have to look again: it counts for as long as they come to no end. */
  unfinished?: Finding[] | undefined;
}

/** What one way of looking brought. */
export interface Inspected {
  scanners: ScannerReport[];
  findings: Finding[];
  facts: Fact[];
  /** Packages that it resolved, for those who look which versions a new advisory concerns. */
  resolved?: ResolvedDependencies;
}

/** One way to look at a version. Rejects only for a fault of ours: what a package or a scanner does is in the reports. */
export type Inspector = (input: InspectorInput) => Promise<Inspected>;
