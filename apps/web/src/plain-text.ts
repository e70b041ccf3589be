import { replaceHidden } from "@gaia/text";

const MAX_DEPTH = 48;

/** The text with every control and steering character shown as U+FFFD and the invisible ones dropped (X3). Linear. */
export function plainText(text: string): string {
  return replaceHidden(text, ({ kind }) => (kind === "invisible" ? "" : "\uFFFD"), { keep: "\t\n\r" });
}

/**
 * A JSON value with `plainText` applied to every string and key in it, so that no page can forget to. What is nested deeper than 48 is
 * replaced by null.
 */
export function plainJson<Value>(value: Value, depth = 0): Value {
  return walk(value, depth) as Value; // same shape: only characters inside strings change
}

function walk(value: unknown, depth: number): unknown {
  if (typeof value === "string") return plainText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item: unknown) => walk(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plainText(key), walk(item, depth + 1)]));
}

/** At most `limit` characters, cut between code points, with an ellipsis where something is missing. */
export function shortText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}
