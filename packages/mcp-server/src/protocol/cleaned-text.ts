import { replaceHidden } from "@gaia/text";

const MAX_DEPTH = 32;

/** A text for a list: without hidden characters, at most so many UTF-16 units. */
export function cleaned(text: string, longest: number): string {
  const shown = replaceHidden(text, "", { keep: "\t\n" }).trim();
  return shown.length > longest ? `${shown.slice(0, longest - 1).toWellFormed()}…` : shown;
}

/** A JSON Schema whose titles and descriptions are cleaned; what values have to be is left as it is. */
export function cleanedSchema(schema: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => cleanedSchema(one, depth + 1));
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      (key === "description" || key === "title") && typeof value === "string"
        ? cleaned(value, 2_000)
        : key === "const" || key === "enum" || key === "default"
          ? value
          : cleanedSchema(value, depth + 1),
    ]),
  );
}
