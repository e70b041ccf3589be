import type { CertifiedIdentity, SignatureInput, SignatureVerdict } from "../signature-kind.ts";

/** Bytes that a build may name as what it made. */
export interface BuiltArtifact {
  /** The caller's word for them. */
  what: string;
  /** Hex. */
  sha256?: string | undefined;
  sha512?: string | undefined;
}

export interface ProvenanceInput extends Omit<SignatureInput, "message"> {
  artifacts: readonly BuiltArtifact[];
}

/** What a statement of SLSA provenance says of a build; every text is printable ASCII of at most 1,024 characters. */
export interface ProvenanceClaims {
  predicateType: string;
  builderId: string;
  buildType: string;
  /** The address of the repository that was built, without scheme prefixes and refs; null: not said. */
  sourceRepository: string | null;
  /** The commit, hex; null: not said. */
  sourceCommit: string | null;
  /** The workflow's file in that repository. */
  workflow: string | null;
  /** The run, as the builder names it. */
  invocation: string | null;
}

/** SLSA build levels that provenance can be verified to; without any a release is at 0. */
export type BuildLevel = 1 | 2 | 3;

export interface JudgedProvenance extends ProvenanceClaims {
  ok: true;
  /** Which of the artifacts it names. */
  artifact: string;
  level: BuildLevel;
  /** Why this level and no higher one: a sentence for an engineer. */
  reason: string;
  /** The caller's id of the registered signer that it counts for; null: none of them. */
  signerId: string | null;
  /** As `SignatureVerdict` names it. */
  signer: string;
  signedAt: Date;
  /** Null for a managed key. */
  identity: CertifiedIdentity | null;
}

export type ProvenanceVerdict = JudgedProvenance | Extract<SignatureVerdict, { ok: false }>;
