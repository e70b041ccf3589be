import type { SignatureInput } from "../signature-kind.ts";

/** A file of the directory. */
export interface HashedFile {
  /** Relative, with `/`. */
  path: string;
  /** Hex. */
  sha256: string;
}

export interface SignedDirectory extends Omit<SignatureInput, "message"> {
  /** All of them, the signature among them. Their paths are the caller's to have checked. */
  files: readonly HashedFile[];
  /** The path of the one with the signature: no signature covers itself. */
  signatureFile: string;
}
