/**
 * Readers for what a scanner printed. A package can make a scanner print almost anything, so each value is asked for by
 * type, and what has another type is absent.
 */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The object that the text is, or null. */
export function parseRecord(text: string): JsonRecord | null {
  try {
    return toRecord(JSON.parse(text));
  } catch {
    return null;
  }
}

export function toRecord(value: unknown): JsonRecord | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonRecord) // its members stay unknown
    : null;
}

/** The objects of an array; null when it is no array or holds anything else. */
export function toRecords(value: unknown): JsonRecord[] | null {
  if (!Array.isArray(value)) return null;
  const records = value.map(toRecord);
  return records.every((each) => each !== null) ? records : null;
}

export function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** A line number: a positive integer, or null. */
export function toLine(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}
