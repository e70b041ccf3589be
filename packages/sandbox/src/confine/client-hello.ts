/** What the first bytes of a connection are: the beginning of a TLS handshake, with the host that it names (RFC 6066 §3), or not. */
export type FirstBytes = "more" | "other" | { serverName: string | null };

/** A hello of more bytes is none that a program of today sends. */
const MOST_BYTES = 64 * 1024;
const RECORD_HEAD = 5;
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const MOST_RECORD_BYTES = 16_384;
/** Version (2) and random (32). */
const FIXED_BYTES = 34;
const SERVER_NAME = 0;

/**
 * Reads a ClientHello (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2) as far as the name of the server. `more`: what is there is the beginning of
 * one, and no decision yet. `other`: it is no TLS, or a hello that breaks its own lengths or names several servers. Pure; cost: its bytes.
 */
export function readClientHello(bytes: Buffer): FirstBytes {
  const handshake = handshakeIn(bytes);
  if (handshake === "other" || handshake === "more") return handshake;
  const [type, sizeBytes] = [handshake.readUInt8(0), handshake.readUIntBE(1, 3)];
  if (type !== CLIENT_HELLO || sizeBytes > MOST_BYTES) return "other";
  if (handshake.length < 4 + sizeBytes) return bytes.length > MOST_BYTES ? "other" : "more";
  try {
    return { serverName: serverNameIn(handshake.subarray(4, 4 + sizeBytes)) };
  } catch {
    return "other";
  }
}

/** The handshake's bytes without the heads of the records that carry them; at least its own head of four bytes. */
function handshakeIn(bytes: Buffer): Buffer | "more" | "other" {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== HANDSHAKE || (bytes[at + 1] ?? 3) !== 3) return "other";
    if (at + RECORD_HEAD > bytes.length) break;
    const sizeBytes = bytes.readUInt16BE(at + 3);
    if (sizeBytes === 0 || sizeBytes > MOST_RECORD_BYTES) return "other";
    parts.push(bytes.subarray(at + RECORD_HEAD, at + RECORD_HEAD + sizeBytes));
    at += RECORD_HEAD + sizeBytes;
    const [head] = parts;
    // What follows the hello is no business of its reader.
    if (head !== undefined && head.length >= 4 && total(parts) >= 4 + head.readUIntBE(1, 3)) break;
  }
  const handshake = Buffer.concat(parts);
  return handshake.length < 4 ? "more" : handshake;
}

const total = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** @throws Error where a length leads out of the hello, and for more than one name. */
function serverNameIn(hello: Buffer): string | null {
  let at = FIXED_BYTES;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  if (at === hello.length) return null;
  const end = at + 2 + hello.readUInt16BE(at);
  if (end !== hello.length) throw new Error("the extensions have another length");
  const names: string[] = [];
  for (at += 2; at < end;) {
    const [kind, sizeBytes] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
    if (at + 4 + sizeBytes > end) throw new Error("an extension leads out of the hello");
    if (kind === SERVER_NAME) names.push(nameIn(hello.subarray(at + 4, at + 4 + sizeBytes)));
    at += 4 + sizeBytes;
  }
  if (names.length > 1) throw new Error("two names");
  return names[0] ?? null;
}

function nameIn(list: Buffer): string {
  const sizeBytes = list.readUInt16BE(3);
  if (list.readUInt16BE(0) !== list.length - 2 || list.readUInt8(2) !== 0 || sizeBytes !== list.length - 5)
    throw new Error("not one host name");
  return list.toString("latin1", 5);
}
