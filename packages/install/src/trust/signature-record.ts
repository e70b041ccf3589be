import { isRecord } from "../home/json-file.ts";
import type { OfferedKey } from "./trust-store.ts";
import { readProvenance, type SentProvenance } from "./build-provenance.ts";
import type { SentSignature } from "./publisher-signature.ts";

/** `signature.json` of an installed skill: what the registry said when it was installed, to be checked offline. */
export interface SignatureRecord {
  registry: string;
  security_tier: string;
  signatures: SentSignature[];
  attestations: unknown[];
  /** The registry's keys that are part of a hand-over, unchecked. */
  keys: OfferedKey[];
  provenance: SentProvenance[];
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
    provenance: readProvenance(value["provenance"]),
    attestations: attestations.map((one: unknown) => (isRecord(one) ? one["envelope"] : null)),
    keys: Array.isArray(value["keys"]) ? value["keys"].filter(isOffered) : [],
  };
}

const isSentSignature = (value: unknown): value is SentSignature =>
  isRecord(value) && FIELDS.every((field) => typeof value[field] === "string");

const isOffered = (value: unknown): value is OfferedKey => isRecord(value) && typeof value["public_key"] === "string";

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
