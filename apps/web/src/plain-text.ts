/**
 * Characters that make text look like other text, or talk to a terminal: C0 and C1 controls except tab, LF and CR, bidirectional
 * overrides and isolates (X3), line and paragraph separators, lone surrogates, the annotation and tag characters.
 */
const DECEPTIVE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f` +
    String.raw`\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}`,
  "gu",
);

/** Characters that are there but cannot be seen: soft hyphen, zero-width space, word joiners, byte order mark, Hangul fillers. */
const INVISIBLE = /\u00ad|\u034f|[\u115f\u1160\u180e\u200b\u2060-\u2065\u3164\ufeff\uffa0]/gu;

const MAX_DEPTH = 48;

/** The text with every deceptive character shown as U+FFFD and the invisible ones dropped. Linear. */
export function plainText(text: string): string {
  return text.replace(DECEPTIVE, "\uFFFD").replace(INVISIBLE, "");
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
