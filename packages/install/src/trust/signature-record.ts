import { isRecord } from "../home/json-file.ts";
import type { SentSignature } from "./publisher-signature.ts";

/** `signature.json` of an installed skill: what the registry said when it was installed, to be checked offline. */
export interface SignatureRecord {
  registry: string;
  security_tier: string;
  signatures: SentSignature[];
  attestations: unknown[];
}

const FIELDS = ["kind", "status", "signer", "verified_at", "signature", "public_key"] as const;

/** Reads it; null when it is missing or not of its form. `attestations` are the DSSE envelopes, unchecked. */
export function readSignatureRecord(text: string | null): SignatureRecord | null {
  const value = parse(text);
  if (!isRecord(value) || value["version"] !== 1) return null;
  const { registry, security_tier, signatures, attestations } = value;
  if (typeof registry !== "string" || typeof security_tier !== "string") return null;
  if (!Array.isArray(signatures) || !signatures.every(isSentSignature) || !Array.isArray(attestations)) return null;
  return {
    registry,
    security_tier,
    signatures,
    attestations: attestations.map((one: unknown) => (isRecord(one) ? one["envelope"] : null)),
  };
}

const isSentSignature = (value: unknown): value is SentSignature =>
  isRecord(value) && FIELDS.every((field) => typeof value[field] === "string");

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
