import { verifySignature } from "../src/kinds/verify-signature.ts";
import { IDENTITY, type Json } from "./sigstore-instance.ts";

export type { Json } from "./sigstore-instance.ts";

/** What publishers sign. */
export const SUMS = new TextEncoder().encode(
  "# gaia-release/1 publisher=ada name=hello version=1.0.0\nabc  SKILL.md\n",
);

/** The verdict of one or more trusted roots on a bundle over `SUMS`. */
export const verifyIn = (roots: Json, bundle: Json, { registered = IDENTITY, at = new Date() } = {}) =>
  verifySignature("sigstore", {
    message: SUMS,
    signature: JSON.stringify(bundle),
    signers: [{ id: "row", registered, revokedAt: null }],
    at,
    isNew: true,
    trustedRoots: (Array.isArray(roots) ? roots : [roots]).map((root: Json) => JSON.stringify(root)),
  });
