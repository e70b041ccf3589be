import { strict } from "./accepted.ts";
import { openCertificate } from "./certificate.ts";

/** A registered public key, as people and rows know it. */
export interface PublicKeyInfo {
  /** 40 hex digits, upper case (version 4). */
  fingerprint: string;
  /** The last 16 digits of the fingerprint. */
  keyId: string;
  /** Certified by the key itself; control characters replaced. They are claims, not proven names. */
  userIds: string[];
  /** Of the primary key: `ed25519`, `rsa3072`, `ecdsa nistP256` … */
  algorithm: string;
  createdAt: Date;
  expiresAt: Date | null;
  /** By its own revocation signature, of whatever reason and date. */
  revoked: boolean;
  /** The key, its user ids, its signing subkeys, their self-signatures and revocations; nothing else. */
  armored: string;
}

/**
 * Reads one armored OpenPGP public key (RFC 9580 §10.1, version 4). Expired and revoked keys are reported, not refused.
 * Input is hostile: 64 Ki characters at most, one block, one key, no private parts.
 * @throws TrustError `too_large` `not_armored` `private_key` `several_keys` `malformed` `weak_key` `unsupported_key` `no_signing_key`
 */
export async function readPublicKey(armored: string): Promise<PublicKeyInfo> {
  const { key, fingerprint, keyId, userIds, algorithm, createdAt, expiresAt, revocations } =
    await openCertificate(armored);
  return {
    fingerprint,
    keyId,
    userIds,
    algorithm,
    createdAt,
    expiresAt,
    revoked: revocations.length > 0,
    armored: key.armor(strict),
  };
}
