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
  /** The texts that were asked for (`quotes`), by path; what is not there, is no UTF-8 or is longer than 64 KiB is left out. */
  quoted: Readonly<Record<string, string>>;
}

/** Of an upload, what a dry run tells. */
export type ExaminedUpload = Pick<ReadUpload, "skill" | "diagnostics" | "contentDigest">;

export interface ReadUploadInput {
  /** Given at publish: fills a missing one and must equal one that the manifest says. */
  version: string | null;
  /** Given at publish: fills a missing one, and yields to one that the manifest says. */
  defaultVersion: string | null;
  publisher: string;
  limits: ArchiveLimits;
  /** Paths of files whose text is wanted, of what other clients put beside a manifest; absent: none. */
  quotes?: readonly string[] | undefined;
}

/** A skill as it lies in an archive of several; its files as one package, stored and not made smaller. */
export interface SplitSkill {
  /** Where it lies in the archive; "" is its root. */
  path: string;
  sha256: string;
  bytes: Uint8Array;
}
