import { TrustError } from "../trust-error.ts";

/** One OpenPGP packet: its type id and its body (RFC 9580 §4.2). */
export interface Packet {
  tag: number;
  body: Uint8Array;
}

/** Packet type ids this room speaks of (RFC 9580 §5). */
export const tags = {
  signature: 2,
  secretKey: 5,
  publicKey: 6,
  secretSubkey: 7,
  marker: 10,
  trust: 12,
  userId: 13,
  publicSubkey: 14,
  userAttribute: 17,
  padding: 21,
} as const;

/**
 * Cuts bytes into packets. The library skips what it does not know; here everything is counted, so that nothing rides along
 * unseen. Partial and indeterminate lengths, which only streams need, are refused.
 * @throws TrustError `malformed`
 */
export function readPackets(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const header = readHeader(bytes, at);
    const end = header.start + header.size;
    if (end > bytes.length) throw new TrustError("malformed", "the OpenPGP data is cut short within a packet");
    packets.push({ tag: header.tag, body: bytes.subarray(header.start, end) });
    at = end;
  }
  return packets;
}

function readHeader(bytes: Uint8Array, at: number): { tag: number; start: number; size: number } {
  const first = byteAt(bytes, at);
  if ((first & 0x80) === 0) throw new TrustError("malformed", "the armored data is not OpenPGP packets");
  if ((first & 0x40) === 0) {
    const lengthBytes = [1, 2, 4][first & 3];
    if (lengthBytes === undefined)
      throw new TrustError("malformed", "a packet of indeterminate length is not accepted");
    return {
      tag: (first >> 2) & 15,
      start: at + 1 + lengthBytes,
      size: number(bytes, at + 1, lengthBytes),
    };
  }
  const tag = first & 63;
  const length = byteAt(bytes, at + 1);
  if (length < 192) return { tag, start: at + 2, size: length };
  if (length < 224) return { tag, start: at + 3, size: ((length - 192) << 8) + byteAt(bytes, at + 2) + 192 };
  if (length === 255) return { tag, start: at + 6, size: number(bytes, at + 2, 4) };
  throw new TrustError("malformed", "a packet of partial lengths is not accepted");
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new TrustError("malformed", "the OpenPGP data is cut short within a packet header");
  return byte;
}

function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + byteAt(bytes, at + i);
  return value;
}
