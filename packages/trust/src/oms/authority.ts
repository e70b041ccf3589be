import { createHash, X509Certificate } from "node:crypto";
import type { Bundle } from "@sigstore/bundle";
import type { RegisteredSigner, SignatureVerdict } from "../signature-kind.ts";
import { certificatesOf } from "../sigstore/read-bundle.ts";
import { isSignedBy } from "../sigstore/signed-content.ts";

const CODE_SIGNING = "1.3.6.1.5.5.7.3.3";

type Anchor = RegisteredSigner & { certificate: X509Certificate };

/**
 * Verifies a bundle that was signed with a certificate of a company's own authority: a chain to a registered certificate in which each
 * holds at `at` (RFC 5280 §6.1; nobody vouches for the time of signing).
 */
export function verifyByAuthority(
  bundle: Bundle,
  { signers, at }: { signers: readonly RegisteredSigner[]; at: Date },
): SignatureVerdict {
  const chain = certificatesOf(bundle).map((der) => new X509Certificate(der));
  const anchor = signers.flatMap(toAnchor).find(({ certificate }) => leadsTo(chain, certificate));
  const [signing] = chain;
  if (!anchor || !signing)
    return refused("signer_unknown", "The certificate's chain leads to no authority that is registered.");
  if (anchor.revokedAt !== null && anchor.revokedAt <= at)
    return refused("signature_invalid", "The authority was revoked as a signer.");
  const expired = [...chain, anchor.certificate].find((each) => !holdsAt(each, at));
  // It may have been valid when it signed: what cannot be known is not called false.
  if (expired)
    return refused(
      "signer_unknown",
      "A certificate of the chain is expired, or not valid yet, and nothing proves when it signed.",
    );
  // Absent, it allows all (RFC 5280 §4.2.1.12).
  if (signing.ca || !(signing.keyUsage ?? [CODE_SIGNING]).includes(CODE_SIGNING))
    return refused("signature_invalid", "The signing certificate is not one for signing code.");
  if (!isSignedBy(bundle, new Uint8Array(), signing.publicKey))
    return refused("signature_invalid", "The signature is not one of this certificate over these bytes.");
  const [signer, madeBy] = [anchor.certificate, signing].map(fingerprintOf);
  return { ok: true, signerId: anchor.id, signer: signer ?? "", madeBy: madeBy ?? "", signedAt: at };
}

/** What is no certificate is another kind of signer. */
function toAnchor(signer: RegisteredSigner): Anchor[] {
  if (!signer.registered.trimStart().startsWith("-----BEGIN CERTIFICATE-----")) return [];
  try {
    return [{ ...signer, certificate: new X509Certificate(signer.registered) }];
  } catch {
    return [];
  }
}

/** Each certificate issued by the next, the last one by the anchor, or the anchor itself. */
function leadsTo(chain: X509Certificate[], anchor: X509Certificate): boolean {
  for (const [index, certificate] of chain.entries()) {
    if (certificate.raw.equals(anchor.raw)) return index > 0;
    if (isIssuedBy(certificate, anchor)) return true;
    const issuer = chain[index + 1];
    if (!issuer || !isIssuedBy(certificate, issuer)) return false;
  }
  return false;
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const holdsAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  new Date(validFrom) <= at && at <= new Date(validTo);

const fingerprintOf = ({ raw }: X509Certificate): string =>
  `SHA256:${createHash("sha256").update(raw).digest("base64").replaceAll("=", "")}`;

const refused = (code: "signer_unknown" | "signature_invalid", reason: string): SignatureVerdict => ({
  ok: false,
  code,
  reason,
});
