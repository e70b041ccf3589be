import { readRegistryKey, type RegistryPublicKey, type RegistrySigner } from "../signing-key.ts";
import { TrustError } from "../trust-error.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type Envelope, openEnvelope, PAYLOAD_TYPE, sealPayload } from "./dsse.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
const HANDOVER_PREDICATE = "https://gaia-registry.dev/attestations/key-handover/v1";

export type HandoverVerdict = { ok: true; next: RegistryPublicKey; issuedAt: string } | { ok: false; reason: string };

/**
 * The registry's key names the one that follows it: an in-toto Statement v1 in a DSSE envelope, its subject the next key's SPKI DER. Who
 * pinned the old key may believe the new one, and asks nobody else.
 * @throws TrustError `invalid_statement` for a key that hands over to itself or is none, `signing_failed`
 */
export async function signHandover(
  signer: RegistrySigner,
  input: { registry: string; next: RegistryPublicKey; at: Date },
): Promise<Envelope> {
  const next = readRegistryKey(input.next.public_key)?.info;
  if (next === undefined || next.key_id === signer.publicKey.key_id)
    throw new TrustError("invalid_statement", "a key hands over to another Ed25519 key");
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: "key", digest: { sha256: sha256Of(next) } }],
    predicateType: HANDOVER_PREDICATE,
    predicate: {
      registry: input.registry,
      from: signer.publicKey.key_id,
      public_key: next.public_key,
      issued_at: input.at.toISOString(),
    },
  };
  const envelope = await sealPayload(signer, PAYLOAD_TYPE, statement);
  const verdict = verifyHandover(envelope, signer.publicKey);
  if (!verdict.ok) throw new TrustError("signing_failed", `the signer's work does not verify: ${verdict.reason}`);
  return envelope;
}

/** Whether `key`, which the caller trusts, signed this, and which key it names. Never throws. */
export function verifyHandover(envelope: unknown, key: { key_id: string; public_key: string }): HandoverVerdict {
  const opened = openEnvelope(envelope, PAYLOAD_TYPE, [key]);
  if (typeof opened === "string") return { ok: false, reason: opened };
  const text = Buffer.from(opened.payload).toString("utf8");
  try {
    const statement = JSON.parse(text) as Record<string, unknown>;
    const predicate = statement["predicate"] as Record<string, unknown> | null;
    const next = readRegistryKey(String(predicate?.["public_key"]))?.info;
    const issuedAt = predicate?.["issued_at"];
    if (next === undefined || typeof issuedAt !== "string" || next.key_id === key.key_id) return refused;
    const expected = {
      _type: STATEMENT_TYPE,
      subject: [{ name: "key", digest: { sha256: sha256Of(next) } }],
      predicateType: HANDOVER_PREDICATE,
      predicate: {
        registry: predicate?.["registry"],
        from: key.key_id,
        public_key: next.public_key,
        issued_at: issuedAt,
      },
    };
    // Built anew and compared as text: there is one way to say it, and nothing else is in it.
    return canonicalJson(expected) === text ? { ok: true, next, issuedAt } : refused;
  } catch {
    return refused;
  }
}

const refused: HandoverVerdict = { ok: false, reason: "the payload is not a hand-over of a registry key" };

const sha256Of = ({ fingerprint }: RegistryPublicKey): string =>
  Buffer.from(fingerprint.replace(/^SHA256:/, ""), "base64").toString("hex");
