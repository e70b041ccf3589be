import type { SignaturePacket } from "openpgp";

interface Subpacket {
  type: number;
  isCritical: boolean;
  body: Uint8Array;
}

const CREATED = 2;
const EXPIRES = 3;
const EXPORTABLE = 4;
const NOTATION = 20;

/** Subpackets that GnuPG understands when they are marked as critical (`can_handle_critical` of its parse-packet.c, 2.2 and later). */
const UNDERSTOOD: ReadonlySet<number> = new Set([
  CREATED,
  EXPIRES,
  EXPORTABLE,
  5,
  6,
  7,
  9,
  11,
  12,
  16,
  // The library knows none of its notations that are critical, and refuses them itself.
  NOTATION,
  21,
  22,
  24,
  25,
  26,
  27,
  29,
  30,
  32,
  33,
]);

/** What may be said once: programs differ in whether the first or the last counts. */
const ONCE = new Map([
  [CREATED, "its creation time"],
  [EXPIRES, "its expiry"],
  [9, "the key's expiry"],
  [27, "what the key is for"],
]);

/** GnuPG counts in 32 bits: what ends later ended long ago. */
const LAST_SECOND = 0xffff_ffff;

/** Why `gpg --verify` would not take a signature that verifies, as the end of a sentence about it; null: it would (RFC 9580 §5.2.3.7). */
export function gpgObjection(signature: SignaturePacket): string | null {
  const hashed = hashedOf(signature);
  const demanded = [...hashed, ...unhashedOf(signature)].find(
    ({ type, isCritical }) => isCritical && !UNDERSTOOD.has(type),
  );
  if (demanded)
    return (
      `marks its subpacket ${demanded.type}${demanded.type === 28 ? " (the signer's user id)" : ""} as critical, ` +
      "which GnuPG does not take"
    );
  for (const [type, what] of ONCE)
    if (hashed.filter((one) => one.type === type).length > 1)
      return `says ${what} twice, and programs differ in which one counts`;
  const seconds = (signature.created?.getTime() ?? 0) / 1000 + (signature.signatureExpirationTime ?? 0);
  return seconds > LAST_SECOND ? "expires after February 2106, which GnuPG takes for long ago" : null;
}

/** A self-signature that its maker keeps for local use: GnuPG imports none (RFC 9580 §5.2.3.19). */
export const isLocal = (signature: SignaturePacket): boolean =>
  hashedOf(signature).some(({ type, body }) => type === EXPORTABLE && body[0] === 0);

/** Of what was signed: version, type, two algorithms, the length in two octets, and the subpackets. */
function hashedOf({ signatureData }: SignaturePacket): Subpacket[] {
  const bytes = signatureData ?? new Uint8Array();
  const length = ((bytes[4] ?? 0) << 8) + (bytes[5] ?? 0);
  return subpacketsIn(bytes.subarray(6, 6 + length));
}

const unhashedOf = (signature: SignaturePacket): Subpacket[] =>
  signature.unhashedSubpackets.map(({ type, critical, body }) => ({ type, isCritical: critical, body }));

/** RFC 9580 §5.2.3.7: a length in one, two or five octets, then the type with the critical bit. */
function subpacketsIn(bytes: Uint8Array): Subpacket[] {
  const found: Subpacket[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const octets = first < 192 ? 1 : first < 255 ? 2 : 5;
    const length =
      octets === 1
        ? first
        : octets === 2
          ? ((first - 192) << 8) + (bytes[at + 1] ?? 0) + 192
          : Buffer.from(bytes.subarray(at + 1, at + 5)).readUInt32BE();
    const start = at + octets;
    const type = bytes[start] ?? 0;
    found.push({ type: type & 127, isCritical: (type & 128) !== 0, body: bytes.subarray(start + 1, start + length) });
    at = start + Math.max(1, length);
  }
  return found;
}
