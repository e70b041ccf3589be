import { certifiedIdentityOf } from "../sigstore/certified-identity.ts";
import { certificatesOf, readBundle } from "../sigstore/read-bundle.ts";
import { readStatement } from "../sigstore/signed-content.ts";
import { MOST_BYTES, refused, verifySigned } from "../sigstore/verify-bundle.ts";
import { buildLevelOf } from "./build-level.ts";
import { builtIn, readProvenance } from "./predicate.ts";
import type { ProvenanceInput, ProvenanceVerdict } from "./provenance.ts";

/** The part of `verifyProvenance` that loads Sigstore's libraries. */
export function verifyProvenanceBundle(input: ProvenanceInput): ProvenanceVerdict {
  try {
    const bundle = readBundle(input.signature, MOST_BYTES);
    const statement = readStatement(bundle);
    const claims = readProvenance(statement);
    const artifact = builtIn(statement, input.artifacts);
    const [certificate] = certificatesOf(bundle);
    const identity = certificate ? certifiedIdentityOf(certificate) : null;
    // Whose certificate it is decides about the level and not about whether it holds.
    const itself = identity && {
      id: "",
      registered: JSON.stringify({ issuer: identity.issuer, subject: identity.subject }),
      revokedAt: null,
    };
    const signers = itself ? [itself] : input.signers;
    const verdict = verifySigned(bundle, { ...input, signers, message: new Uint8Array() }, () => {});
    if (!verdict.ok) return verdict;
    const { signer, signedAt } = verdict;
    return { ok: true, ...claims, artifact, ...buildLevelOf(claims, identity, input), signer, signedAt, identity };
  } catch (error) {
    const verdict = refused(error);
    if (verdict.ok) throw error;
    return verdict;
  }
}
