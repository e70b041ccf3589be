import type { Json } from "../model/canonical.ts";

export interface Mapping {
  [key: string]: Json;
}

/** A mapping for keys that may be anyone's: it has no prototype. */
export function mapping(): Mapping {
  return Object.create(null) as Mapping;
}

/**
 * A mapping as YAML in block style, the same on every machine. Every reader gives the same values back: YAML 1.1 and 1.2, StrictYAML (which
 * refuses flow style: only empty lists and mappings have it here) and those that look for the next `---` anywhere.
 */
export function yamlText(map: Mapping): string {
  return Object.entries(map)
    .map(([key, value]) => entryText(key, value, ""))
    .join("");
}

function entryText(key: string, value: Json, indent: string): string {
  const name = scalarText(key);
  // An implicit key has at most 1,024 characters.
  const head = name.length > 1000 ? `${indent}? ${name}\n${indent}:` : `${indent}${name}:`;
  if (!isCollection(value)) return `${head} ${scalarText(value)}\n`;
  return `${head}\n${collectionText(value, `${indent}  `)}`;
}

function collectionText(value: Json[] | Mapping, indent: string): string {
  if (!Array.isArray(value))
    return Object.entries(value)
      .map(([key, member]) => entryText(key, member, indent))
      .join("");
  return value
    .map((item) => {
      if (!isCollection(item)) return `${indent}- ${scalarText(item)}\n`;
      const inner = collectionText(item, `${indent}  `);
      return `${indent}- ${inner.slice(indent.length + 2)}`;
    })
    .join("");
}

/** With something in it: an empty one is written like a scalar. */
function isCollection(value: Json): value is Json[] | Mapping {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function scalarText(value: Json): string {
  if (typeof value === "string") return isPlain(value) ? value : quotedText(value);
  if (typeof value === "number") return numberText(value);
  return JSON.stringify(value);
}

/** YAML 1.1 reads an exponent only after a point and with a sign. */
function numberText(value: number): string {
  const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
  const text = isLong ? value.toExponential() : String(value);
  const [digits = "", exponent] = text.split("e");
  if (exponent === undefined) return text;
  return `${digits.includes(".") ? digits : `${digits}.0`}e${exponent}`;
}

/** What some YAML reader takes for something else than text. */
export const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null|~|<<|=|[-+]?[.]?(?:\d|inf|nan).*)$/i;

/** Whether a text means itself without quotes, whichever reader looks at it. */
export function isPlain(text: string): boolean {
  if (text.length > 5000 || AMBIGUOUS.test(text)) return false;
  if (!/^[\p{L}\p{N}_/.(][\p{L}\p{N}\p{P}\p{S}\p{M} ]*$/u.test(text)) return false;
  return !/: |:$| #| $|---|^\.\.\.|[[\]{}]/.test(text);
}

/** In double quotes, with escapes where they are needed. */
export function quotedText(text: string): string {
  const escaped = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return escaped.replaceAll("---", "--\\x2d");
}
