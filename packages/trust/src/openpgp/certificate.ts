import { enums } from "openpgp";
import type { SignaturePacket, Subkey, User } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { algorithmName, ensureStrong } from "./accepted.ts";
import type { Components } from "./components.ts";
import { type LeftOutSubkey, whyLeftOut } from "./left-out.ts";
import { toPrintable } from "./printable.ts";
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
  /** Of what came: what its owner meant to sign with, and cannot. */
  leftOut: LeftOutSubkey[];
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
  const given = key.users.length;
  const users = await keepCertifiedUsers(key, check);
  const { signers, leftOut } = await keepSubkeys(key, check);
  const says = [...key.directSignatures, ...users.flatMap(({ certifications }) => certifications)];
  if (says.some(isForSigning)) {
    signers.unshift({ ...identityOf(primary), isPrimary: true, bindings: [], revocations: [] });
  }
  if (users.length === 0 && given === 0) {
    throw new TrustError(
      "malformed",
      "the key comes without any user id, as some key servers give it out; send it as its owner exports it: " +
        "`gpg --armor --export <key id>`",
    );
  }
  if (users.length === 0) {
    throw new TrustError(
      "malformed",
      "the key has no user id that it certifies itself (one with SHA-1, one that GnuPG passes over, " +
        "and one older than its key do not count; " +
        "`gpg --edit-key … expire` renews the signature)",
    );
  }
  if (signers.length === 0) {
    throw new TrustError(
      "no_signing_key",
      leftOut.length === 0
        ? "neither the key nor any validly bound subkey is marked for signing (or its self-signatures use MD5 or SHA-1)"
        : `none of its subkeys can sign here: ${leftOut.map(({ fingerprint, reason }) => `${fingerprint}: ${reason}`).join("; ")}`,
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
    leftOut,
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
async function keepSubkeys(
  key: Components,
  check: SelfSignatureCheck,
): Promise<{ signers: Signer[]; leftOut: LeftOutSubkey[] }> {
  const signers: Signer[] = [];
  const leftOut: LeftOutSubkey[] = [];
  const kept: Subkey[] = [];
  for (const subkey of key.subkeys) {
    const came = subkey.bindingSignatures;
    const signer = await keepSubkey(key, subkey, check);
    if (subkey.bindingSignatures.length > 0) kept.push(subkey);
    if (signer !== null) signers.push(signer);
    const why = signer === null ? whyLeftOut(subkey, came) : null;
    if (why !== null) leftOut.push(why);
  }
  key.subkeys = kept;
  return { signers, leftOut };
}

/** Keeps of one subkey what verifies, which may be nothing; null: it signs no documents. */
async function keepSubkey(key: Components, subkey: Subkey, check: SelfSignatureCheck): Promise<Signer | null> {
  if (!isStrong(subkey)) subkey.bindingSignatures = [];
  const data = { key: key.keyPacket, bind: subkey.keyPacket };
  const isBound = async (signature: SignaturePacket): Promise<boolean> =>
    (await check(signature, key.keyPacket, enums.signature.subkeyBinding, data)) &&
    (!isForSigning(signature) || (await bindsBack(signature, subkey, check, data)));
  subkey.bindingSignatures = await holding(subkey.bindingSignatures, isBound);
  if (subkey.bindingSignatures.length === 0) return null;
  subkey.revocationSignatures = await holding(subkey.revocationSignatures, (signature) =>
    check(signature, key.keyPacket, enums.signature.subkeyRevocation, data),
  );
  if (!subkey.bindingSignatures.some(isForSigning)) return null;
  return {
    ...identityOf(subkey.keyPacket),
    isPrimary: false,
    bindings: subkey.bindingSignatures,
    revocations: subkey.revocationSignatures.map(toRevocation),
  };
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
