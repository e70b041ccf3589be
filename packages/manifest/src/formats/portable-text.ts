import { escapeHidden, hasHidden, replaceHidden } from "@gaia/text";
import type { Json } from "../model/canonical.ts";
import { AMBIGUOUS, isPlain, quotedText } from "./yaml-text.ts";

/**
 * YAML as those read it too who do not parse it: by lines, with escapes shown as they are written, and with the front matter ending at the
 * first three dashes. One value is one line.
 */

/** Words with a space between, without what is hidden. */
export function oneLine(text: string): string {
  return replaceHidden(text, ({ kind }) => (kind === "control" ? " " : ""))
    .replace(/\s+/g, " ")
    .trim();
}

/** A text for readers, as it can be written without any escape, and what was changed for that, in sentences. */
export function readableLine(text: string, what: string): { line: string; changes: string[] } {
  const changes: string[] = [];
  const flat = oneLine(text);
  let line = flat.replace(/-{3,}/g, "—");
  if (line !== flat) changes.push(`Three dashes in the ${what} are written as —, because some loaders end it there.`);
  if (needsEscape(line)) {
    line = line.replaceAll("'", "’");
    changes.push(`Apostrophes in the ${what} are written as ’, because some loaders show the escapes of YAML.`);
  }
  return { line, changes };
}

const needsEscape = (line: string): boolean => !isBare(line) && line.includes("'") && /["\\]/.test(line);

/** A reader that strips quotes at either end must find none that is part of the text. */
const isBare = (line: string): boolean => isPlain(line) && !/["']$/.test(line);

/** A line made by `readableLine` as a value: without quotes where it can be, else in those that it does not have. */
export function readableValue(line: string): string {
  return isBare(line) ? line : /["\\]/.test(line) ? `'${line}'` : `"${line}"`;
}

/** Any text as a quoted value on one line: exactly that text to whoever parses YAML. */
export function quotedValue(text: string): string {
  const isWritable = !hasHidden(text) && !text.includes("---");
  if (isWritable && !/["\\]/.test(text)) return `"${text}"`;
  if (isWritable && !text.includes("'")) return `'${text}'`;
  return quotedText(text);
}

/** Data as a quoted value on one line: JSON, in which no quote of its own and no three dashes are left. */
export function jsonValue(data: Json): string {
  const json = escapeHidden(JSON.stringify(data)).replaceAll("'", "\\u0027").replaceAll("---", "--\\u002d");
  return `'${json}'`;
}

/** Readers that know no nesting take these for the skill's own, wherever they stand. */
const OWN_KEYS = /^(?:name|description|license|compatibility|metadata|allowed[-_]tools)$/i;

/** Whether a key may stand below `metadata`: it needs no quotes, and is mistaken for none of the skill's own. */
export function isPortableKey(key: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/.test(key) && !AMBIGUOUS.test(key) && !OWN_KEYS.test(key);
}

/** At most so many bytes, cut at a word where there is one, with an ellipsis that counts. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let sizeBytes = Buffer.byteLength("…");
  let end = 0;
  for (const char of text) {
    sizeBytes += Buffer.byteLength(char);
    if (sizeBytes > maxBytes) break;
    end += char.length;
  }
  const space = text.lastIndexOf(" ", end);
  // Chinese and Japanese have no spaces between words.
  return `${text.slice(0, space > end / 2 ? space : end).trimEnd()}…`;
}
