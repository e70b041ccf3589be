import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { TrustError } from "../trust-error.ts";

/** Whom a publisher registered: an identity that an issuer of OIDC tokens vouches for, or a key that they manage themselves. */
export type SigstoreSigner = { issuer: string; subject: string } | { key: KeyObject };

/** A signer as it is stored: found by `signerIds`, shown as `signer`, verified with `registered`. */
export interface StoredSigstoreSigner {
  registered: string;
  signer: string;
  /** `oidc` for an identity; for a managed key its algorithm. */
  algorithm: string;
  signerIds: string[];
}

/** A managed key is tried for every signature without a certificate: a hint says little, and need not be there. */
export const MANAGED_KEY_ID = "a managed key";

const LONGEST = 4096;
/** The tag or the branch at the end of a workflow's identity, whole, and nothing else may stand for any. */
const ANY_REF = /^(https:\/\/[^\s*@]+@refs\/(?:tags|heads)\/)\*$/;
const ONE_REF = /^(https:\/\/[^\s*@]+@refs\/(?:tags|heads)\/)[^\s/*]+$/;
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Reads what a publisher registers: JSON with `issuer` and `subject`, the PEM of a public key (SPKI, RFC 5280 §4.1.2.7), or that of the
 * certificate of an authority of their own, whose certificates sign directories (`oms/authority.ts`) and no release. A subject is
 * the certificate's subject alternative name, letter by letter; the one wildcard is `…@refs/tags/*` or `…@refs/heads/*`, where `*` is
 * one tag or branch without a slash in its name.
 * @throws TrustError `invalid_signer`, `private_key`, `weak_key`, `unsupported_key`
 */
export function readSigstoreSigner(text: string): StoredSigstoreSigner {
  if (isCertificate(text)) return readAuthority(text);
  const signer = parseSigner(text);
  if ("key" in signer) {
    const registered = signer.key.export({ type: "spki", format: "pem" }).toString();
    return { registered, signer: nameOf(signer), algorithm: algorithmOf(signer.key), signerIds: [MANAGED_KEY_ID] };
  }
  const { issuer, subject } = signer;
  const registered = JSON.stringify({ issuer, subject });
  return { registered, signer: nameOf(signer), algorithm: "oidc", signerIds: [idOf(signer)] };
}

const isCertificate = (text: string): boolean => text.trimStart().startsWith("-----BEGIN CERTIFICATE-----");

/** No signature of a release names it: it has no ids, and what reads identities and managed keys passes it over. */
function readAuthority(text: string): StoredSigstoreSigner {
  if (text.length > 2 * LONGEST) throw invalid(`the certificate is longer than ${2 * LONGEST} characters`);
  if (text.split("-----BEGIN ").length > 2)
    throw invalid("there is more than one certificate: send the authority's alone");
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch {
    throw invalid("the certificate cannot be read");
  }
  if (!certificate.ca) throw invalid("the certificate is not that of an authority (CA:TRUE)");
  const key = ensureStrong(certificate.publicKey);
  const signer = `SHA256:${createHash("sha256").update(certificate.raw).digest("base64").replaceAll("=", "")}`;
  return { registered: certificate.toString(), signer, algorithm: `authority ${algorithmOf(key)}`, signerIds: [] };
}

/** The identity in what `readSigstoreSigner` wrote; null for a managed key, and for an authority. */
export function identityOf(registered: string): { issuer: string; subject: string } | null {
  if (isCertificate(registered)) return null;
  const signer = parseSigner(registered);
  return "key" in signer ? null : signer;
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  const { namedCurve, modulusLength } = asymmetricKeyDetails ?? {};
  return `${asymmetricKeyType}${namedCurve ? `-${namedCurve}` : ""}${modulusLength ? `-${modulusLength}` : ""}`;
}

/** @throws TrustError as `readSigstoreSigner` */
export function parseSigner(text: string): SigstoreSigner {
  if (text.length > LONGEST) throw invalid(`what is registered is longer than ${LONGEST} characters`);
  return text.trimStart().startsWith("{") ? parseIdentity(text) : { key: parseKey(text) };
}

const isHttps = (issuer: string): boolean => issuer.startsWith("https://") && URL.canParse(issuer);

function parseIdentity(text: string): SigstoreSigner {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid("the identity is not JSON");
  }
  const { issuer, subject } = json as Record<string, unknown>;
  if (typeof issuer !== "string" || !PRINTABLE.test(issuer) || !isHttps(issuer))
    throw invalid("the issuer is no https address");
  if (typeof subject !== "string" || !PRINTABLE.test(subject))
    throw invalid("the subject is not a text of printable ASCII characters without spaces");
  if (issuer.includes("*") || (subject.includes("*") && !ANY_REF.test(subject)))
    throw invalid(
      "`*` stands only for the tag or branch at the end of a workflow's identity: @refs/tags/* or @refs/heads/*",
    );
  return { issuer, subject };
}

