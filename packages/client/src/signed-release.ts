import type { components } from "./schema.d.ts";

type Signature = components["schemas"]["SignatureSummary"];

/**
 * Whether a signature carries a release: it is valid, and over `SHA256SUMS`, which names publisher, name and version. One over the
 * package's directory alone (`oms`) names none of them, and an attestation signs nothing.
 */
export const signsRelease = ({ kind, status }: Pick<Signature, "kind" | "status">): boolean =>
  (kind === "openpgp" || kind === "sigstore") && status === "valid";
