import type { ArchiveLimits } from "@gaia/archive";
import type { CanonicalSkill, Diagnostic } from "@gaia/manifest";

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