/** Reads a key for verifying alone: ECDSA on a NIST curve, RSA from 2048 to 8192 bits, Ed25519. */
function parseKey(pem: string): KeyObject {
  // Node would derive the public half from a private key: nobody is to hand one in.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new TrustError("private_key", "this is a private key");
  if (!pem.trimStart().startsWith("-----BEGIN PUBLIC KEY-----"))
    throw invalid("this is neither the JSON of an identity nor the PEM of a public key");
  let key: KeyObject;
  try {
    key = createPublicKey({ key: pem, format: "pem" });
  } catch {
    throw invalid("the public key cannot be read");
  }
  return ensureStrong(key);
}

/** @throws TrustError `weak_key`, `unsupported_key` */
function ensureStrong(key: KeyObject): KeyObject {
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case "ed25519":
      return key;
    case "ec":
      if (namedCurve !== undefined && ["prime256v1", "secp384r1", "secp521r1"].includes(namedCurve)) return key;
      throw new TrustError("unsupported_key", `keys on the curve ${namedCurve} are not taken`);
    case "rsa":
      if (modulusLength !== undefined && modulusLength >= 2048 && modulusLength <= 8192) return key;
      throw new TrustError("weak_key", `an RSA key has 2048 to 8192 bits, this one ${modulusLength}`);
    default:
      throw new TrustError("unsupported_key", `keys of the kind ${key.asymmetricKeyType} are not taken`);
  }
}

/** How people and rows name a signer. */
export function nameOf(signer: SigstoreSigner): string {
  if (!("key" in signer)) return `${signer.subject} (${signer.issuer})`;
  return `SHA256:${fingerprintOf(signer.key).toString("base64").replaceAll("=", "")}`;
}

const idOf = ({ issuer, subject }: { issuer: string; subject: string }): string => `${subject} (${issuer})`;

/** The ids under which the identity of a certificate may be registered: itself, and any tag or branch of its workflow. */
export function idsOfIdentity({ issuer, subject }: { issuer: string; subject: string }): string[] {
  const prefix = ONE_REF.exec(subject)?.[1];
  return [idOf({ issuer, subject }), ...(prefix === undefined ? [] : [idOf({ issuer, subject: `${prefix}*` })])];
}

/** Whether a certificate's identity is the registered one: letter by letter, but for a tag or branch at the end. */
export function isOf(registered: SigstoreSigner, certified: { issuer: string; subject: string }): boolean {
  return !("key" in registered) && idsOfIdentity(certified).includes(idOf(registered));
}

/** The same without the wildcard. */
export const isExactly = (registered: SigstoreSigner, certified: { issuer: string; subject: string }): boolean =>
  !("key" in registered) && idOf(registered) === idOf(certified);

const fingerprintOf = (key: KeyObject): Buffer =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

/** The SHA-256 of a key as hints write it: of its DER or its PEM, in base64 or hex. */
export function mayBeHintOf(hint: string, key: KeyObject): boolean {
  const named = digestIn(hint);
  if (named === null) return true;
  const pem = key.export({ type: "spki", format: "pem" }).toString();
  const forms = [fingerprintOf(key), ...[pem, pem.trimEnd()].map((each) => createHash("sha256").update(each).digest())];
  return forms.some((form) => form.equals(named));
}

/** Hints are free text; one that is a SHA-256 means a key. */
function digestIn(hint: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(hint)) return Buffer.from(hint, "hex");
  if (/^[\w+/-]{43}=?$/.test(hint)) return Buffer.from(hint, "base64");
  return null;
}

const invalid = (message: string) => new TrustError("invalid_signer", message);
