import type { CertifiedIdentity, SignatureInput } from "../signature-kind.ts";

/** A file of the directory. */
export interface HashedFile {
  /** Relative, with `/`. */
  path: string;
  /** Hex. */
  sha256: string;
  /** Hex, of 64 bytes (RFC 7693). */
  blake2b: string;
}

export interface SignedDirectory extends Omit<SignatureInput, "message"> {
  /** All of them, the signature among them. Their paths are the caller's to have checked. */
  files: readonly HashedFile[];
  /** The path of the one with the signature: no signature covers itself. */
  signatureFile: string;
  /** Further signatures over this directory, which the caller has judged as well: none needs to cover another. */
  besides?: readonly string[];
}

/**
 * How the signature that a directory brings may stand: `valid` by one of the signers; `unregistered` by an identity that is proven and not
 * among them; `unknown` by a key or authority of which nothing is known, or with digests that are not checked here; `invalid`: it does not
 * hold, or the files are others.
 */
export const DIRECTORY_STATES = ["valid", "unregistered", "unknown", "invalid"] as const;
export type DirectoryState = (typeof DIRECTORY_STATES)[number];

export interface DirectoryVerdict {
  state: DirectoryState;
  /** The caller's id of the signer; null unless it is `valid`. */
  signerId: string | null;
  /** As `SignatureVerdict` names it; null where nobody is proven to have signed. */
  signer: string | null;
  signedAt: Date | null;
  identity: CertifiedIdentity | null;
  /** A sentence for an engineer; null where it is `valid`. */
  reason: string | null;
}
