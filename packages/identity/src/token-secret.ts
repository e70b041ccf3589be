import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "gsk_";
const RANDOM_CHARACTERS = 43;

/**
 * A new bearer secret: `gsk_`, 256 random bits in base64url (43 characters), and the CRC-32 of all that in 6 characters of base64url (the
 * four bytes big-endian). Prefix and checksum are for secret scanners: they know one without asking. 53 characters.
 */
export function newTokenSecret(): string {
  const body = PREFIX + randomBytes(32).toString("base64url");
  return body + checksumOf(body);
}

/**
 * Whether a text is a secret as they are made now, by form and checksum. The bootstrap token is any string, and older secrets have no
 * checksum: this says what a scanner may report, not what is refused.
 */
export function hasTokenChecksum(text: string): boolean {
  if (!/^gsk_[\w-]{49}$/.test(text)) return false;
  const body = text.slice(0, PREFIX.length + RANDOM_CHARACTERS);
  return text === body + checksumOf(body);
}

/** What is kept of a secret: its SHA-256, hex. The lookup is by this digest, so its timing tells nothing of the secret (T2). */
export function tokenDigest(secret: string): string {
  return createHash("sha256").update(secret, "utf8").digest("hex");
}

function checksumOf(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}
