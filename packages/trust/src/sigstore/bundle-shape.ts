import { TrustError } from "../trust-error.ts";

/** What a bundle may have at most; a real one has one entry, one timestamp, up to three certificates and some thirty hashes. */
const MOST = { entries: 8, timestamps: 8, certificates: 6, hashes: 64, nodes: 20_000, depth: 32 };
const LONGEST_CHECKPOINT = 16_384;

/** Fields of the bundle's JSON that are bytes; libraries read what is no base64 as some other bytes. */
const BYTES = new Set(
  "canonicalizedBody digest hashes keyId payload rawBytes rootHash sig signature signedEntryTimestamp signedTimestamp".split(
    " ",
  ),
);
/** Protobuf's int64 in JSON. The library reads them with `BigInt`, which takes signs, spaces and thousands of digits. */
const NUMBERS = new Set(["integratedTime", "logIndex", "treeSize"]);

/** RFC 4648 §4 and §5; protobuf's JSON takes both alphabets, with padding or without. */
const BASE64 = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/;

/**
 * Holds the JSON of a bundle against what the library that reads it lets pass: bytes that are no base64, numbers that are none, a oneof
 * with two values, and sizes without bound (Sigstore's bundle.proto).
 * @throws TrustError `invalid_bundle`
 */
export function ensureBundleShape(json: unknown): asserts json is Record<string, unknown> {
  const bundle = objectOf(json, "the bundle");
  ensureScalars(bundle, "", { left: MOST.nodes });
  ensureOneOf(bundle, ["messageSignature", "dsseEnvelope"], "the bundle");
  const material = objectOf(bundle["verificationMaterial"], "verificationMaterial");
  ensureOneOf(material, ["publicKey", "x509CertificateChain", "certificate"], "verificationMaterial");
  const chain = material["x509CertificateChain"];
  if (chain) ensureList(objectOf(chain, "x509CertificateChain")["certificates"], MOST.certificates, "certificates");
  const stamps = material["timestampVerificationData"];
  if (stamps)
    ensureList(objectOf(stamps, "timestampVerificationData")["rfc3161Timestamps"], MOST.timestamps, "timestamps");
  for (const entry of ensureList(material["tlogEntries"], MOST.entries, "tlogEntries")) {
    const proof = objectOf(entry, "a log entry")["inclusionProof"];
    if (!proof) continue;
    ensureList(objectOf(proof, "inclusionProof")["hashes"], MOST.hashes, "hashes");
    const checkpoint = objectOf(proof, "inclusionProof")["checkpoint"];
    if (checkpoint) ensureCheckpoint(objectOf(checkpoint, "checkpoint")["envelope"]);
  }
}

/** A list of at most so many; protobuf leaves empty ones away. */
function ensureList(value: unknown, most: number, name: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(`${name} is no list`);
  if (value.length > most) throw invalid(`${name} has ${value.length} items; ${most} are taken`);
  return value;
}

function ensureOneOf(object: Record<string, unknown>, names: string[], where: string): void {
  const present = names.filter((name) => object[name] !== undefined && object[name] !== null);
  if (present.length !== 1)
    throw invalid(`${where} has ${present.join(" and ") || "none"} of ${names.join(", ")}; it has one`);
  objectOf(object[present[0] ?? ""], present[0] ?? "");
}

/** The three lines of a checkpoint (C2SP tlog-checkpoint) under the blank line of a signed note. */
function ensureCheckpoint(envelope: unknown): void {
  if (typeof envelope !== "string" || envelope.length > LONGEST_CHECKPOINT)
    throw invalid("the checkpoint is no text, or too long");
  const [origin = "", size = "", root = ""] = (envelope.split("\n\n")[0] ?? "").split("\n");
  if (origin.trim() === "") throw invalid("the checkpoint has no origin");
  if (!/^\d{1,19}$/.test(size)) throw invalid("the checkpoint has no size");
  if (!/^[A-Za-z0-9+/]{43}=$/.test(root)) throw invalid("the checkpoint has no root hash of SHA-256");
}

interface Budget {
  left: number;
}

function ensureScalars(value: unknown, name: string, budget: Budget, depth = 0): void {
  if ((budget.left -= 1) < 0) throw invalid(`it has more than ${MOST.nodes} values`);
  // 64 KiB nest deeper than the stack.
  if (depth > MOST.depth) throw invalid(`it is nested deeper than ${MOST.depth}`);
  if (Array.isArray(value)) {
    for (const item of value) ensureScalars(item, name, budget, depth + 1);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) ensureScalars(item, key, budget, depth + 1);
  } else if (value !== null && value !== undefined) {
    if (BYTES.has(name) && !(typeof value === "string" && BASE64.test(value))) throw invalid(`${name} is not base64`);
    if (NUMBERS.has(name) && !/^\d{1,19}$/.test(String(value))) throw invalid(`${name} is no whole number from 0`);
  }
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(`${name} is no object`);
  return value as Record<string, unknown>;
}

const invalid = (message: string) =>
  new TrustError("invalid_bundle", `This is no Sigstore bundle that can be verified: ${message}.`);
