import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

const MOST_BYTES = 1_048_576;

/** Bytes one character each, as `Value.text` keeps them. */
export function base64Text(text: string): string | null {
  const plain = text.replaceAll(/[\s]/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (plain.length > MOST_BYTES * 2 || !/^[A-Za-z0-9+/]*={0,3}$/.test(plain)) return null;
  return Buffer.from(plain, "base64").toString("latin1");
}

export function hexText(text: string): string | null {
  const plain = text.replaceAll(/\s/g, "");
  if (plain.length > MOST_BYTES * 2 || plain.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(plain)) return null;
  return Buffer.from(plain, "hex").toString("latin1");
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function base32Text(text: string): string | null {
  let bits = 0;
  let held = 0;
  let out = "";
  for (const char of text.replace(/=+$/, "").toUpperCase()) {
    const digit = BASE32.indexOf(char);
    if (digit < 0 || out.length > MOST_BYTES) return null;
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out += String.fromCharCode((held >> bits) & 0xff);
    }
  }
  return out;
}

/** Base 85, of Python's `b85` or Ascii85 alphabet. */
export function base85Text(text: string, alphabet: "b85" | "a85"): string | null {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
  const source = alphabet === "a85" ? text.replaceAll(/\s|^<~|~>$/g, "").replaceAll("z", "!!!!!") : text;
  if (source.length > MOST_BYTES) return null;
  const out: number[] = [];
  for (let at = 0; at < source.length; at += 5) {
    const group = source.slice(at, at + 5);
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const char = group[index];
      const digit = char === undefined ? 84 : alphabet === "a85" ? char.charCodeAt(0) - 33 : digits.indexOf(char);
      if (digit < 0 || digit > 84) return null;
      value = value * 85 + digit;
    }
    for (let byte = 0; byte < group.length - 1; byte += 1) out.push(Math.floor(value / 256 ** (3 - byte)) & 0xff);
  }
  return Buffer.from(out).toString("latin1");
}

/** Decompresses zlib, gzip or raw deflate; null for another thing, or more than a MiB. */
export function inflatedText(text: string): string | null {
  const bytes = Buffer.from(text, "latin1");
  for (const inflate of [inflateSync, gunzipSync, inflateRawSync]) {
    try {
      return inflate(bytes, { maxOutputLength: MOST_BYTES }).toString("latin1");
    } catch {
      // Another container, or a bomb.
    }
  }
  return null;
}

export function rot13(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (char) => {
    const base = char <= "Z" ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** Bytes as text: UTF-8 where they are, as they stand otherwise. */
export function utf8Text(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}

/** A literal too long and too dense to be read: base64, hex, escapes. */
export function isIllegible(text: string): boolean {
  if (text.length < 120) return false;
  const sample = text.slice(0, 4_000);
  if (/^[A-Za-z0-9+/=_\s-]+$/.test(sample))
    return (sample.match(/[ \t]/g)?.length ?? 0) < sample.length / 50 && /\d/.test(sample) && /[A-Za-z]/.test(sample);
  const odd = sample.match(/[^\t\n\r\x20-\x7e]/g)?.length ?? 0;
  if (odd > sample.length * 0.3) return !/\p{L}{4}/u.test(sample) || /[\x00-\x08\x80-\x9f]/.test(sample);
  return !/\s/.test(sample) && sample.length >= 200 && new Set(sample).size > 60;
}
