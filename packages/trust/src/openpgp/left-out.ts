import type { SignaturePacket, Subkey } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { ensureStrong, refusedHash } from "./accepted.ts";
import { gpgObjection, isLocal } from "./gpg-objection.ts";
import { isForSigning, timeOf } from "./self-signatures.ts";

/** A subkey that its owner marked for signing and that does not count here: what it signs would be of nobody. */
export interface LeftOutSubkey {
  /** 40 hex digits, upper case. */
  fingerprint: string;
  /** A sentence without its end, for the key's owner. */
  reason: string;
}

/** Why none of these bindings, as they came, makes it a signer; null: it was never meant to be one. */
export function whyLeftOut(subkey: Subkey, bindings: readonly SignaturePacket[]): LeftOutSubkey | null {
  const [newest] = bindings.filter(isForSigning).toSorted((a, b) => timeOf(b) - timeOf(a));
  if (newest === undefined) return null;
  return { fingerprint: subkey.getFingerprint().toUpperCase(), reason: weakness(subkey) ?? problemOf(newest) };
}

function weakness({ keyPacket }: Subkey): string | null {
  try {
    ensureStrong(keyPacket);
    return keyPacket.version === 4 ? null : `it is of version ${keyPacket.version}, and only version 4 is taken`;
  } catch (error) {
    if (error instanceof TrustError) return error.message;
    throw error;
  }
}

function problemOf(binding: SignaturePacket): string {
  const again = "renew it with `gpg --edit-key … expire`";
  const hash = refusedHash(binding.hashAlgorithm);
  if (hash !== null) return `the signature that binds it to the key uses ${hash}, which is not accepted: ${again}`;
  const objection = gpgObjection(binding);
  if (objection !== null) return `the signature that binds it to the key ${objection}: ${again}`;
  if (isLocal(binding)) return `the signature that binds it to the key is for local use alone: ${again}`;
  const back = binding.embeddedSignature;
  if (back === null)
    return "it does not sign back that it belongs to the key: `gpg --edit-key … cross-certify` makes that signature";
  const backHash = refusedHash(back.hashAlgorithm);
  if (backHash !== null)
    return `its own signature that it belongs to the key uses ${backHash}, which is not accepted: ${again}`;
  return "the signature that binds it to the key, or its own that it belongs to it, does not hold";
}
