import { verify } from "node:crypto";
import { envelopeIdsOf, readRegistryKey, sshFingerprint } from "../signing-key.ts";
import type { RegistrySigner } from "../signing-key.ts";
import { TrustError } from "../trust-error.ts";
import { canonicalJson } from "./canonical-json.ts";
import { isDecisionStatement } from "./decision.ts";
import type { DecisionStatement } from "./decision.ts";

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

const MAX_PAYLOAD_BYTES = 64 * 1024;
const SIGNATURE_BYTES = 64;

/** A DSSE v1 envelope with one signature; both base64 fields are of the standard alphabet, padded. */
export interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

export type EnvelopeVerdict = { ok: true; statement: DecisionStatement; keyId: string } | { ok: false; reason: string };

/** Pre-Authentication Encoding, DSSE v1: what is signed binds the payload to its type, lengths in bytes. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const typeBytes = Buffer.byteLength(payloadType);
  const head = Buffer.from(`DSSEv1 ${typeBytes} ${payloadType} ${payload.length} `);
  return new Uint8Array(Buffer.concat([head, payload]));
}

/**
 * Signs a statement: canonical JSON in a DSSE envelope. The signature is checked before it leaves, because a faulty or
 * misconfigured signer is found out here, not by every client.
 * @throws TrustError `invalid_statement`, `signing_failed`
 */
export async function signStatement(signer: RegistrySigner, statement: DecisionStatement): Promise<Envelope> {
  const envelope = await sealPayload(signer, PAYLOAD_TYPE, statement);
  const verdict = verifyEnvelope(envelope, [signer.publicKey]);
  if (!verdict.ok) throw new TrustError("signing_failed", `the signer's work does not verify: ${verdict.reason}`);
  return envelope;
}

/** Canonical JSON of a value, signed as this type of payload. */
export async function sealPayload(signer: RegistrySigner, payloadType: string, value: unknown): Promise<Envelope> {
  const payload = Buffer.from(canonicalJson(value));
  const signature = await signer.sign(preAuthEncoding(payloadType, payload));
  const { key_id: ours, public_key: pem } = signer.publicKey;
  const keyid = signer.form === "0.1" ? ours : (sshFingerprint(pem) ?? ours);
  return {
    payloadType,
    payload: payload.toString("base64"),
    signatures: [{ keyid, sig: Buffer.from(signature).toString("base64") }],
  };
}

/** A registry key that the caller trusts. */
export interface TrustedKey {
  key_id: string;
  public_key: string;
  /** Until when it signed (RFC 3339, UTC), as the key after it says: what is said to be of later counts for nothing. */
  retired_at?: string | undefined;
}

/** Why something that this key signed and dates from then counts for nothing; null when it does count. */
export function retiredProblem(keys: readonly TrustedKey[], keyId: string, issuedAt: string): string | null {
  const key = keys.find(({ key_id }) => key_id === keyId);
  const fingerprint = key === undefined ? undefined : readRegistryKey(key.public_key)?.info.fingerprint;
  if (key?.retired_at === undefined || Date.parse(issuedAt) <= Date.parse(key.retired_at)) return null;
  return `it is of ${issuedAt}, and signed with the former key ${fingerprint ?? keyId}, which signed until ${key.retired_at}`;
}

/**
 * Verifies an envelope against keys the caller already trusts. Never throws. Strict on purpose, since only this registry makes
 * them: no unknown members, one signature, canonical base64 and JSON, so that every reader sees the same statement (G1, G2).
 * What is left to the caller: that the subjects are its bytes (G3), the sequence, and expiry unless `at` is given.
 */
export function verifyEnvelope(
  envelope: unknown,
  keys: readonly TrustedKey[],
  options: { at?: Date | undefined } = {},
): EnvelopeVerdict {
  const opened = openEnvelope(envelope, PAYLOAD_TYPE, keys);
  if (typeof opened === "string") return refused(opened);
  const { payload, keyId } = opened;
  const statement = readCanonical(payload, isDecisionStatement);
  if (statement === null) return refused("the payload is not a registry decision in canonical JSON");
  const { expires_at, issued_at } = statement.predicate;
  const problem = retiredProblem(keys, keyId, issued_at);
  if (problem !== null) return refused(`the statement is of no account: ${problem}`);
  if (options.at !== undefined && expires_at !== null && !(options.at < new Date(expires_at)))
    return refused(`the statement expired on ${expires_at}`);
  return { ok: true, statement, keyId };
}

/**
 * The payload of an envelope of this type that one of these keys signed, and that key's `key_id` however the envelope names it; or why
 * it is none. Never throws.
 */
export function openEnvelope(
  envelope: unknown,
  payloadType: string,
  keys: readonly { key_id: string; public_key: string }[],
): { payload: Uint8Array; keyId: string } | string {
  const parts = readEnvelope(envelope, payloadType);
  if (typeof parts === "string") return parts;
  const { payload, keyid, signature } = parts;
  const named = keys.filter((key) => envelopeIdsOf(key).includes(keyid));
  if (named.length === 0) return "the statement is signed by a key that is not trusted here";
  const isItself = ({ key_id, public_key }: TrustedKey) => readRegistryKey(public_key)?.info.key_id === key_id;
  const trusted = readRegistryKey(named.find(isItself)?.public_key ?? "");
  if (trusted === null) return "the trusted key does not have the key id it is listed under";
  if (!verify(null, preAuthEncoding(payloadType, payload), trusted.key, signature))
    return "the signature does not match the statement";
  return { payload, keyId: trusted.info.key_id };
}

function readEnvelope(
  envelope: unknown,
  payloadType: string,
): { payload: Uint8Array; keyid: string; signature: Uint8Array } | string {
  if (!hasOnly(envelope, ["payload", "payloadType", "signatures"]))
    return "this is not a DSSE envelope of payload, payloadType and signatures";
  if (envelope["payloadType"] !== payloadType) return `the payload type is not ${payloadType}`;
  const signatures = envelope["signatures"];
  if (!Array.isArray(signatures) || signatures.length !== 1) return "the envelope does not have exactly one signature";
  const only: unknown = signatures[0];
  if (!hasOnly(only, ["keyid", "sig"])) return "the signature is not a keyid and a sig";
  const { keyid } = only;
  const payload = decodeBase64(envelope["payload"], MAX_PAYLOAD_BYTES);
  const signature = decodeBase64(only["sig"], SIGNATURE_BYTES);
  if (typeof keyid !== "string" || payload === null || signature?.length !== SIGNATURE_BYTES)
    return "the envelope's payload or signature is not base64 of the expected size";
  return { payload, keyid, signature };
}

function hasOnly(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const present = Object.keys(value);
  return present.length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

function decodeBase64(text: unknown, maxBytes: number): Uint8Array | null {
  if (typeof text !== "string" || text.length > Math.ceil(maxBytes / 3) * 4) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? new Uint8Array(bytes) : null;
}

/** A payload in canonical JSON that is what `isOne` asks for; null for anything else. */
export function readCanonical<T>(payload: Uint8Array, isOne: (value: unknown) => value is T): T | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
    const value: unknown = JSON.parse(text);
    // Duplicate or escaped keys would let two readers see two statements; only one text is the right one.
    return isOne(value) && canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
