import { X509Certificate } from "node:crypto";
import {
  type Bundle,
  BUNDLE_V01_MEDIA_TYPE,
  BUNDLE_V02_MEDIA_TYPE,
  BUNDLE_V03_LEGACY_MEDIA_TYPE,
  BUNDLE_V03_MEDIA_TYPE,
  bundleFromJSON,
  ValidationError,
} from "@sigstore/bundle";
import { TrustError } from "../trust-error.ts";
import { parseUnambiguous } from "../unambiguous-json.ts";
import { ensureBundleShape } from "./bundle-shape.ts";

const MEDIA_TYPES = [BUNDLE_V01_MEDIA_TYPE, BUNDLE_V02_MEDIA_TYPE, BUNDLE_V03_LEGACY_MEDIA_TYPE, BUNDLE_V03_MEDIA_TYPE];

/**
 * Reads a Sigstore bundle, v0.1 to v0.3 (Sigstore's bundle.proto in its JSON form). Nothing in it is verified.
 * @throws TrustError `too_large`, `invalid_bundle`
 */
export function readBundle(text: string, mostBytes: number): Bundle {
  const bundle = toBundle(readJson(text, mostBytes));
  ensureNoRoot(bundle);
  return withoutBareProofs(bundle);
}

/**
 * Reads the bundle of a signed directory (OpenSSF Model Signing v1.0). It says v0.3 and has, where a company's own authority issued the
 * certificate, the chain that only older versions may have, with or without its root.
 * @throws TrustError as `readBundle`
 */
export function readDirectoryBundle(text: string, mostBytes: number): Bundle {
  const json = readJson(text, mostBytes);
  const hasChain = (json["verificationMaterial"] as Record<string, unknown>)["x509CertificateChain"] !== undefined;
  const bundle = toBundle(hasChain ? { ...json, mediaType: BUNDLE_V02_MEDIA_TYPE } : json);
  for (const certificate of certificatesOf(bundle)) toCertificate(certificate);
  return withoutBareProofs(bundle);
}

function readJson(text: string, mostBytes: number): Record<string, unknown> {
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes)
    throw new TrustError("too_large", `A bundle has at most ${mostBytes} bytes, this one has ${bytes}.`);
  const json = parseJson(text);
  ensureBundleShape(json);
  const mediaType = json["mediaType"];
  if (typeof mediaType !== "string" || !MEDIA_TYPES.includes(mediaType))
    throw invalid("its media type is of no version that is known (0.1, 0.2, 0.3)");
  return json;
}

/** The DER of the certificate that signed, and those that came with it; empty for a managed key. */
export function certificatesOf({ verificationMaterial: { content } }: Bundle): Buffer[] {
  switch (content.$case) {
    case "certificate":
      return [content.certificate.rawBytes];
    case "x509CertificateChain":
      return content.x509CertificateChain.certificates.map(({ rawBytes }) => rawBytes);
    case "publicKey":
      return [];
  }
}

function parseJson(text: string): unknown {
  try {
    return parseUnambiguous(text);
  } catch {
    throw invalid("it is not JSON, or an object in it names a field twice");
  }
}

function toBundle(json: Record<string, unknown>): Bundle {
  try {
    return bundleFromJSON(json);
  } catch (error) {
    if (error instanceof ValidationError)
      throw invalid(`these fields are missing or wrong: ${error.fields.join(", ")}`);
    throw invalid("some field is of another type than it should be");
  }
}

/** A bundle brings no root: whom to trust is not its to say (bundle.proto, `x509_certificate_chain`); what it brings holds together. */
function ensureNoRoot(bundle: Bundle): void {
  const chain = certificatesOf(bundle).map(toCertificate);
  // As X.509 names them; whether one signed itself makes no difference to whether it belongs here.
  if (chain.some((certificate) => certificate.checkIssued(certificate)))
    throw invalid("its certificate chain brings a root certificate");
  chain.forEach((certificate, index) => {
    const issuer = chain[index + 1];
    if (issuer && !isIssuedBy(certificate, issuer)) throw invalid("its certificate chain does not hold together");
  });
}

/** Node throws for keys that it does not know. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function toCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw invalid("a certificate cannot be read");
  }
}

/** Entries of v0.1 may have a proof from before there were checkpoints. It shows nothing; their promise does. */
function withoutBareProofs(bundle: Bundle): Bundle {
  if (bundle.mediaType !== BUNDLE_V01_MEDIA_TYPE) return bundle;
  for (const entry of bundle.verificationMaterial.tlogEntries)
    if (entry.inclusionProof && !entry.inclusionProof.checkpoint) entry.inclusionProof = undefined;
  return bundle;
}

const invalid = (message: string) =>
  new TrustError("invalid_bundle", `This is no Sigstore bundle that can be verified: ${message}.`);
