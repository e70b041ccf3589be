import { armor, enums, readSignature } from "openpgp";
import type { SignaturePacket } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { strict } from "./accepted.ts";
import { readArmor } from "./armor.ts";
import { readPackets, tags } from "./packets.ts";

/** A revocation certificate: a key's revocation of itself that comes without the key. Not verified. */
export interface BareRevocation {
  /** Of which key, as it says itself: a fingerprint (40 hex digits) where it names one, else a key id (16), in upper case. */
  issuer: string;
  /** The block alone. */
  armored: string;
  packet: SignaturePacket;
}

/** Bytes of an OpenPGP key or revocation certificate in the armor that the functions of this room read. */
export const armorKey = (bytes: Uint8Array): string =>
  armor(enums.armor.publicKey, bytes, undefined, undefined, undefined, true);

/**
 * Reads what `gpg --gen-revoke` prints and what GnuPG keeps below `openpgp-revocs.d`, with or without the words above it: one
 * version 4 signature of type 0x20 (RFC 9580 §5.2.1.11) as a public key block. Null when the block holds a key.
 * @throws TrustError `too_large` `not_armored` `private_key` `several_keys` `malformed`
 */
export async function findRevocation(text: string): Promise<BareRevocation | null> {
  const bytes = readArmor(text, "PUBLIC KEY BLOCK");
  const packets = readPackets(bytes).filter(({ tag }) => tag !== tags.marker);
  const [first] = packets;
  if (first === undefined || first.tag !== tags.signature) return null;
  if (packets.length > 1 || first.body[0] !== 4) {
    throw new TrustError("malformed", "a revocation certificate is one version 4 signature and nothing else");
  }
  const packet = await readSignature({ binarySignature: bytes, config: strict }).then(
    ({ packets: [one] }) => one,
    () => undefined,
  );
  if (packet?.signatureType !== enums.signature.keyRevocation) {
    throw new TrustError(
      "malformed",
      "this is a signature without the key that it belongs to, and does not revoke a whole key: send the key with it",
    );
  }
  const { issuerFingerprint, issuerKeyID } = packet;
  const issuer = issuerFingerprint === null ? issuerKeyID.toHex() : Buffer.from(issuerFingerprint).toString("hex");
  if (/^0*$/.test(issuer))
    throw new TrustError("malformed", "the revocation certificate does not say which key it revokes");
  return { issuer: issuer.toUpperCase(), armored: armorKey(bytes), packet };
}
