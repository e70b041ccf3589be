import type { Json } from "../model/canonical.ts";

/**
 * A Python string literal in printable ASCII on one line, whatever the text holds. Half surrogates become U+FFFD, because Python could
 * not print them.
 */
export function pythonString(text: string): string {
  let literal = "";
  for (const char of text) literal += escaped(char);
  return `"${literal}"`;
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (char === '"' || char === "\\") return `\\${char}`;
  if (char === "\n") return "\\n";
  if (char === "\t") return "\\t";
  if (code >= 0x20 && code < 0x7f) return char;
  if (code >= 0xd800 && code <= 0xdfff) return "\\ufffd";
  if (code > 0xffff) return `\\U${code.toString(16).padStart(8, "0")}`;
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** A Python literal of a JSON value; null when it is nested deeper than 10 or has more than 1,000 parts. */
export function pythonLiteral(value: Json): string | null {
  let parts = 0;
  const write = (json: Json, depth: number): string => {
    parts++;
    if (depth > 10 || parts > 1000) throw new RangeError("too large");
    if (json === null) return "None";
    if (typeof json === "boolean") return json ? "True" : "False";
    if (typeof json === "number") return Number.isFinite(json) ? String(json) : "None";
    if (typeof json === "string") return pythonString(json);
    if (Array.isArray(json)) return `[${json.map((each) => write(each, depth + 1)).join(", ")}]`;
    const entries = Object.entries(json).map(([key, each]) => `${pythonString(key)}: ${write(each, depth + 1)}`);
    return `{${entries.join(", ")}}`;
  };
  try {
    return write(value, 0);
  } catch {
    return null;
  }
}

const KEYWORDS = new Set(
  [
    "False None True and as assert async await break class continue def del",
    "elif else except finally for from global if import in is lambda nonlocal",
    "not or pass raise return try while with yield",
  ].flatMap((row) => row.split(" ")),
);

/**
 * A Python identifier made of a name: ASCII letters, digits and underscores, at most 64, no keyword and none of `taken`, to which it
 * is added; `reserved` names get an underscore. The same names in the same order give the same identifiers.
 */
export function pythonIdentifier(
  name: string,
  taken: Set<string>,
  options: { fallback: string; reserved?: ReadonlySet<string> },
): string {
  const { fallback, reserved } = options;
  const ascii = name
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 56);
  const plain = /^[A-Za-z_][A-Za-z0-9_]{0,55}$/.test(name) ? name : ascii;
  const started = /^[A-Za-z_]/.test(plain) ? plain : `${fallback}${plain === "" ? "" : `_${plain}`}`;
  // Two underscores belong to Python.
  const open = started.startsWith("__") ? `${fallback}${started}` : started;
  const base = KEYWORDS.has(open) || reserved?.has(open) ? `${open}_` : open;
  let identifier = base;
  for (let count = 2; taken.has(identifier); count++) identifier = `${base}_${count}`;
  taken.add(identifier);
  return identifier;
}
