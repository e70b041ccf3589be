import type { SignatureVerdict } from "../signature-kind.ts";
import type { SignedDirectory } from "./signed-directory.ts";

/** Where authors put the signature, at the root of what they sign. */
const SIGNATURE_FILES = ["skill.oms.sig", "model.sig"];

/** The path of the directory's own signature; null where it brings none. */
export function findDirectorySignature(paths: readonly string[]): string | null {
  return SIGNATURE_FILES.find((name) => paths.includes(name)) ?? null;
}

/**
 * Verifies an OpenSSF Model Signing bundle over a directory (OMS v1.0): every file that it lists is there unchanged, and no other one is.
 * Signers are as for Sigstore, or the PEM of the certificate of a company's own authority. What the manifest ignored when it was signed
 * counts as unsigned, but for the signature itself. Never throws for what is in the input; no clock, no network.
 */
export async function verifyDirectory(input: SignedDirectory): Promise<SignatureVerdict> {
  return (await import("./directory-bundle.ts")).verifyDirectoryBundle(input);
}
