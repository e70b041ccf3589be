import { X509Certificate as NodeCertificate } from "node:crypto";
import { X509Certificate } from "@sigstore/core";
import type { CertifiedIdentity } from "../signature-kind.ts";
import { TrustError } from "../trust-error.ts";

/** Fulcio's arc (its oid-info.md). Extensions from .8 on hold a DER UTF8String, .1 the bare text. */
const FULCIO = "1.3.6.1.4.1.57264.1";
const SUBJECT_ALT_NAME = "2.5.29.17";
const CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
const USERNAME = `${FULCIO}.7`;
/** GeneralName's tags (RFC 5280 §4.2.1.6). */
const OTHER_NAME = 0;
const EMAIL = 1;
const URI = 6;

/**
 * What a certificate says of its holder: one subject alternative name (an e-mail address, a URI, or Fulcio's username) and the issuer
 * of the token that proved it. Nothing is verified but that it is a certificate for signing code and no authority.
 * @throws TrustError `invalid_bundle`
 */
export function certifiedIdentityOf(der: Buffer): CertifiedIdentity {
  const { ca, keyUsage } = new NodeCertificate(Buffer.from(der));
  if (ca || !(keyUsage ?? []).includes(CODE_SIGNING)) throw invalid("is not one for signing code");
  let certificate: X509Certificate;
  try {
    certificate = X509Certificate.parse(Buffer.from(der));
    const told = (number: number) => textIn(certificate, `${FULCIO}.${number}`);
    return {
      issuer: issuerOf(certificate),
      subject: subjectOf(certificate),
      runner: told(11),
      sourceRepository: told(12),
      sourceDigest: told(13),
      sourceRef: told(14),
      sourceRepositoryId: told(15),
      buildConfig: told(18),
    };
  } catch (error) {
    if (error instanceof TrustError) throw error;
    throw invalid("cannot be read");
  }
}

function issuerOf(certificate: X509Certificate): string {
  const newer = textIn(certificate, `${FULCIO}.8`);
  const extension = certificate.extension(`${FULCIO}.1`);
  const older = extension && asciiOf(extension.value);
  if (newer !== undefined && older !== undefined && newer !== older) throw invalid("names two issuers");
  const issuer = newer ?? older;
  if (!issuer) throw invalid("names no issuer of its identity");
  return issuer;
}

function subjectOf(certificate: X509Certificate): string {
  const names = certificate.extension(SUBJECT_ALT_NAME)?.valueObj.subs[0]?.subs ?? [];
  const [name, another] = names;
  if (!name || another) throw invalid(`names ${names.length} identities; one is taken`);
  if (name.tag.isContextSpecific(EMAIL) || name.tag.isContextSpecific(URI)) return asciiOf(name.value);
  const [type, value] = name.subs;
  const text = value?.subs[0];
  if (name.tag.isContextSpecific(OTHER_NAME) && type?.toOID() === USERNAME && text) return asciiOf(text.value);
  throw invalid("names its identity in a form that is not known");
}

function textIn(certificate: X509Certificate, oid: string): string | undefined {
  const text = certificate.extension(oid)?.valueObj.subs[0];
  return text && asciiOf(text.value);
}

/** The library reads these bytes as ASCII by dropping their high bit, so that other letters become these. */
function asciiOf(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  if (!/^[\x20-\x7e]*$/.test(text)) throw invalid("names its identity in other letters than ASCII's");
  return text;
}

const invalid = (message: string) => new TrustError("invalid_bundle", `The signing certificate ${message}.`);
