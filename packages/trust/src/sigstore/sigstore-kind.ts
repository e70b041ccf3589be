import type { SignatureKind } from "../signature-kind.ts";

/** Loaded with the first bundle: a process that only ever sees OpenPGP does without Sigstore's libraries. */
const load = () => import("./verify-bundle.ts");

/**
 * Sigstore bundles, v0.1 to v0.3: a message signature, or a DSSE envelope with an in-toto statement about the signed bytes, which signs
 * them where its type is `RELEASE_PREDICATE`. Signers are identities and managed keys as `readSigstoreSigner` writes them.
 */
export const sigstoreKind: SignatureKind = {
  recognises: (signature) => /^\s*\{/.test(signature) && signature.includes("application/vnd.dev.sigstore.bundle"),
  prepare: load,
  signerIdsOf: async (signature) => (await load()).bundleSignerIds(signature),
  statementTypeOf: async (signature) => (await load()).statementTypeOf(signature),
  verify: async (input) => (await load()).verifyBundle(input),
};
