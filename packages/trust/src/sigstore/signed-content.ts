import { createHash, type KeyObject, verify } from "node:crypto";
import type { Bundle } from "@sigstore/bundle";
import { dsse } from "@sigstore/core";
import { HashAlgorithm } from "@sigstore/protobuf-specs";
import { TrustError } from "../trust-error.ts";
import { parseUnambiguous } from "../unambiguous-json.ts";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const STATEMENT_TYPES = ["https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1"];

const DIGESTS = new Map([
  [HashAlgorithm.SHA2_256, "sha256"],
  [HashAlgorithm.SHA2_384, "sha384"],
  [HashAlgorithm.SHA2_512, "sha512"],
]);

/** What of an in-toto statement is read here and by whoever verifies a manifest (in-toto's Statement v1). */
export interface Statement {
  subject: { name?: unknown; digest: Record<string, unknown> }[];
  predicateType: string;
  predicate: unknown;
}

/**
 * Holds what was signed against the bytes that it has to be about: the digest in the bundle, or a subject of the in-toto statement in it.
 * @throws TrustError `invalid_bundle` naming what differs
 */
export function ensureIsAbout(bundle: Bundle, message: Uint8Array): void {
  if (bundle.content.$case === "messageSignature") {
    const { messageDigest } = bundle.content.messageSignature;
    const algorithm = DIGESTS.get(messageDigest.algorithm);
    if (algorithm === undefined) throw invalid("The bundle's message digest is of no SHA-2 that is taken.");
    if (!createHash(algorithm).update(message).digest().equals(messageDigest.digest))
      throw invalid("The bundle's message digest is not that of the signed bytes.");
    return;
  }
  const sha256 = createHash("sha256").update(message).digest("hex");
  const isOfThem = readStatement(bundle).subject.some(({ digest }) => digest["sha256"] === sha256);
  if (!isOfThem)
    throw invalid("The statement's subject is something else: no sha256 in it is that of the signed bytes.");
}

/**
 * The in-toto statement in a bundle's envelope; nothing is verified.
 * @throws TrustError `invalid_bundle`
 */
export function readStatement({ content }: Bundle): Statement {
  if (content.$case !== "dsseEnvelope") throw invalid("The bundle has no statement.");
  const { payload, payloadType } = content.dsseEnvelope;
  if (payloadType !== PAYLOAD_TYPE) throw invalid(`The envelope's payload type is not ${PAYLOAD_TYPE}.`);
  let json: unknown;
  try {
    json = parseUnambiguous(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch {
    throw invalid("The envelope's payload is not JSON, or an object in it names a field twice.");
  }
  if (!isStatement(json))
    throw invalid("The envelope's payload is no in-toto statement with a type that is known and with subjects.");
  return json;
}

function isStatement(json: unknown): json is Statement {
  if (!isObject(json) || !STATEMENT_TYPES.includes(String(json["_type"])) || typeof json["predicateType"] !== "string")
    return false;
  const subjects = json["subject"];
  return Array.isArray(subjects) && subjects.every((subject) => isObject(subject) && isObject(subject["digest"]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the bundle's signature is one of this key over these bytes: the message itself, or DSSE's pre-authentication encoding. */
export function isSignedBy(bundle: Bundle, message: Uint8Array, key: KeyObject): boolean {
  const { content } = bundle;
  if (content.$case === "messageSignature") {
    const { messageDigest, signature } = content.messageSignature;
    const digest = DIGESTS.get(messageDigest.algorithm);
    return digest !== undefined && verifies(message, key, signature, [digest]);
  }
  const { payload, payloadType, signatures } = content.dsseEnvelope;
  const [signature] = signatures;
  const encoded = dsse.preAuthEncoding(payloadType, payload);
  return signature !== undefined && verifies(encoded, key, signature.sig, digestsFor(key));
}

/** DSSE leaves the digest to the key. Signers take the one of the curve's size, older ones SHA-256 for all. */
function digestsFor(key: KeyObject): string[] {
  switch (key.asymmetricKeyDetails?.namedCurve) {
    case "secp384r1":
      return ["sha384", "sha256"];
    case "secp521r1":
      return ["sha512", "sha256"];
    default:
      return ["sha256"];
  }
}

function verifies(bytes: Uint8Array, key: KeyObject, signature: Uint8Array, digests: string[]): boolean {
  const algorithms = key.asymmetricKeyType === "ed25519" ? [null] : digests;
  try {
    return algorithms.some((algorithm) => verify(algorithm, bytes, key, signature));
  } catch {
    return false;
  }
}

const invalid = (message: string) => new TrustError("invalid_bundle", message);
