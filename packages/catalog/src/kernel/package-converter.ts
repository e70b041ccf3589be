import type { ArchiveLimits } from "@gaia/archive";
import type { Diagnostic, SourceFormat } from "@gaia/manifest";

/** Rewrites packages apart from the process that answers requests: `convertPackage`, bounded. */
export interface PackageConverter {
  convert(input: ConvertInput): Promise<ConvertedPackage>;
}

export interface ConvertInput {
  /** A canonical archive of ours. */
  bytes: Uint8Array;
  to: SourceFormat;
  archive: "zip" | "tgz";
  limits: ArchiveLimits;
  version: string;
}

/** A package in another format. It is nobody's release: no signature speaks of it. */
export interface ConvertedPackage {
  bytes: Uint8Array;
  sha256: string;
  losses: Diagnostic[];
}
