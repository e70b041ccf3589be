const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const DECIMAL = /^(?:0|[1-9][0-9]{0,15})$/;

/**
 * Text of at most so many bytes of UTF-8, without control characters other than newline (C2SP signed-note, "Format"); null for
 * anything else. A byte order mark is a character like any other.
 */
export function findText(input: Uint8Array | string, maxBytes: number): string | null {
  const text = typeof input === "string" ? ofString(input, maxBytes) : ofBytes(input, maxBytes);
  return text === null || CONTROL.test(text) ? null : text;
}

function ofString(input: string, maxBytes: number): string | null {
  return input.length <= maxBytes && input.isWellFormed() && Buffer.byteLength(input) <= maxBytes ? input : null;
}

function ofBytes(input: Uint8Array, maxBytes: number): string | null {
  if (input.length > maxBytes) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    return null;
  }
}

/** Standard base 64 (RFC 4648 section 4), padded, with no unused bit set: each value has one spelling. Null for anything else. */
export function findBase64(text: string): Uint8Array | null {
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

/** A whole number in decimal without leading zeros, at most 2^53 - 1; null for anything else. */
export function findDecimal(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** A stranger's words for a message: the beginning of them, in visible ASCII, so that they move no terminal and turn no line around. */
export const shown = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/[^!-~]+/g, " ")
    .trim();

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
