import type { Edit } from "./edit.ts";
import type { EditedSource } from "./edited-source.ts";

/** SK2002: takes the byte-order mark away. */
export function withoutBom({ file, bom }: EditedSource): Edit[] {
  return bom === 1 ? [{ file, start: 0, end: 1, text: "" }] : [];
}

/** SK2003: every CRLF becomes LF. */
export function withLf({ file, text }: EditedSource): Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2))
    edits.push({ file, start: at, end: at + 1, text: "" });
  return edits;
}

// Drawn by nothing and spelling nothing. Joiners, direction marks and Hangul fillers are left to a person: words of some scripts need them.
const SPELLS_NOTHING = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/g;
const JOINER_IN_ASCII = /(?<=[\x20-\x7e])[\u200c\u200d]+(?=[\x20-\x7e\r\n])/g;

/** SK2006: takes out what cannot be seen and changes no word. */
export function withoutZeroWidth({ file, text, bom }: EditedSource): Edit[] {
  return [...text.matchAll(SPELLS_NOTHING), ...text.matchAll(JOINER_IN_ASCII)]
    .filter(({ index }) => index >= bom)
    .map(({ index, 0: found }) => ({ file, start: index, end: index + found.length, text: "" }));
}

/** SK2011: takes the blank lines before the front matter away. Anything else before it is left to a person. */
export function withFrontMatterFirst({ file, text, bom }: EditedSource): Edit[] {
  let at: number = bom;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return start > bom && text.startsWith("---", start) ? [{ file, start: bom, end: start, text: "" }] : [];
}

/** A key and an unquoted value on one line, with a comment perhaps. */
const KEY_AND_VALUE = /^([ \t]*(?:- +)?[A-Za-z_][\w.-]{0,63}:[ \t]+)(.+)$/;

/**
 * SK2014, and the SK2013 that it is read as: puts a value with a colon in it into quotes. Only a whole line is taken for a value: ` #`
 * begins no comment in it, and nothing may follow below it.
 */
export function withQuotedValue(source: EditedSource, offset: number): Edit[] {
  const { file, text } = source;
  const start = Math.max(source.bom, text.lastIndexOf("\n", offset - 1) + 1);
  const stop = text.indexOf("\n", start);
  const end = stop === -1 ? text.length : stop;
  const line = text.slice(start, end).replace(/\r$/, "");
  const [, key, rest] = line.length > 4096 ? [] : (KEY_AND_VALUE.exec(line) ?? []);
  if (key === undefined || rest === undefined) return [];
  const value = rest.trimEnd();
  if (!value.includes(": ") && !value.endsWith(":")) return [];
  if (/^["'[{>|&*!%@`#]/.test(value) || / #/.test(value) || continues(text, end, key)) return [];
  const at = start + key.length;
  return [{ file, start: at, end: at + value.length, text: doubleQuoted(value) }];
}

/** Whether the line after `end` is indented deeper than this key: then the value goes on there. */
function continues(text: string, end: number, key: string): boolean {
  const next = /^[ \t]*/.exec(text.slice(end + 1, end + 200))?.[0].length ?? 0;
  const isBlank = /^[ \t]*\r?(?:\n|$)/.test(text.slice(end + 1, end + 200));
  return !isBlank && next > (/^[ \t]*/.exec(key)?.[0].length ?? 0);
}

/** A text as a YAML double-quoted scalar on one line; JSON's form is one. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
