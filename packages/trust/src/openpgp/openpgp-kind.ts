import type { SignatureKind } from "../signature-kind.ts";

/** Loaded with the first signature: a process that only ever sees Sigstore's, or none, does without the library. */
const load = () => import("./verify-detached.ts");

/**
 * Armored detached OpenPGP signatures (RFC 9580 §5.2). Signers are keys, registered as `readPublicKey` or `mergePublicKeys` wrote them;
 * their ids are fingerprints, or key ids where a signature names nothing better.
 */
export const openpgpKind: SignatureKind = {
  recognises: (signature) => signature.includes("-----BEGIN PGP "),
  prepare: load,
  signerIdsOf: async (signature) => [await (await import("./signature.ts")).issuerOf(signature)],
  async verify({ signers, ...input }) {
    const keys = signers.map(({ registered, ...signer }) => ({ ...signer, armored: registered }));
    const verdict = await (await load()).verifyDetached({ ...input, keys });
    if (!verdict.ok) return verdict;
    const { keyId, fingerprint, madeBy, signedAt } = verdict;
    return { ok: true, signerId: keyId, signer: fingerprint, madeBy, signedAt };
  },
};
