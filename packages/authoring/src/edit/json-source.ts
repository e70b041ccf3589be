/** A JSON text as a tree of places: nothing is converted, so that numbers and duplicate keys stay as they were written. */
export type JsonPlace = JsonScalarPlace | JsonArrayPlace | JsonObjectPlace;
interface JsonScalarPlace {
  kind: "scalar";
  start: number;
  end: number;
}
interface JsonArrayPlace {
  kind: "array";
  start: number;
  end: number;
  items: JsonPlace[];
}
interface JsonObjectPlace {
  kind: "object";
  start: number;
  end: number;
  members: JsonMember[];
}
interface JsonMember {
  name: string;
  keyStart: number;
  keyEnd: number;
  value: JsonPlace;
}

const LIMITS = { depth: 64, values: 40_000 };
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads JSON (RFC 8259) from `from` on. Null for what is not JSON, is nested deeper than 64 or holds more than 40,000 values. */
export function readJsonPlaces(text: string, from = 0): JsonPlace | null {
  const cursor: Cursor = { text, at: from, values: 0 };
  const value = readValue(cursor, 0);
  if (value === null) return null;
  skip(cursor, SPACE);
  return cursor.at === text.length ? value : null;
}

interface Cursor {
  text: string;
  at: number;
  values: number;
}

function readValue(cursor: Cursor, depth: number): JsonPlace | null {
  skip(cursor, SPACE);
  if (depth > LIMITS.depth || ++cursor.values > LIMITS.values) return null;
  const start = cursor.at;
  if (take(cursor, "{")) return readObject(cursor, start, depth);
  if (take(cursor, "[")) return readArray(cursor, start, depth);
  return skip(cursor, STRING) || skip(cursor, OTHER) ? { kind: "scalar", start, end: cursor.at } : null;
}

function readObject(cursor: Cursor, start: number, depth: number): JsonObjectPlace | null {
  const members: JsonMember[] = [];
  skip(cursor, SPACE);
  while (!take(cursor, "}")) {
    if (members.length > 0 && !take(cursor, ",")) return null;
    skip(cursor, SPACE);
    const keyStart = cursor.at;
    if (!skip(cursor, STRING)) return null;
    const keyEnd = cursor.at;
    skip(cursor, SPACE);
    const value = take(cursor, ":") ? readValue(cursor, depth + 1) : null;
    if (value === null) return null;
    members.push({ name: stringAt(cursor.text, keyStart, keyEnd), keyStart, keyEnd, value });
    skip(cursor, SPACE);
  }
  return { kind: "object", start, end: cursor.at, members };
}

function readArray(cursor: Cursor, start: number, depth: number): JsonArrayPlace | null {
  const items: JsonPlace[] = [];
  skip(cursor, SPACE);
  while (!take(cursor, "]")) {
    if (items.length > 0 && !take(cursor, ",")) return null;
    const item = readValue(cursor, depth + 1);
    if (item === null) return null;
    items.push(item);
    skip(cursor, SPACE);
  }
  return { kind: "array", start, end: cursor.at, items };
}

function take(cursor: Cursor, char: string): boolean {
  if (cursor.text[cursor.at] !== char) return false;
  cursor.at++;
  return true;
}

function skip(cursor: Cursor, pattern: RegExp): boolean {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) return false;
  cursor.at = pattern.lastIndex;
  return true;
}

/** What a JSON string at these offsets says. */
export function stringAt(text: string, start: number, end: number): string {
  // The pattern above took it, so JSON takes it too.
  return String(JSON.parse(text.slice(start, end)));
}

/** The value of a member; null where there is none. */
export function memberOf(place: JsonPlace | null | undefined, name: string): JsonPlace | null {
  return (place?.kind === "object" && place.members.find((one) => one.name === name)?.value) || null;
}
