import { TrustError } from "../trust-error.ts";

/** What an armored block may hold here, by the words of its BEGIN line (RFC 9580 §6.2.1). */
export type ArmorLabel = "PUBLIC KEY BLOCK" | "SIGNATURE";

/** A key with its self-signatures; a signature with its notations. */
export const MAX_ARMOR_CHARS: Record<ArmorLabel, number> = { "PUBLIC KEY BLOCK": 64 * 1024, SIGNATURE: 16 * 1024 };
const BEGIN = "-----BEGIN PGP ";
const DASHES = "-----";

/** Its letters, with the zeros between them that a reader of UTF-8 sees. */
const UTF_16 = /-\0B\0E\0G\0I\0N\0/;
const inUtf16 =
  "the text is UTF-16, as `>` of Windows PowerShell writes it: save it as UTF-8, or let gpg write the file itself with " +
  "`--output FILE`";

const insteadOf: Record<string, string> = {
  "PRIVATE KEY BLOCK":
    "this is a private key: never send it to anyone; export the public one with `gpg --armor --export <key id>`, and if the private " +
    "key left your machine, revoke it",
  "SIGNED MESSAGE":
    "this is a cleartext-signed message, which can carry other text than what was signed; make a detached signature with " +
    "`gpg --detach-sign --armor SHA256SUMS`",
  MESSAGE: "this is an OpenPGP message, not a detached signature; make one with `gpg --detach-sign --armor SHA256SUMS`",
  SIGNATURE: "this is a signature where a public key is expected",
  "PUBLIC KEY BLOCK": "this is a public key where a detached signature is expected",
};

/**
 * Reads exactly one ASCII-armored block (RFC 9580 §6.2). Above a key text may stand, as in revocation certificates that GnuPG writes and
 * on key servers' pages, which GnuPG skips; else there is nothing around it but white space.
 * Stricter than the RFC asks: canonical base64 only, a CRC-24 that is there must be right (GnuPG insists on it too).
 * Time and memory are linear in the input, which is at most 64 Ki characters for a key and 16 Ki for a signature.
 * @throws TrustError `too_large` `not_armored` `private_key` `malformed`
 */
export function readArmor(text: string, label: ArmorLabel): Uint8Array {
  if (text.length > MAX_ARMOR_CHARS[label]) {
    const advice =
      label === "SIGNATURE"
        ? "a detached signature is far shorter"
        : "leave other people's signatures out: `gpg --armor --export-options export-minimal --export <key id>`";
    throw new TrustError(
      "too_large",
      `the armored text is longer than ${MAX_ARMOR_CHARS[label]} characters; ${advice}`,
    );
  }
  const all = text
    .trim()
    .split("\n")
    .map((line) => line.trimEnd());
  const begin = findOneBlock(all, label);
  if (begin > 0 && label === "SIGNATURE") {
    throw new TrustError("malformed", "there is text before the armored block; send the block alone");
  }
  const lines = all.slice(begin);
  const blank = lines.indexOf("");
  const end = lines.length - 1;
  if (lines[end] !== `${DASHES}END PGP ${label}${DASHES}`) {
    throw new TrustError("malformed", `the armored block does not end with its END line`);
  }
  if (blank === -1 || !lines.slice(1, blank).every(isArmorHeader)) {
    throw new TrustError("malformed", "the armored block lacks the empty line between its headers and its data");
  }
  return decodeBody(lines.slice(blank + 1, end));
}

/** Where it begins, as an index of `lines`. */
function findOneBlock(lines: readonly string[], label: ArmorLabel): number {
  if (lines.some((line) => UTF_16.test(line))) throw new TrustError("not_armored", inUtf16);
  const begins = lines.filter((line) => line.startsWith(BEGIN) && line.endsWith(DASHES));
  for (const begin of begins) {
    const found = begin.slice(BEGIN.length, -DASHES.length);
    const words = found === label ? undefined : insteadOf[found];
    if (words !== undefined) {
      throw new TrustError(found === "PRIVATE KEY BLOCK" ? "private_key" : "not_armored", words);
    }
  }
  if (begins.length === 0 && lines.includes(`:${BEGIN}${label}${DASHES}`)) {
    throw new TrustError(
      "not_armored",
      "GnuPG put a colon before the BEGIN line, so that nothing is revoked by accident: to revoke the key, remove the colon and send " +
        "it again",
    );
  }
  if (begins.length === 0) {
    throw new TrustError("not_armored", `this is not an armored OpenPGP block: no line "${BEGIN}${label}${DASHES}"`);
  }
  if (begins.length > 1) {
    const several =
      label === "SIGNATURE"
        ? "more than one signature: send exactly one block"
        : "more than one key block: send exactly one";
    throw new TrustError(label === "SIGNATURE" ? "malformed" : "several_keys", several);
  }
  return lines.findIndex((line) => line.startsWith(BEGIN) && line.endsWith(DASHES));
}

function isArmorHeader(line: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{0,63}:( |$)/.test(line);
}

function decodeBody(lines: readonly string[]): Uint8Array {
  const last = lines.at(-1) ?? "";
  const checksum = last.length === 5 && last.startsWith("=") ? last.slice(1) : null;
  const body = (checksum === null ? lines : lines.slice(0, -1)).join("");
  const bytes = Buffer.from(body, "base64");
  // Node skips what is not base64, so the way back must give the same text.
  if (bytes.length === 0 || bytes.toString("base64") !== body) {
    throw new TrustError("malformed", "the armored data is not base64");
  }
  if (checksum !== null && checksum !== crc24(bytes)) {
    throw new TrustError("malformed", "the armored block is damaged: its checksum does not match its data");
  }
  return new Uint8Array(bytes);
}

/** CRC-24 of RFC 9580 §6.1.1, as the four base64 characters that stand in the armor. */
function crc24(bytes: Uint8Array): string {
  let crc = 0xb704ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let bit = 0; bit < 8; bit++) {
      crc <<= 1;
      if ((crc & 0x1000000) !== 0) crc ^= 0x1864cfb;
    }
  }
  return Buffer.from([(crc >> 16) & 255, (crc >> 8) & 255, crc & 255]).toString("base64");
}
