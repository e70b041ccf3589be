import { oneLine } from "@gaia/findings";

const MAX_LICENSE = 200;
const MAX_INTEGRITY = 2_000;
const HEX_DIGITS: Record<string, number | undefined> = { sha1: 40, sha256: 64, sha384: 96, sha512: 128 };

/** A licence as npm's registry has it: a text, or in old packages an object with a type. One line; null: none. */
export function licenseOf(value: unknown): string | null {
  const type: unknown = typeof value === "object" && value !== null ? Object(value).type : value;
  return typeof type === "string" && type.length <= MAX_LICENSE ? oneLine(type, MAX_LICENSE) || null : null;
}

/** The hashes of an `integrity` (Subresource Integrity), as `sha512:<hex>`, each algorithm once. */
export function hashesOf(integrity: unknown): string[] {
  if (typeof integrity !== "string" || integrity.length > MAX_INTEGRITY) return [];
  const found = new Map<string, string>();
  for (const each of integrity.trim().split(/\s+/)) {
    const [, algorithm = "", text = ""] = /^(sha\d{1,3})-([A-Za-z0-9+/=]+)(?:\?|$)/.exec(each) ?? [];
    const hex = Buffer.from(text, "base64").toString("hex");
    if (hex !== "" && hex.length === HEX_DIGITS[algorithm] && !found.has(algorithm)) found.set(algorithm, hex);
  }
  return [...found].map(([algorithm, hex]) => `${algorithm}:${hex}`).toSorted();
}
