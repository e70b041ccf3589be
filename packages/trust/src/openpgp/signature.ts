import { enums, readSignature } from "openpgp";
import type { SignaturePacket } from "openpgp";
import { TrustError } from "../trust-error.ts";
import { refusedHash, strict } from "./accepted.ts";
import { readArmor } from "./armor.ts";
import { readPackets, tags } from "./packets.ts";

/** A detached signature that was read, not yet verified. */
export interface DetachedSignature {
  packet: SignaturePacket;
  type: enums.signature.binary | enums.signature.text;
  createdAt: Date;
  expiresAt: Date | null;
  /** 16 upper case hex digits. */
  keyId: string;
  /** 40 upper case hex digits, where the signature names it. */
  fingerprint: string | null;
}

/**
 * Reads one armored block with exactly one version 4 signature over a document (RFC 9580 §5.2, types 0x00 and 0x01) made with SHA-2.
 * @throws TrustError
 */
export async function readDetached(armored: string): Promise<DetachedSignature> {
  const bytes = readArmor(armored, "SIGNATURE");
  ensureOneSignature(bytes);
  const { packets } = await readSignature({ binarySignature: bytes, config: strict }).catch(() => {
    throw new TrustError("malformed", "the armored data is not an OpenPGP signature that can be read");
  });
  const packet = packets[0];
  if (packet?.created == null || packet.hashAlgorithm === undefined)
    throw new TrustError("malformed", "the signature uses an algorithm that cannot be checked here");
  const type = packet.signatureType;
  if (type !== enums.signature.binary && type !== enums.signature.text) {
    throw new TrustError(
      "malformed",
      `this is a signature of type 0x${(type ?? 0).toString(16).padStart(2, "0")}, not one over a document`,
    );
  }
  const hash = refusedHash(packet.hashAlgorithm);
  if (hash !== null) {
    throw new TrustError(
      "malformed",
      `the signature uses ${hash}, which is not accepted; sign with \`--digest-algo SHA256\` or better`,
    );
  }
  const expiry = packet.getExpirationTime();
  return {
    packet,
    type,
    createdAt: packet.created,
    expiresAt: expiry instanceof Date ? expiry : null,
    keyId: packet.issuerKeyID.toHex().toUpperCase(),
    fingerprint:
      packet.issuerFingerprint === null ? null : Buffer.from(packet.issuerFingerprint).toString("hex").toUpperCase(),
  };
}

/**
 * Who a detached signature says made it: a fingerprint (40 hex digits) where it names one, else a key id (16), in upper case. Nothing is
 * verified.
 * @throws TrustError `malformed` also when it names nobody
 */
export async function issuerOf(armored: string): Promise<string> {
  const { fingerprint, keyId } = await readDetached(armored);
  if (fingerprint === null && /^0*$/.test(keyId))
    throw new TrustError("malformed", "the signature does not say which key made it; GnuPG always does");
  return fingerprint ?? keyId;
}

function ensureOneSignature(bytes: Uint8Array): void {
  const packets = readPackets(bytes);
  if (packets.filter(({ tag }) => tag === tags.signature).length > 1) {
    throw new TrustError("malformed", "more than one signature: send exactly one");
  }
  const [first] = packets;
  if (first === undefined || packets.length > 1 || first.tag !== tags.signature) {
    throw new TrustError("malformed", "the block holds something else than one detached signature");
  }
  if (first.body[0] !== 4) {
    throw new TrustError(
      "malformed",
      `this is a version ${first.body[0] ?? 0} signature; only version 4 can be checked by GnuPG too`,
    );
  }
}
