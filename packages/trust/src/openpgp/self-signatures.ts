import { enums } from "openpgp";
import type { Key, SignaturePacket, Subkey } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { anyTime, lenient, strict } from "./accepted.ts";

export type KeyPacket = Key["keyPacket"] | Subkey["keyPacket"];

/** A revocation that verifies. Soft ones (retired, superseded) count from their own time on, hard ones always did (RFC 9580 §5.2.3.31). */
export interface Revocation {
  at: Date;
  isHard: boolean;
}

/** The newest signature that verifies, whatever its date: a key's owner may renew a binding after it was used. */
export async function latestValid(
  signatures: readonly SignaturePacket[],
  issuer: KeyPacket,
  type: enums.signature,
  data: object,
): Promise<SignaturePacket | null> {
  const newestFirst = signatures.toSorted((a, b) => Number(b.created) - Number(a.created));
  for (const signature of newestFirst) {
    if (await isValid(signature, issuer, type, data, strict)) return signature;
  }
  return null;
}

/** The revocations that verify, also those made with a hash that is otherwise refused. */
export async function validRevocations(
  signatures: readonly SignaturePacket[],
  primary: KeyPacket,
  type: enums.signature,
  data: object,
): Promise<Revocation[]> {
  const found: Revocation[] = [];
  for (const signature of signatures) {
    if (!(await isValid(signature, primary, type, data, lenient))) continue;
    const reason = signature.reasonForRevocationFlag;
    const isSoft =
      reason === enums.reasonForRevocation.keyRetired || reason === enums.reasonForRevocation.keySuperseded;
    found.push({ at: signature.created ?? new Date(0), isHard: !isSoft });
  }
  return found;
}

async function isValid(
  signature: SignaturePacket,
  issuer: KeyPacket,
  type: enums.signature,
  data: object,
  config: typeof strict,
): Promise<boolean> {
  try {
    await signature.verify(issuer, type, data, anyTime, false, config);
    return true;
  } catch {
    return false;
  }
}

/** Key flag 0x02 (RFC 9580 §5.2.3.29); a key without flags is not for signing. */
export function isForSigning(signature: SignaturePacket): boolean {
  return ((signature.keyFlags?.[0] ?? 0) & enums.keyFlags.signData) !== 0;
}

/**
 * The library says Infinity for "never" and null for "no valid self-signature", which must not read as "never".
 * @throws TrustError `malformed`
 */
export function toExpiry(time: Date | number | null): Date | null {
  if (time === null) throw new TrustError("malformed", "the key has no valid self-signature");
  return time === Infinity ? null : new Date(time);
}
