import { TrustError } from "../trust-error.ts";

const MAX_DEPTH = 16;

/**
 * One text for one value: keys sorted by UTF-16 code units, no white space (the rules of RFC 8785).
 * @throws TrustError `invalid_statement` for what JSON cannot say exactly (undefined, NaN, half a surrogate pair) and for nesting beyond
 * 16.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TrustError("invalid_statement", `nested deeper than ${MAX_DEPTH}`);
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === "string" && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => canonicalJson(item, depth + 1)).join(",")}]`;
  }
  if (typeof value === "object") {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item, depth + 1)}`);
    return `{${members.join(",")}}`;
  }
  throw new TrustError("invalid_statement", `${typeof value} has no exact form in JSON`);
}
