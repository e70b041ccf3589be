import { hash } from "node:crypto";

/** SHA-256 in lower-case hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

/** Subresource-integrity form, as API answers and `skill-lock.json` carry it: `sha256-<base64>`. */
export function sri(bytes: Uint8Array): string {
  return `sha256-${hash("sha256", bytes, "base64")}`;
}

/**
 * Names the content whatever carries it: `sha256:` and the hex SHA-256 of a `SHA256SUMS` text without its header line.
 */
export function contentDigest(sumsText: string): string {
  const lines = sumsText.startsWith("# ") ? sumsText.slice(sumsText.indexOf("\n") + 1) : sumsText;
  return `sha256:${sha256Hex(Buffer.from(lines, "utf8"))}`;
}

/**
 * Names this content as this version of this skill of this publisher: `sha256:` and the hex SHA-256 of the whole text.
 */
export function releaseDigest(sumsText: string): string {
  return `sha256:${sha256Hex(Buffer.from(sumsText, "utf8"))}`;
}

const DIGITS = 12;

/**
 * The version of content that says none: `0.0.0-` and twelve hexadecimal digits of its content digest, the first with a letter among them:
 * digits alone with a zero in front are no SemVer.
 */
export function contentVersion(digest: string): string {
  const hex = digest.replace(/^sha256:/, "");
  for (let at = 0; at + DIGITS <= hex.length; at++) {
    const twelve = hex.slice(at, at + DIGITS);
    if (/[a-f]/.test(twelve)) return `0.0.0-${twelve}`;
  }
  // One of 10^13 digests; a letter in front says the same.
  return `0.0.0-d${hex.slice(0, DIGITS - 1)}`;
}
