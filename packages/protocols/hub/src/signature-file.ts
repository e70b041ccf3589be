import { createHash, createPublicKey, verify } from "node:crypto";

/** At the root of a signed bundle; every other file is named in it with its SHA-256. */
export const SIGNATURE_FILE = "SIGNATURE.json";

/** The header of an Ed25519 key in SPKI DER (RFC 8410 §4), before its 32 bytes. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** A file of a bundle; SHA-256 in hex. */
interface FileDigest {
  path: string;
  sha256: string;
}

/** What is signed of a bundle. */
interface Said {
  algorithm: "ed25519";
  files: Record<string, string>;
  name: string;
  signature_version: 1;
  version: string;
}

/** A `SIGNATURE.json` as it was read. */
export interface BundleSignature {
  said: Said;
  publicKey: Uint8Array;
  signature: Uint8Array;
}

/** What a signature over these files says. Its other members are not signed. */
export const saidOf = (files: readonly FileDigest[], { name, version }: { name: string; version: string }): Said => ({
  algorithm: "ed25519",
  files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
  name,
  signature_version: 1,
  version,
});

/** The bytes that the client signs and verifies. */
export const signedBytes = (said: Said): Buffer => Buffer.from(pythonJson(said));

/** The file as the client writes it. Nobody signs `publisher`. */
export function writeSignature(signed: BundleSignature & { publisher: string }): Buffer {
  const { said, publicKey, signature, publisher } = signed;
  const { algorithm, files, name, signature_version, version } = said;
  const record = {
    algorithm,
    files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    key_id: keyIdOf(publicKey),
    name,
    public_key: Buffer.from(publicKey).toString("base64"),
    publisher,
    signature: Buffer.from(signature).toString("base64"),
    signature_version,
    version,
  };
  return Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Why a signature does not hold for these files under this name and version, in a sentence; null where it does. It says which key signed
 * what, not whose key that is. Pure.
 */
export function signatureProblem(
  { said, publicKey, signature }: BundleSignature,
  files: readonly FileDigest[],
  { name, version }: { name: string; version: string },
): string | null {
  if (said.name !== name || said.version !== version)
    return `it is of ${said.name.slice(0, 64)} ${said.version.slice(0, 64)}.`;
  const hashed = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const signed = Object.entries(said.files);
  const other = signed.find(([path, sha256]) => hashed.get(path) !== sha256)?.[0];
  if (other !== undefined) return `${JSON.stringify(other.slice(0, 200))} is not the file that was signed.`;
  if (signed.length !== hashed.size) return "there are files that were not signed.";
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
  return verify(null, signedBytes(said), key, signature) ? null : "its key did not sign this.";
}

const keyIdOf = (publicKey: Uint8Array): string => createHash("sha256").update(publicKey).digest("hex").slice(0, 32);

/** Reads one; a text says what is wrong with it. Pure. */
export function readSignature(bytes: Uint8Array): BundleSignature | string {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return "it is no JSON.";
  }
  if (!isRecord(value)) return "it is no object.";
  const { algorithm, files, name, version, signature_version: form } = value;
  if (algorithm !== "ed25519" || form !== 1) return "it is no Ed25519 signature of version 1.";
  if (typeof name !== "string" || typeof version !== "string") return "it names no skill and version.";
  if (!isRecord(files) || !Object.values(files).every((each) => typeof each === "string")) return "it names no files.";
  const publicKey = fromBase64(value["public_key"], KEY_BYTES);
  const signature = fromBase64(value["signature"], SIGNATURE_BYTES);
  if (publicKey === null || signature === null) return "its key or signature is not base64 of the length that it has.";
  if (value["key_id"] !== keyIdOf(publicKey)) return "its key_id is not that of its key.";
  const said = { algorithm, files: files as Record<string, string>, name, signature_version: form, version } as const; // each a text
  return { said, publicKey, signature };
}

function fromBase64(text: unknown, sizeBytes: number): Buffer | null {
  if (typeof text !== "string" || text.length > 128) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === sizeBytes && bytes.toString("base64") === text ? bytes : null;
}

/** JSON as Python writes it with sorted keys, no spaces and ASCII alone: what the client signs. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(",")}]`;
  if (isRecord(value)) {
    const entries = Object.entries(value).toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return `{${entries.map(([key, each]) => `${pythonJson(key)}:${pythonJson(each)}`).join(",")}}`;
  }
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
