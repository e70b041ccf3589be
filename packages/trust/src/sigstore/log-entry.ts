import { createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { TransparencyLogEntry } from "@sigstore/bundle";
import { TrustError } from "../trust-error.ts";

/**
 * Holds a log entry against what the library takes for granted: a kind that is known, and the parts of it that have to be there.
 * @throws TrustError `invalid_bundle`
 */
export function ensureEntryForm(entry: TransparencyLogEntry): void {
  ensureEntryParts(entry, readBody(entry.canonicalizedBody));
}

/**
 * Holds a verified log entry against what the library leaves unread: that the proof says of its tree what the checkpoint says, and that
 * the entry names whoever signed (else a signature could be shown with the entry that somebody else made of it).
 * @throws TrustError `invalid_bundle`
 */
export function ensureEntryAgrees(
  entry: TransparencyLogEntry,
  signer: { key: KeyObject; certificate: Buffer | null },
): void {
  ensureProofAgrees(entry);
  const body = readBody(entry.canonicalizedBody);
  const verifiers = verifiersIn(body);
  if (verifiers.length !== 1 || !verifiers.every((verifier) => isSigner(verifier, signer)))
    throw invalid("The log entry names another certificate or key than the one that signed.");
}

function ensureProofAgrees({ inclusionProof: proof, kindVersion, logIndex }: TransparencyLogEntry): void {
  if (!proof?.checkpoint) return;
  const [, size, root = ""] = proof.checkpoint.envelope.split("\n");
  if (proof.treeSize !== size) throw invalid("The inclusion proof's tree size is not the checkpoint's.");
  if (!proof.rootHash.equals(Buffer.from(root, "base64")))
    throw invalid("The inclusion proof's root hash is not the checkpoint's.");
  // Rekor v1 counts over several trees in the entry and within one in the proof; v2 has one tree.
  if (kindVersion.version === "0.0.2" && kindVersion.kind !== "intoto" && proof.logIndex !== logIndex)
    throw invalid("The log entry's index is not the inclusion proof's.");
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null | undefined;

function readBody(bytes: Buffer): Json {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("The log entry's body is not JSON.");
  }
}

function ensureEntryParts({ kindVersion: { kind, version } }: TransparencyLogEntry, body: Json): void {
  const needed: Record<string, string[]> = {
    "hashedrekord 0.0.1": ["spec.signature.content", "spec.data.hash.value"],
    "hashedrekord 0.0.2": ["spec.hashedRekordV002.signature.content", "spec.hashedRekordV002.data.digest"],
    "dsse 0.0.1": ["spec.signatures.0.signature", "spec.payloadHash.value"],
    "dsse 0.0.2": ["spec.dsseV002.signatures.0.content", "spec.dsseV002.payloadHash.digest"],
    "intoto 0.0.2": ["spec.content.envelope.signatures.0.sig", "spec.content.payloadHash.value"],
  };
  const paths = needed[`${kind} ${version}`];
  if (paths === undefined || !Object.hasOwn(needed, `${kind} ${version}`))
    throw invalid(`The log entry is of a kind that is not known: ${kind.slice(0, 40)} ${version.slice(0, 20)}.`);
  const missing = paths.find((path) => typeof at(body, path) !== "string");
  if (missing !== undefined) throw invalid(`The log entry's body has no ${missing}.`);
  const signatures = [
    at(body, "spec.signatures"),
    at(body, "spec.dsseV002.signatures"),
    at(body, "spec.content.envelope.signatures"),
  ];
  if (signatures.some((list) => Array.isArray(list) && list.length !== 1))
    throw invalid("The log entry's body has not exactly one signature.");
}

/** Where each kind and version of entry names the certificate or key (Rekor's types; rekor-tiles' entry.proto). */
const VERIFIERS = {
  /** The base64 of a PEM. */
  pem: ["spec.signature.publicKey.content", "spec.signatures.0.verifier"],
  /** The base64 of a PEM, in some entries twice. */
  inToto: ["spec.content.envelope.signatures.0.publicKey"],
  /** The base64 of DER. */
  der: ["spec.hashedRekordV002.signature.verifier", "spec.dsseV002.signatures.0.verifier"].flatMap((path) => [
    `${path}.x509Certificate.rawBytes`,
    `${path}.publicKey.rawBytes`,
  ]),
};

function verifiersIn(body: Json): Buffer[] {
  const decoded = (paths: string[]) =>
    paths.flatMap((path) => {
      const text = at(body, path);
      return typeof text === "string" ? [Buffer.from(text, "base64")] : [];
    });
  const oncePem = (bytes: Buffer) => (isPem(bytes) ? bytes : Buffer.from(bytes.toString("latin1"), "base64"));
  return [...decoded(VERIFIERS.pem), ...decoded(VERIFIERS.inToto).map(oncePem), ...decoded(VERIFIERS.der)];
}

const isPem = (bytes: Buffer): boolean => bytes.toString("latin1").trimStart().startsWith("-----BEGIN ");

function isSigner(verifier: Buffer, { key, certificate }: { key: KeyObject; certificate: Buffer | null }): boolean {
  const isCertificate = (): boolean => certificate !== null && new X509Certificate(verifier).raw.equals(certificate);
  const isKey = (): boolean =>
    createPublicKey(isPem(verifier) ? verifier : { key: verifier, format: "der", type: "spki" }).equals(key);
  // Who signs with a certificate logs that; the entry of a managed key has the key alone.
  return certificate === null ? holds(isKey) : holds(isCertificate);
}

/** Bytes that are no certificate or key are not the signer's. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function at(value: Json, path: string): Json {
  let found: Json = value;
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as { [key: string]: Json })[name];
  }
  return found;
}

const invalid = (message: string) => new TrustError("invalid_bundle", message);
