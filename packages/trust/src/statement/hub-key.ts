import type { RegistryPublicKey, RegistrySigner } from "../signing-key.ts";
import type { Envelope } from "./dsse.ts";
import { openKeyStatement, signKeyStatement } from "./key-statement.ts";

const HUB_KEY = "https://gaia-registry.dev/attestations/hub-key/v1";

/**
 * The registry's key says of another one that it signs what GAIA's client is given of a tier: an in-toto Statement v1 in a DSSE envelope,
 * its subject that key's SPKI DER. It has no time, so that every process says the same; it counts while its signer is the current key.
 * @throws TrustError `invalid_statement` for a key that speaks of itself or is none, `signing_failed`
 */
export const certifyHubKey = (signer: RegistrySigner, hubKey: RegistryPublicKey): Promise<Envelope> =>
  signKeyStatement(signer, { predicateType: HUB_KEY, about: hubKey, said: { by: signer.publicKey.key_id } });

/** Whether `key`, which the caller trusts as the registry's current one, says this, and of which key. Never throws. */
export function verifyHubKey(
  envelope: unknown,
  key: { key_id: string; public_key: string },
): { ok: true; hubKey: RegistryPublicKey } | { ok: false; reason: string } {
  const opened = openKeyStatement(envelope, { predicateType: HUB_KEY, names: ["by"], key });
  if (typeof opened === "string") return { ok: false, reason: opened };
  if (opened.said["by"] !== key.key_id) return { ok: false, reason: "the payload is not about a key for a hub" };
  return { ok: true, hubKey: opened.about };
}
