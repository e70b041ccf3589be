import { enums } from "openpgp";
import type { SignaturePacket } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { strict } from "./accepted.ts";
import { MAX_ARMOR_CHARS } from "./armor.ts";
import { isRevokedUser, toCertificate } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";
import { joinComponents, readComponents } from "./components.ts";
import { endOfKey } from "./moment.ts";
import type { LeftOutSubkey } from "./left-out.ts";
import { findRevocation } from "./revocation.ts";
import { timeOf, verified, verifiedAsGpg } from "./self-signatures.ts";

/** A registered public key, as people and rows know it. */
export interface PublicKeyInfo {
  /** 40 hex digits, upper case (version 4). */
  fingerprint: string;
  /** The last 16 digits of the fingerprint. */
  keyId: string;
  /** Certified by the key itself and not revoked; control characters replaced. They are claims, not proven names. */
  userIds: string[];
  /** Of the primary key: `ed25519`, `rsa3072`, `ecdsa nistP256` … */
  algorithm: string;
  createdAt: Date;
  /** By its newest self-signatures. */
  expiresAt: Date | null;
  /** By its own revocation signature, of whatever reason and date. */
  revoked: boolean;
  /** What its owner took back: the whole key, or subkeys. */
  revocations: KeyRevocation[];
  /** Fingerprints and key ids (upper case hex) of the key and its subkeys, as far as they are or were for signing. */
  signerIds: string[];
  /** Of the copies that were read just now: subkeys marked for signing that do not count, each with why. */
  leftOut: LeftOutSubkey[];
  /** The latest time at which the key, a subkey or a self-signature says it was made; revocations left aside. */
  madeAt: Date;
  /** The key, its user ids, its subkeys that may sign, their self-signatures and revocations; nothing else, always written alike. */
  armored: string;
}

/** A revocation by the key's owner. Soft ones (superseded, retired, no user id left) count from `at`, hard ones always did. */
export interface KeyRevocation {
  /** The fingerprint of the key for all of it, or that of one subkey. */
  of: string;
  at: Date;
  isHard: boolean;
}

/**
 * Reads one armored OpenPGP public key (RFC 9580 §10.1, version 4). Expired and revoked keys are reported, not refused.
 * Input is hostile: 64 Ki characters at most, 1024 packets, 128 signatures of its own; one block, one key, no private parts.
 * @throws TrustError `too_large` `not_armored` `private_key` `several_keys` `malformed` `weak_key` `unsupported_key` `no_signing_key`
 */
export async function readPublicKey(armored: string): Promise<PublicKeyInfo> {
  return toInfo(await toCertificate(await readComponents(armored), verifiedAsGpg));
}

/**
 * The key that holds everything of both copies, each verified (RFC 9580 §5.2: what was said stays said). The order of merging never
 * matters, and merging the same again changes nothing. A copy may lack what the other has: user ids, subkeys, self-signatures.
 * @throws TrustError as `readPublicKey`; `other_key` when they are two keys
 */
export async function mergePublicKeys(known: string, incoming: string): Promise<PublicKeyInfo> {
  const [one, other] = [await readComponents(known), await readComponents(incoming)];
  if (one.getFingerprint() !== other.getFingerprint()) {
    throw new TrustError("other_key", "these are two different keys: there is nothing to merge");
  }
  return toInfo(await toCertificate(joinComponents([one, other]), verifiedAsGpg));
}

/**
 * The known key with its own revocation certificate, verified (RFC 9580 §5.2.1.11, type 0x20). `revocation`: what `findRevocation` took.
 * @throws TrustError `malformed` when it was not made by this key; as `readPublicKey`
 */
export async function revokePublicKey(known: string, revocation: string): Promise<PublicKeyInfo> {
  const found = await findRevocation(revocation);
  if (found === null) throw new TrustError("malformed", "this is no revocation certificate");
  const [key, copy] = [await readComponents(known), await readComponents(known)];
  const holds = await verified(found.packet, key.keyPacket, enums.signature.keyRevocation, { key: key.keyPacket });
  if (!holds) {
    const fingerprint = key.getFingerprint().toUpperCase();
    throw new TrustError(
      "malformed",
      `the revocation certificate was not made by the key ${fingerprint}, or is damaged`,
    );
  }
  copy.revocationSignatures = [found.packet];
  return toInfo(await toCertificate(joinComponents([key, copy]), verified));
}

export function toInfo(certificate: Certificate): PublicKeyInfo {
  const { key, fingerprint, keyId, algorithm, createdAt, revocations, users, signers, leftOut } = certificate;
  const end = endOfKey(certificate, { at: createdAt, isNew: true });
  const subkeys = signers.flatMap((signer) => signer.revocations.map((one) => ({ of: signer.fingerprint, ...one })));
  return {
    fingerprint,
    keyId,
    userIds: users.filter((user) => !isRevokedUser(user)).map(({ name }) => name),
    algorithm,
    createdAt,
    expiresAt: end === Infinity ? null : new Date(end),
    revoked: revocations.length > 0,
    revocations: [...revocations.map((one) => ({ of: fingerprint, ...one })), ...subkeys],
    signerIds: signers.flatMap((signer) => [signer.fingerprint, signer.keyId]),
    leftOut,
    madeAt: new Date(
      Math.max(createdAt.getTime(), ...signers.map((signer) => signer.createdAt.getTime()), ...saidAt(certificate)),
    ),
    armored: ensureSmall(key.armor(strict)),
  };
}

function saidAt({ direct, users, signers }: Certificate): number[] {
  const said: SignaturePacket[] = [
    ...direct,
    ...users.flatMap(({ certifications }) => certifications),
    ...signers.flatMap(({ bindings }) => bindings),
  ];
  return said.map(timeOf);
}

/** What is kept must be read again. */
function ensureSmall(armored: string): string {
  if (armored.length <= MAX_ARMOR_CHARS["PUBLIC KEY BLOCK"]) return armored;
  throw new TrustError("too_large", "with what is known of it already, the key is larger than 64 Ki characters");
}
