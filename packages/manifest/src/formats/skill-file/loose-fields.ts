import { hasHidden } from "@gaia/text";
import type { Sourced } from "../../model/canonical.ts";
import { declaredAt } from "../../model/field-reader.ts";
import type { Field, Fields, Reading } from "../../model/field-reader.ts";
import type { ScalarTree } from "../../model/yaml-tree.ts";

/**
 * Fields that a format knows by convention only. A value of another shape is no mistake: it is not taken, and so is kept as an extension.
 */

function scalarOf(field: Field | null): ScalarTree | null {
  return field !== null && field.value.kind === "scalar" ? field.value : null;
}

function isOneLine(text: string, maxLength: number): boolean {
  return text !== "" && text.length <= maxLength && !/[\r\n]/.test(text);
}

/** One line of text. */
export function takeLine(reading: Reading, fields: Fields, name: string, maxLength = 200): Sourced<string> | null {
  const tree = scalarOf(fields.peek(name));
  const text = tree?.text.trim() ?? "";
  if (tree === null || !isOneLine(text, maxLength)) return null;
  fields.take(name);
  return { value: text, origin: declaredAt(reading, tree.at) };
}

/** An http or https address without credentials: these become links that people click. */
export function takeUrl(reading: Reading, fields: Fields, name: string): Sourced<string> | null {
  const text = scalarOf(fields.peek(name))?.text.trim() ?? "";
  const url = /[\s\\]/.test(text) || hasHidden(text, { asName: true }) ? null : URL.parse(text);
  const isSafe = url !== null && url.host !== "" && url.username === "" && url.password === "";
  return isSafe && /^https?:\/\//i.test(text) ? takeLine(reading, fields, name, 2048) : null;
}

/** `true` and `false`, also as text. */
export function takeFlag(reading: Reading, fields: Fields, name: string): Sourced<boolean> | null {
  const tree = scalarOf(fields.peek(name));
  if (tree === null || !/^(?:true|false)$/i.test(tree.text)) return null;
  fields.take(name);
  return { value: tree.text.toLowerCase() === "true", origin: declaredAt(reading, tree.at) };
}

const LIST = { maxItems: 64, maxLength: 200 };

/** A list of lines, or one text with its items separated by commas (else by spaces). Duplicates are left out. */
export function takeWords(reading: Reading, fields: Fields, name: string): Sourced<string>[] {
  const field = fields.peek(name);
  if (field === null || field.value.kind === "map") return [];
  const { value: tree } = field;
  const trees = tree.kind === "list" ? tree.items : [tree];
  const words = trees.flatMap((item) => {
    if (item.kind !== "scalar") return [null];
    const texts = tree.kind === "list" ? [item.text.trim()] : splitWords(item.text);
    return texts.map((value) => ({ value, origin: declaredAt(reading, item.at) }));
  });
  const good = words.filter((word) => word !== null).filter(({ value }) => isOneLine(value, LIST.maxLength));
  if (good.length < words.length || good.length > LIST.maxItems) return [];
  const seen = new Set<string>();
  const distinct = good.filter(({ value }) => !seen.has(value) && seen.add(value));
  fields.take(name);
  return distinct;
}

function splitWords(text: string): string[] {
  const words = text.includes(",") ? text.split(",") : text.split(/\s+/);
  return words.map((word) => word.trim()).filter((word) => word !== "");
}

/** Words as one text that `takeWords` reads back; null when one of them holds a comma. */
export function joinWords(words: readonly string[]): string | null {
  if (words.some((word) => word.includes(","))) return null;
  const [only] = words;
  return words.length === 1 && only !== undefined && /\s/.test(only) ? `${only},` : words.join(", ");
}
