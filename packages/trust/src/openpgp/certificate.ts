import { enums } from "openpgp";
import type { SignaturePacket, Subkey, User } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { algorithmName, ensureStrong } from "./accepted.ts";
import type { Components } from "./components.ts";
import { holding, isForSigning, timeOf, toRevocation } from "./self-signatures.ts";
import type { KeyPacket, Revocation, SelfSignatureCheck } from "./self-signatures.ts";

/** A key packet that may sign documents for this certificate, or once might: the primary key, or a subkey bound in both directions. */
export interface Signer {
  packet: KeyPacket;
  fingerprint: string;
  keyId: string;
  createdAt: Date;
  isPrimary: boolean;
  /** A subkey's; empty for the primary key, which users and direct signatures speak for. Oldest first. */
  bindings: SignaturePacket[];
  revocations: Revocation[];
}

/** A user id with what the key says of it, oldest first. */
export interface CertifiedUser {
  name: string;
  certifications: SignaturePacket[];
  revocations: Revocation[];
}

/** A public key, reduced to what it says of itself and what verified: at all times, not at one. */
export interface Certificate {
  /** Holds nothing else, in a fixed order: two copies with the same parts are written alike. */
  key: Components;
  packet: KeyPacket;
  fingerprint: string;
  keyId: string;
  algorithm: string;
  createdAt: Date;
  revocations: Revocation[];
  direct: SignaturePacket[];
  users: CertifiedUser[];
  signers: Signer[];
}

/**
 * Keeps of a key what verifies by itself, and drops everything else: user ids and subkeys without a valid binding, signatures that
 * do not hold. Pure, no clock; changes `key`.
 * @throws TrustError `malformed` without a user id, `no_signing_key`
 */
export async function toCertificate(key: Components, check: SelfSignatureCheck): Promise<Certificate> {
  const primary = key.keyPacket;
  const data = { key: primary };
  key.revocationSignatures = await holding(key.revocationSignatures, (signature) =>
    check(signature, primary, enums.signature.keyRevocation, data),
  );
  key.directSignatures = await holding(
    key.directSignatures.filter(({ signatureType }) => signatureType === enums.signature.key),
    (signature) => check(signature, primary, enums.signature.key, data),
  );
  const users = await keepCertifiedUsers(key, check);
  const signers = await keepSubkeys(key, check);
  const says = [...key.directSignatures, ...users.flatMap(({ certifications }) => certifications)];
  if (says.some(isForSigning)) {
    signers.unshift({ ...identityOf(primary), isPrimary: true, bindings: [], revocations: [] });
  }
  if (users.length === 0) {
    throw new TrustError(
      "malformed",
      "the key has no user id that it certifies itself (SHA-1 no longer counts; `gpg --edit-key … expire` renews the signature)",
    );
  }
  if (signers.length === 0) {
    throw new TrustError(
      "no_signing_key",
      "neither the key nor any validly bound subkey is marked for signing (or its self-signatures use MD5 or SHA-1)",
    );
  }
  return {
    key,
    ...identityOf(primary),
    algorithm: algorithmName(primary),
    revocations: [...key.revocationSignatures.map(toRevocation), ...endOfUsers(users)],
    direct: key.directSignatures,
    users,
    signers,
  };
}

async function keepCertifiedUsers(key: Components, check: SelfSignatureCheck): Promise<CertifiedUser[]> {
  const kept: User[] = [];
  const found: CertifiedUser[] = [];
  for (const user of key.users) {
    const data = { userID: user.userID, key: key.keyPacket };
    user.selfCertifications = await holding(user.selfCertifications, (signature) =>
      check(signature, key.keyPacket, enums.signature.certGeneric, data),
    );
    user.revocationSignatures = await holding(user.revocationSignatures, (signature) =>
      check(signature, key.keyPacket, enums.signature.certRevocation, data),
    );
    if (user.selfCertifications.length === 0) continue;
    kept.push(user);
    found.push({
      name: toPrintable(user.userID?.userID ?? ""),
      certifications: user.selfCertifications,
      revocations: user.revocationSignatures.map(toRevocation),
    });
  }
  key.users = kept;
  return found;
}

/** RFC 9580 §5.2.1.8 and §10.1.5: a signing subkey must itself sign that it belongs to the primary key. */
async function keepSubkeys(key: Components, check: SelfSignatureCheck): Promise<Signer[]> {
  const signers: Signer[] = [];
  const kept: Subkey[] = [];
  for (const subkey of key.subkeys.filter(isStrong)) {
    const data = { key: key.keyPacket, bind: subkey.keyPacket };
    const isBound = async (signature: SignaturePacket): Promise<boolean> =>
      (await check(signature, key.keyPacket, enums.signature.subkeyBinding, data)) &&
      (!isForSigning(signature) || (await bindsBack(signature, subkey, check, data)));
    subkey.bindingSignatures = await holding(subkey.bindingSignatures, isBound);
    subkey.revocationSignatures = await holding(subkey.revocationSignatures, (signature) =>
      check(signature, key.keyPacket, enums.signature.subkeyRevocation, data),
    );
    if (subkey.bindingSignatures.length === 0) continue;
    kept.push(subkey);
    if (!subkey.bindingSignatures.some(isForSigning)) continue;
    signers.push({
      ...identityOf(subkey.keyPacket),
      isPrimary: false,
      bindings: subkey.bindingSignatures,
      revocations: subkey.revocationSignatures.map(toRevocation),
    });
  }
  key.subkeys = kept;
  return signers;
}

async function bindsBack(
  binding: SignaturePacket,
  subkey: Subkey,
  check: SelfSignatureCheck,
  data: object,
): Promise<boolean> {
  const back = binding.embeddedSignature;
  // The library does not compare the type, so a signature over a document could be passed off as the back signature.
  if (back?.signatureType !== enums.signature.keyBinding) return false;
  return check(back, subkey.keyPacket, enums.signature.keyBinding, data);
}

function isStrong(subkey: Subkey): boolean {
  try {
    ensureStrong(subkey.keyPacket);
    return subkey.keyPacket.version === 4;
  } catch {
    return false;
  }
}

/** A user id that was revoked and certified anew since then is back. */
export const isRevokedUser = ({ certifications, revocations }: CertifiedUser): boolean =>
  Math.max(0, ...revocations.map(({ at }) => at.getTime())) >= Math.max(...certifications.map(timeOf)) &&
  revocations.length > 0;

/** Whose user ids are all revoked is nobody any more: a key is out of use from the last of these revocations on. */
function endOfUsers(users: readonly CertifiedUser[]): Revocation[] {
  if (!users.every(isRevokedUser)) return [];
  const ends = users.map(({ revocations }) => Math.max(...revocations.map(({ at }) => at.getTime())));
  return users.length === 0 ? [] : [{ at: new Date(Math.max(...ends)), isHard: false }];
}

function identityOf(packet: KeyPacket): Pick<Signer, "packet" | "fingerprint" | "keyId" | "createdAt"> {
  return {
    packet,
    fingerprint: packet.getFingerprint().toUpperCase(),
    keyId: packet.getKeyID().toHex().toUpperCase(),
    createdAt: packet.created,
  };
}

/** User ids are shown on pages and terminals: no control or direction characters, 255 characters at most. */
function toPrintable(text: string): string {
  return text.slice(0, 255).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{FFFD}");
}
