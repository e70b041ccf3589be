import { readRegistryKey, type RegistryPublicKey, type RegistrySigner } from "../signing-key.ts";
import { TrustError } from "../trust-error.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type Envelope, openEnvelope, PAYLOAD_TYPE, sealPayload } from "./dsse.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

/** What one key of a registry says of another one. */
export interface KeyStatement {
  predicateType: string;
  /** The key that it is about. */
  about: RegistryPublicKey;
  /** What the predicate says beside the key; all of it is text. */
  said: Readonly<Record<string, string>>;
}

/**
 * An in-toto Statement v1 in a DSSE envelope, its subject the other key's SPKI DER.
 * @throws TrustError `invalid_statement` for a key that speaks of itself or is none, `signing_failed`
 */
export async function signKeyStatement(signer: RegistrySigner, statement: KeyStatement): Promise<Envelope> {
  const about = readRegistryKey(statement.about.public_key)?.info;
  if (about === undefined || about.key_id === signer.publicKey.key_id)
    throw new TrustError("invalid_statement", "a key says this of another Ed25519 key");
  const envelope = await sealPayload(signer, PAYLOAD_TYPE, payloadOf({ ...statement, about }));
  const { predicateType } = statement;
  const opened = openKeyStatement(envelope, {
    predicateType,
    names: Object.keys(statement.said),
    key: signer.publicKey,
  });
  if (typeof opened === "string")
    throw new TrustError("signing_failed", `the signer's work does not verify: ${opened}`);
  return envelope;
}

/** What `key`, which the caller trusts, signed of another key, or why that does not hold. Never throws. */
export function openKeyStatement(
  envelope: unknown,
  expected: { predicateType: string; names: readonly string[]; key: { key_id: string; public_key: string } },
): { about: RegistryPublicKey; said: Record<string, string> } | string {
  const { predicateType, names, key } = expected;
  const opened = openEnvelope(envelope, PAYLOAD_TYPE, [key]);
  if (typeof opened === "string") return opened;
  const text = Buffer.from(opened.payload).toString("utf8");
  try {
    const { predicate } = JSON.parse(text) as { predicate?: Record<string, unknown> };
    const about = readRegistryKey(String(predicate?.["public_key"]))?.info;
    const said = Object.fromEntries(names.map((name) => [name, String(predicate?.[name])]));
    if (about === undefined || about.key_id === key.key_id) return NONE;
    // Built anew and compared as text: there is one way to say it, and nothing else is in it.
    return canonicalJson(payloadOf({ predicateType, about, said })) === text ? { about, said } : NONE;
  } catch {
    return NONE;
  }
}

const NONE = "the payload is not what it should be: one key of a registry speaking of another";

const payloadOf = ({ predicateType, about, said }: KeyStatement) => ({
  _type: STATEMENT_TYPE,
  subject: [{ name: "key", digest: { sha256: sha256Of(about) } }],
  predicateType,
  predicate: { ...said, public_key: about.public_key },
});

const sha256Of = ({ fingerprint }: RegistryPublicKey): string =>
  Buffer.from(fingerprint.replace(/^SHA256:/, ""), "base64").toString("hex");
