import type { SignatureVerdict } from "../signature-kind.ts";
import { type DirectoryFile, findDirectorySignatures, MOST_DIRECTORY_SIGNATURES } from "./find-signatures.ts";
import type { DirectoryObjection } from "./objections.ts";
import type { DirectoryVerdict, SignedDirectory } from "./signed-directory.ts";

/**
 * Verifies an OpenSSF Model Signing bundle over a directory (OMS v1.0): every file that it lists is there unchanged, and no other one is.
 * Signers are as for Sigstore, or the PEM of the certificate of a company's own authority. What the manifest ignored when it was signed
 * counts as unsigned, but for the signature itself. Never throws for what is in the input; no clock, no network.
 */
export async function verifyDirectory(input: SignedDirectory): Promise<SignatureVerdict> {
  return (await import("./directory-bundle.ts")).verifyDirectoryBundle(input);
}

/**
 * The same for whoever wants to know of a signature by somebody who is not registered, too: the files are held against what was signed
 * whoever signed it, and an identity that is not among `signers` is verified as what its certificate says. A managed key or an authority
 * that nobody registered proves nothing. Never throws for what is in the input.
 */
export async function judgeDirectory(input: SignedDirectory): Promise<DirectoryVerdict> {
  return (await import("./directory-bundle.ts")).judgeDirectoryBundle(input);
}

/**
 * Why the signatures that a directory brings can never hold for the files beside them, whoever made them: for authors, before anything is
 * sent, and for a registry that takes nothing in which nobody could install. No signature is verified, and digests that are not checked
 * here object to nothing. Never throws for what is in the input.
 */
export async function directoryObjections(files: readonly DirectoryFile[]): Promise<DirectoryObjection[]> {
  const paths = findDirectorySignatures(files).slice(0, MOST_DIRECTORY_SIGNATURES);
  return paths.length === 0 ? [] : (await import("./objections.ts")).objectionsOf(files, paths);
}
