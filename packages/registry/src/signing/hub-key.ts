import { certifyHubKey, type Envelope, rawPublicKey, type RegistryPublicKey } from "@gaia/trust";
import type { Registry } from "../kernel/context.ts";
import { ensureCurrentKey } from "../kernel/current-key.ts";

/** The key that signs bundles for GAIA's client. */
export interface HubKey {
  publicKey: RegistryPublicKey;
  /** The 32 bytes of RFC 8032. */
  raw: Uint8Array;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Null: this process has none. */
export function hubKeyOf({ hubSigner }: Pick<Registry, "hubSigner">): HubKey | null {
  const raw = hubSigner === null ? null : rawPublicKey(hubSigner.publicKey.public_key);
  if (hubSigner === null || raw === null) return null;
  return { publicKey: hubSigner.publicKey, raw, sign: (bytes) => hubSigner.sign(bytes) };
}

/** By the hub's key: what says it is signed once, for a device may be slow. */
const SIGNED = new WeakMap<object, Promise<Envelope>>();

/** What the registry's current key says of that key. @throws RegistryError `unavailable`; TrustError */
export async function hubCertificate(ctx: Pick<Registry, "db" | "signer" | "hubSigner">): Promise<Envelope | null> {
  const { hubSigner, signer } = ctx;
  if (hubSigner === null) return null;
  await ensureCurrentKey(ctx.db, signer.publicKey);
  const signed = SIGNED.get(hubSigner) ?? certifyHubKey(signer, hubSigner.publicKey);
  SIGNED.set(hubSigner, signed);
  signed.catch(() => SIGNED.delete(hubSigner));
  return await signed;
}
