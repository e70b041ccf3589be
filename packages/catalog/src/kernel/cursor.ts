import { RegistryError } from "./errors.ts";

type CursorKind = "text" | "number" | "date" | "uuid";
type CursorValue = string | number | Date;

/**
 * An opaque place in a list: base64url JSON of the list's name and the sort values of the last row seen. Rows are found
 * by those values, never by counting, so a list stays stable while rows are added.
 */
export function writeCursor(list: string, values: CursorValue[]): string {
  const plain = values.map((value) => (value instanceof Date ? value.toISOString() : value));
  return Buffer.from(JSON.stringify([list, ...plain]), "utf8").toString("base64url");
}

/**
 * Reads a cursor of that list back; null for none.
 * @throws RegistryError `invalid_request` for anything this registry did not write for this list (Q1)
 */
export function readCursor(cursor: string | null, list: string, kinds: CursorKind[]): CursorValue[] | null {
  if (cursor === null) return null;
  const values = parse(cursor);
  if (!Array.isArray(values) || values.length !== kinds.length + 1 || values[0] !== list) throw invalid();
  return kinds.map((kind, index) => toValue(values[index + 1], kind));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalid();
  }
}

function toValue(value: unknown, kind: CursorKind): CursorValue {
  if (kind === "number" && typeof value === "number" && Number.isSafeInteger(value)) return value;
  if (typeof value !== "string" || value.includes("\0")) throw invalid();
  if (kind === "text") return value;
  if (kind === "uuid" && UUID.test(value)) return value;
  // Only what `writeCursor` writes of a time that a row can have: the database knows fewer years than JavaScript.
  const date = new Date(value);
  if (kind !== "date" || !(date.getTime() >= 0) || date.toISOString() !== value || value.length !== 24) throw invalid();
  return date;
}

const invalid = () => new RegistryError("invalid_request", "`cursor` is not a cursor of this list.");
