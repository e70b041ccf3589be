import type { SignatureVerdict } from "../signature-kind.ts";
import { certificatesOf, readDirectoryBundle } from "../sigstore/read-bundle.ts";
import { readStatement } from "../sigstore/signed-content.ts";
import { refused, verifySigned } from "../sigstore/verify-bundle.ts";
import { verifyByAuthority } from "./authority.ts";
import { ensureSameFiles, readManifest } from "./manifest.ts";
import type { SignedDirectory } from "./signed-directory.ts";

/** Some two hundred bytes for each of ten thousand files, in base64. */
const MOST_BYTES = 4_194_304;

/** The part of `verifyDirectory` that loads Sigstore's libraries. */
export function verifyDirectoryBundle(input: SignedDirectory): SignatureVerdict {
  try {
    const bundle = readDirectoryBundle(input.signature, MOST_BYTES);
    const ensureContent = () => ensureSameFiles(readManifest(readStatement(bundle)), input.files, input.signatureFile);
    const isOfAuthority = certificatesOf(bundle).length > 0 && bundle.verificationMaterial.tlogEntries.length === 0;
    if (!isOfAuthority) return verifySigned(bundle, { ...input, message: new Uint8Array() }, ensureContent);
    const verdict = verifyByAuthority(bundle, input);
    if (verdict.ok) ensureContent();
    return verdict;
  } catch (error) {
    return refused(error);
  }
}
