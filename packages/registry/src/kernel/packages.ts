import type { ArchiveLimits } from "@gaia/archive";
import type { CanonicalSkill, Diagnostic, SourceFormat } from "@gaia/manifest";

/** An upload that passed every rule: what publish stores. Digests are lower-case hex unless they carry `sha256:`. */
export interface ReadUpload {
  skill: CanonicalSkill;
  diagnostics: Diagnostic[];
  readme: string;
  files: { path: string; sha256: string; sizeBytes: number }[];
  sizeBytes: number;
  upload: { kind: "zip" | "tgz"; sha256: string; bytes: Uint8Array };
  zip: { sha256: string; bytes: Uint8Array };
  tgz: { sha256: string; bytes: Uint8Array };
  contentDigest: string;
  releaseDigest: string;
}

export interface ReadUploadInput {
  /** Given at publish: fills a missing one and must equal one that the manifest says. */
  version: string | null;
  /** Given at publish: fills a missing one, and yields to one that the manifest says. */
  defaultVersion: string | null;
  publisher: string;
  limits: ArchiveLimits;
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
