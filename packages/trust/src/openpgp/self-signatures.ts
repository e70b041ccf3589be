import { enums } from "openpgp";
import type { Key, SignaturePacket, Subkey } from "openpgp";
import { gpgObjection, isLocal } from "./gpg-objection.ts";
import { anyTime, lenient, strict } from "./accepted.ts";

export type KeyPacket = Key["keyPacket"] | Subkey["keyPacket"];

/**
 * A revocation that verifies. Soft ones (superseded, retired, no user id left) count from their own time on, hard ones always did
 * (RFC 9580 §5.2.3.31).
 */
export interface Revocation {
  at: Date;
  isHard: boolean;
}

/** Whether `signature`, of that type over that data, was made by `issuer`. */
export type SelfSignatureCheck = (
  signature: SignaturePacket,
  issuer: KeyPacket,
  type: enums.signature,
  data: object,
) => Promise<boolean>;

/** Revocations are taken with hashes that are otherwise refused. */
const revoking: ReadonlySet<enums.signature> = new Set([
  enums.signature.keyRevocation,
  enums.signature.subkeyRevocation,
  enums.signature.certRevocation,
]);

export const isRevoking = (type: enums.signature): boolean => revoking.has(type);

/** Verifies it, whatever its date. */
export const verified: SelfSignatureCheck = async (signature, issuer, type, data) => {
  try {
    await signature.verify(issuer, type, data, anyTime, false, revoking.has(type) ? lenient : strict);
    return true;
  } catch {
    return false;
  }
};

/** The same, of a key that comes now: what GnuPG passes over does not count here either. Revocations do: leaving one out would be laxer. */
export const verifiedAsGpg: SelfSignatureCheck = async (signature, issuer, type, data) => {
  const counts =
    revoking.has(type) ||
    (gpgObjection(signature) === null && !isLocal(signature) && timeOf(signature) >= issuer.created.getTime());
  return counts && (await verified(signature, issuer, type, data));
};

/** For a certificate that was verified when it arrived, and holds nothing that did not verify. */
export const verifiedBefore: SelfSignatureCheck = () => Promise.resolve(true);

/** Those that hold, each once: signatures that differ only in what they do not sign are one (RFC 9580 §5.2.4). In a fixed order. */
export async function holding(
  signatures: readonly SignaturePacket[],
  holds: (signature: SignaturePacket) => Promise<boolean>,
): Promise<SignaturePacket[]> {
  const found = new Map<string, SignaturePacket>();
  for (const signature of inOrder(signatures)) {
    const signed = Buffer.from(signature.signatureData ?? []).toString("hex");
    if (!found.has(signed) && (await holds(signature))) found.set(signed, signature);
  }
  return [...found.values()];
}

function inOrder(signatures: readonly SignaturePacket[]): SignaturePacket[] {
  return signatures
    .map((signature) => ({ signature, bytes: Buffer.from(signature.write()) }))
    .toSorted((a, b) => timeOf(a.signature) - timeOf(b.signature) || Buffer.compare(a.bytes, b.bytes))
    .map(({ signature }) => signature);
}

export const toRevocation = (signature: SignaturePacket): Revocation => ({
  at: new Date(timeOf(signature)),
  isHard: !softReasons.has(signature.reasonForRevocationFlag),
});

const softReasons: ReadonlySet<number | null> = new Set([
  enums.reasonForRevocation.keySuperseded,
  enums.reasonForRevocation.keyRetired,
  enums.reasonForRevocation.userIDInvalid,
]);

/** Milliseconds; a signature that names no time was always there. */
export const timeOf = (signature: SignaturePacket): number => signature.created?.getTime() ?? 0;

/** Key flag 0x02 (RFC 9580 §5.2.3.29); a key without flags is not for signing. */
export const isForSigning = (signature: SignaturePacket): boolean =>
  ((signature.keyFlags?.[0] ?? 0) & enums.keyFlags.signData) !== 0;

/** When the key of this self-signature ends by it, in milliseconds; Infinity: never. */
export function keyEnd(signature: SignaturePacket, key: KeyPacket): number {
  const seconds = signature.keyExpirationTime ?? 0;
  return seconds === 0 ? Infinity : key.created.getTime() + seconds * 1000;
}

/** When the self-signature itself ends, in milliseconds; Infinity: never. */
export const signatureEnd = (signature: SignaturePacket): number => Number(signature.getExpirationTime());
