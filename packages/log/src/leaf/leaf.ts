import { LogError } from "../log-error.ts";
import { findText } from "../strict-text.ts";
import { FIELD_NAMES, FIELDS, KINDS, type LeafField, type LeafKind } from "./fields.ts";

/** One decision of a registry, as its log says it. */
export interface Leaf {
  kind: LeafKind;
  /** When it was decided, to the millisecond. */
  at: Date;
  fields: Partial<Record<LeafField, string>>;
}

const HEADER = "skill-registry-leaf v1";

/** A leaf is something that a person reads; the longest fields together stay below this. */
export const MAX_LEAF_BYTES = 4096;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NAMING: readonly LeafField[] = ["publisher", "name", "version", "collection", "salt"];

const isKind = (kind: string): kind is LeafKind => Object.hasOwn(KINDS, kind);
const isField = (name: string): name is LeafField => Object.hasOwn(FIELDS, name);

/**
 * A leaf's text: the header, then `kind`, `time` and the fields in one order, each on a line `name: value`. The same leaf has one spelling.
 * @throws LogError `malformed_leaf`, which names the field
 */
export function formatLeaf({ kind, at, fields }: Leaf): Uint8Array {
  const problem = problemOf(kind, fields);
  if (problem !== null) throw new LogError("malformed_leaf", problem);
  const time = Number.isNaN(at.getTime()) ? "" : at.toISOString();
  if (!TIME.test(time)) throw new LogError("malformed_leaf", "a leaf's time is a date of four digits' year");
  const lines = [HEADER, `kind: ${kind}`, `time: ${time}`];
  for (const name of FIELD_NAMES) if (fields[name] !== undefined) lines.push(`${name}: ${fields[name]}`);
  return Buffer.from(`${lines.join("\n")}\n`);
}

/**
 * Reads a leaf, in the one spelling that `formatLeaf` writes.
 * @throws LogError `malformed_leaf`
 */
export function parseLeaf(input: Uint8Array | string): Leaf {
  const text = findText(input, MAX_LEAF_BYTES);
  if (text === null) throw new LogError("malformed_leaf", `a leaf is plain text of at most ${MAX_LEAF_BYTES} bytes`);
  const [header, kindLine = "", timeLine = "", ...lines] = text.split("\n");
  if (header !== HEADER) throw new LogError("malformed_leaf", `a leaf begins with ${HEADER}`);
  const kind = valueOf(kindLine, "kind");
  const time = valueOf(timeLine, "time");
  if (kind === null || !isKind(kind)) throw new LogError("malformed_leaf", "a leaf's second line is a known kind");
  if (time === null || !TIME.test(time)) throw new LogError("malformed_leaf", "a leaf's third line is its time in UTC");
  const leaf: Leaf = { kind, at: new Date(time), fields: fieldsIn(lines) };
  // Order, repetition, a missing newline, the 30th of February: whatever is not the one spelling.
  if (Buffer.from(formatLeaf(leaf)).toString() !== text) {
    throw new LogError("malformed_leaf", "a leaf's lines are not in the one spelling that they have");
  }
  return leaf;
}

function fieldsIn(lines: readonly string[]): Leaf["fields"] {
  const fields: Leaf["fields"] = {};
  for (const line of lines) {
    if (line === "") continue;
    const name = line.slice(0, Math.max(line.indexOf(": "), 0));
    if (!isField(name)) throw new LogError("malformed_leaf", "a leaf has a line that is no known field");
    fields[name] = line.slice(name.length + 2);
  }
  return fields;
}

const valueOf = (line: string, name: string): string | null =>
  line.startsWith(`${name}: `) ? line.slice(name.length + 2) : null;

/** Why a leaf of this kind cannot say these fields; null when it can. */
function problemOf(kind: string, fields: Leaf["fields"]): string | null {
  if (!isKind(kind)) return "a leaf is of a known kind";
  const { names, mayHide, needs, may } = KINDS[kind];
  const isHidden = mayHide && fields.private !== undefined;
  const needed: LeafField[] = [...(isHidden ? ["private" as const] : names), ...needs];
  const absent = needed.find((name) => fields[name] === undefined);
  if (absent !== undefined) return `a leaf of kind ${kind} says its ${absent}`;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!isField(name) || !(needed.includes(name) || may.includes(name)) || (isHidden && NAMING.includes(name))) {
      return `a leaf of kind ${kind} has no ${isField(name) ? name : "such field"}`;
    }
    if (!FIELDS[name].test(value)) return `a leaf's ${name} is not of its form`;
  }
  return null;
}
