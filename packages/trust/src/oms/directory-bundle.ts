import type { Bundle } from "@sigstore/bundle";
import type { RegisteredSigner, SignatureVerdict } from "../signature-kind.ts";
import { TrustError } from "../trust-error.ts";
import { certifiedIdentityOf } from "../sigstore/certified-identity.ts";
import { certificatesOf, readDirectoryBundle } from "../sigstore/read-bundle.ts";
import { readStatement } from "../sigstore/signed-content.ts";
import { refused, verifySigned } from "../sigstore/verify-bundle.ts";
import { verifyByAuthority } from "./authority.ts";
import { MOST_BUNDLE_BYTES } from "./find-signatures.ts";
import { ensureSameFiles, readManifest } from "./manifest.ts";
import type { DirectoryState, DirectoryVerdict, SignedDirectory } from "./signed-directory.ts";

/** The part of `verifyDirectory` that loads Sigstore's libraries. */
export function verifyDirectoryBundle(input: SignedDirectory): SignatureVerdict {
  try {
    return verifyBundled(readDirectoryBundle(input.signature, MOST_BUNDLE_BYTES), input);
  } catch (error) {
    return refused(error);
  }
}

/** The part of `judgeDirectory` that loads Sigstore's libraries. */
export function judgeDirectoryBundle(input: SignedDirectory): DirectoryVerdict {
  try {
    const bundle = readDirectoryBundle(input.signature, MOST_BUNDLE_BYTES);
    ensureContent(bundle, input);
    const verdict = verifyBundled(bundle, input);
    if (verdict.ok || verdict.code !== "signer_unknown") return stateOf(verdict, "valid", null);
    const itself = isOfAuthority(bundle) ? null : signerItself(bundle);
    if (itself === null) return { ...NOBODY, state: "unknown", reason: verdict.reason };
    return stateOf(verifyBundled(bundle, { ...input, signers: [itself] }), "unregistered", verdict.reason);
  } catch (error) {
    if (error instanceof TrustError && error.code === "unsupported_manifest")
      return { ...NOBODY, state: "unknown", reason: error.message };
    return stateOf(refused(error), "invalid", null);
  }
}

const ensureContent = (bundle: Bundle, { files, signatureFile, besides = [] }: SignedDirectory): void =>
  ensureSameFiles(readManifest(readStatement(bundle)), files, [signatureFile, ...besides]);

const isOfAuthority = (bundle: Bundle): boolean =>
  certificatesOf(bundle).length > 0 && bundle.verificationMaterial.tlogEntries.length === 0;

function verifyBundled(bundle: Bundle, input: SignedDirectory): SignatureVerdict {
  const ensure = () => ensureContent(bundle, input);
  if (!isOfAuthority(bundle)) return verifySigned(bundle, { ...input, message: new Uint8Array() }, ensure);
  const verdict = verifyByAuthority(bundle, input);
  if (verdict.ok) ensure();
  return verdict;
}

/** Whoever the certificate names, as if they were registered: the roots prove it or do not. Null for a managed key. */
function signerItself(bundle: Bundle): RegisteredSigner | null {
  const [certificate] = certificatesOf(bundle);
  if (!certificate) return null;
  const { issuer, subject } = certifiedIdentityOf(certificate);
  return { id: "", registered: JSON.stringify({ issuer, subject }), revokedAt: null };
}

const NOBODY = { signerId: null, signer: null, signedAt: null, identity: null };

function stateOf(
  verdict: SignatureVerdict,
  state: Extract<DirectoryState, "valid" | "unregistered" | "invalid">,
  reason: string | null,
): DirectoryVerdict {
  if (!verdict.ok) return { ...NOBODY, state: "invalid", reason: verdict.reason };
  const { signerId, signer, signedAt, identity = null } = verdict;
  return { state, signerId: state === "valid" ? signerId : null, signer, signedAt, identity, reason };
}
