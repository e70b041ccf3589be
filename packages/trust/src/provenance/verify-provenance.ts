import type { ProvenanceInput, ProvenanceVerdict } from "./provenance.ts";

/**
 * Verifies a Sigstore bundle of SLSA provenance (v1 or v0.2) about one of these artifacts, and says up to which build level. Signature,
 * certificate and log have to hold as for any bundle; a managed key has to be a registered one. Never throws for what is in the input; no
 * clock, no network.
 */
export async function verifyProvenance(input: ProvenanceInput): Promise<ProvenanceVerdict> {
  return (await import("./provenance-bundle.ts")).verifyProvenanceBundle(input);
}
