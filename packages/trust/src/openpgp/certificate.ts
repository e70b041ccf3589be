import { enums, readKey } from "openpgp";
import type { Key, SignaturePacket, Subkey, User } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { algorithmName, anyTime, ensureStrong, strict } from "./accepted.ts";
import { readArmor } from "./armor.ts";
import { readPackets, tags } from "./packets.ts";
import type { Packet } from "./packets.ts";
import { isForSigning, latestValid, toExpiry, validRevocations } from "./self-signatures.ts";
import type { KeyPacket, Revocation } from "./self-signatures.ts";

const MAX_OWN_SIGNATURES = 128;
const keyTags: ReadonlySet<number> = new Set([
  tags.signature,
  tags.publicKey,
  tags.marker,
  tags.trust,
  tags.userId,
  tags.publicSubkey,
  tags.userAttribute,
  tags.padding,
]);

/** A key packet that may sign documents for this certificate: the primary key, or a subkey bound in both directions. */
export interface Signer {
  packet: KeyPacket;
  fingerprint: string;
  keyId: string;
  createdAt: Date;
  expiresAt: Date | null;
  revocations: Revocation[];
}

/** A public key, reduced to what it says of itself. */
export interface Certificate {
  key: Key;
  fingerprint: string;
  keyId: string;
  algorithm: string;
  createdAt: Date;
  expiresAt: Date | null;
  revocations: Revocation[];
  userIds: string[];
  signers: Signer[];
}

/**
 * Reads one armored public key, checks every self-signature it relies on, and drops everything else: other people's
 * certifications, photographs, user ids and subkeys without a valid binding. Pure, no clock.
 * @throws TrustError
 */
export async function openCertificate(armored: string): Promise<Certificate> {
  const bytes = readArmor(armored, "PUBLIC KEY BLOCK");
  ensureOnePublicKey(readPackets(bytes));
  const key = await readKey({ binaryKey: bytes, config: strict }).catch(() => {
    throw new TrustError("malformed", "the armored data is not an OpenPGP key that can be read");
  });
  const primary = key.keyPacket;
  ensureStrong(primary);
  dropForeignSignatures(key);

  const revocations = await validRevocations(key.revocationSignatures, primary, enums.signature.keyRevocation, {
    key: primary,
  });
  const userIds = await keepCertifiedUsers(key, primary);
  const expiresAt = toExpiry(await key.getExpirationTime({}, strict));
  const signers = await keepSigningSubkeys(key, primary);
  if (await primarySigns(key)) {
    signers.unshift({ ...identityOf(primary), expiresAt, revocations: [] });
  }
  if (signers.length === 0) {
    throw new TrustError(
      "no_signing_key",
      "neither the key nor any validly bound subkey is marked for signing (or its self-signatures use MD5 or SHA-1)",
    );
  }
  const algorithm = algorithmName(primary);
  const { fingerprint, keyId, createdAt } = identityOf(primary);
  return { key, fingerprint, keyId, algorithm, createdAt, expiresAt, revocations, userIds, signers };
}

function ensureOnePublicKey(packets: readonly Packet[]): void {
  if (packets.some(({ tag }) => tag === tags.secretKey || tag === tags.secretSubkey)) {
    throw new TrustError(
      "private_key",
      "this is a private key, although its armor says public: never send it to anyone, and revoke it",
    );
  }
  const keys = packets.filter(({ tag }) => tag === tags.publicKey);
  if (keys.length > 1) throw new TrustError("several_keys", "the block holds more than one key: send exactly one");
  const unknown = packets.find(({ tag }) => !keyTags.has(tag));
  const first = packets.find(({ tag }) => tag !== tags.marker);
  if (unknown !== undefined || first?.tag !== tags.publicKey) {
    throw new TrustError("malformed", "the block is not an OpenPGP key and its signatures alone");
  }
  const isVersion4 = packets
    .filter(({ tag }) => tag === tags.publicKey || tag === tags.signature)
    .every(({ body }) => body[0] === 4);
  // A revocation of a version the library skips would silently not count.
  if (!isVersion4) {
    throw new TrustError(
      "unsupported_key",
      "only version 4 keys with version 4 signatures can be checked by GnuPG too; `--export-options export-minimal` leaves old signatures of other people out",
    );
  }
}

/** Bounds the work: what remains is verified at most a few times each. */
function dropForeignSignatures(key: Key): void {
  key.users = key.users.filter(({ userID }) => userID !== null);
  for (const user of key.users) user.otherCertifications = [];
  const count = key.toPacketList().filterByTag(enums.packet.signature).length;
  if (count > MAX_OWN_SIGNATURES) {
    throw new TrustError("too_large", `the key carries more than ${MAX_OWN_SIGNATURES} signatures of its own`);
  }
}

async function keepCertifiedUsers(key: Key, primary: Key["keyPacket"]): Promise<string[]> {
  const users: User[] = [];
  const names: string[] = [];
  for (const user of key.users) {
    const data = { userID: user.userID, key: primary };
    const type = enums.signature.certGeneric;
    const certified = await latestValid(user.selfCertifications, primary, type, data);
    const revoked = enums.signature.certRevocation;
    if (certified === null) continue;
    if ((await validRevocations(user.revocationSignatures, primary, revoked, data)).length > 0) continue;
    users.push(user);
    names.push(toPrintable(user.userID?.userID ?? ""));
  }
  if (users.length === 0) {
    throw new TrustError(
      "malformed",
      "the key has no user id that it certifies itself (SHA-1 no longer counts; `gpg --edit-key … expire` renews the signature)",
    );
  }
  key.users = users;
  return names;
}

async function primarySigns(key: Key): Promise<boolean> {
  try {
    const { selfCertification } = await key.getPrimaryUser(anyTime, {}, strict);
    return isForSigning(selfCertification);
  } catch {
    return false;
  }
}

/** RFC 9580 §5.2.1.8 and §10.1.5: a signing subkey must itself sign that it belongs to the primary key. */
async function keepSigningSubkeys(key: Key, primary: Key["keyPacket"]): Promise<Signer[]> {
  const signers: Signer[] = [];
  const kept: Subkey[] = [];
  for (const subkey of key.subkeys) {
    const data = { key: primary, bind: subkey.keyPacket };
    const type = enums.signature.subkeyBinding;
    const binding = await latestValid(subkey.bindingSignatures, primary, type, data);
    if (binding === null || !isForSigning(binding) || !isStrong(subkey)) continue;
    const back = binding.embeddedSignature;
    // The library does not compare the type, so a signature over a document could be passed off as the back signature.
    if (back?.signatureType !== enums.signature.keyBinding) continue;
    if ((await latestValid([back], subkey.keyPacket, enums.signature.keyBinding, data)) === null) continue;
    const revoked = enums.signature.subkeyRevocation;
    kept.push(subkey);
    signers.push({
      ...identityOf(subkey.keyPacket),
      expiresAt: bindingExpiry(subkey, binding),
      revocations: await validRevocations(subkey.revocationSignatures, primary, revoked, data),
    });
  }
  key.subkeys = kept;
  return signers;
}

function isStrong(subkey: Subkey): boolean {
  try {
    ensureStrong(subkey.keyPacket);
    return subkey.keyPacket.version === 4;
  } catch {
    return false;
  }
}

function bindingExpiry(subkey: Subkey, binding: SignaturePacket): Date | null {
  const seconds = binding.keyExpirationTime ?? 0;
  const keyEnd = seconds === 0 ? Infinity : subkey.keyPacket.created.getTime() + seconds * 1000;
  return toExpiry(Math.min(keyEnd, Number(binding.getExpirationTime())));
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
