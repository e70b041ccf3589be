import type { Json, Origin, Sourced } from "./canonical.ts";
import { nearestKey } from "@gaia/text";
import { quoted } from "./report.ts";
import type { Report } from "./report.ts";
import type { SourceText } from "./source-text.ts";
import { toJson } from "./yaml-json.ts";
import type { ListTree, MapTree, ScalarTree, Tree } from "./yaml-tree.ts";

/** What every field reader needs: the text for places, the report for complaints, the pile of what no field took. */
export interface Reading {
  source: SourceText;
  report: Report;
  /** Offset of what a missing field is reported at. */
  startAt: number;
  extensions: { [pointer: string]: Sourced<Json> };
  /** Where names end up that had to be brought into form. */
  aliases?: Sourced<string>[];
  /** What a rewritten manifest still says: a version that is made up at import depends on this alone. */
  stableText?: string;
  /** The name of the folder that the package lies in, where it has one. */
  folder?: string | null;
  /** Tools and parameters may have names that are no identifiers: who writes them in another format renames them. */
  hasLooseToolNames?: boolean;
  /** Tools keep the ids that another format called them by: nothing loads them by these names from here. */
  hasToolIds?: boolean;
  /** The format itself requires license, author, permissions and one-line descriptions: at publish, their lack is an error. */
  isStrict?: boolean;
}

/** For what a strict format makes an error of at publish; undefined leaves it to the table. */
export function strictly({ isStrict, report }: Reading): { severity?: "error" } {
  return isStrict === true && report.mode === "publish" ? { severity: "error" } : {};
}

/** A key with its value. `path` is how a message names it, e.g. `requirements.python` or `tools[2].name`. */
export interface Field {
  path: string;
  pointer: string;
  keyAt: number;
  value: Tree;
}

/** A mapping being read: fields are taken by name, what is left at `close` is kept as extensions. */
export interface Fields {
  /** Null when the key is absent or has no value. */
  take(name: string): Field | null;
  /** The same without taking it: what is only looked at becomes an extension. */
  peek(name: string): Field | null;
  /** `others`: fields that stand there in other formats. */
  close(others?: readonly string[]): void;
}

/** Opens a mapping. `path` is "" for the front matter itself, otherwise e.g. `requirements`. */
export function openFields(
  reading: Reading,
  map: MapTree,
  { path, pointer }: { path: string; pointer: string },
): Fields {
  const taken = new Set<string>();
  const looked = new Set<string>();
  const peek = (name: string): Field | null => {
    looked.add(name);
    const entry = map.entries.get(name);
    if (entry === undefined || isEmpty(entry.value)) return null;
    const fullPath = path === "" ? name : `${path}.${name}`;
    return { path: fullPath, pointer: `${pointer}/${name}`, ...entry };
  };
  return {
    peek,
    take(name) {
      taken.add(name);
      return peek(name);
    },
    close(others = []) {
      const known = [...looked, ...others].filter((name) => !map.entries.has(name));
      for (const [name, entry] of map.entries)
        if (!taken.has(name)) keepExtension(reading, name, { path, pointer, ...entry }, known);
    },
  };
}

function keepExtension(reading: Reading, name: string, field: Field, known: readonly string[]): void {
  if (!noteMisspelt(reading, { name, within: field.path, keyAt: field.keyAt }, known)) {
    const where = field.path === "" ? "" : ` of ${field.path}`;
    const message = `${quoted(name)} is not a field${where} in this format; it is kept as an extension.`;
    reading.report.note("SK3040", reading.source.placeAt(field.keyAt), message);
  }
  const pointer = `${field.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const value = readJson(reading, { ...field, path: name });
  // Pointers begin with "/", so no key can name the prototype.
  reading.extensions[pointer] = { value, origin: declaredAt(reading, field.keyAt) };
}

/** Whether a key is near a field that could stand there and does not; then SK3047 says which. */
export function noteMisspelt(
  { source, report }: Reading,
  { name, within, keyAt }: { name: string; within: string; keyAt: number },
  known: readonly string[],
): boolean {
  const meant = nearestKey(name, known);
  // A word that has the field's name whole is another word: `min_version`.
  if (meant === null || (name.includes(meant) && name.length > meant.length + 1)) return false;
  const where = within === "" ? "" : ` of ${within}`;
  const message = `${quoted(name)} is not a field${where} in this format, and nothing reads it.`;
  report.note("SK3047", source.placeAt(keyAt), message, { fill: { meant } });
  return true;
}

export function declaredAt(reading: Reading, offset: number): Origin {
  return { ...reading.source.placeAt(offset), how: "declared" };
}

/** Any value as JSON; numbers that JSON cannot hold are errors. */
export function readJson(reading: Reading, field: Field): Json {
  const { value, problems } = toJson(field.value);
  for (const { at, text } of problems) {
    const place = reading.source.placeAt(at);
    const message = `${field.path} holds ${quoted(text)}, a number that JSON cannot hold exactly.`;
    reading.report.note("SK3041", place, message, { hint: "Quote it, or use a smaller number." });
  }
  return value;
}

interface TextRules {
  /** In code points. */
  maxLength?: number;
  /** What the value should be, for the message; "text" unless said. */
  want?: string;
  /** Said of an unquoted number instead of SK2018. */
  ofNumber?: "SK3012";
}

/** A scalar as the author spelled it, on one line. Null, and SK3041, for anything else. */
export function readText(
  reading: Reading,
  field: Field,
  { maxLength = 200, want = "text", ofNumber }: TextRules = {},
): Sourced<string> | null {
  const { value: tree } = field;
  if (tree.kind !== "scalar") return refuse(reading, field, want, describe(tree));
  const text = tree.text.trim();
  if (text === "") return refuse(reading, field, want, "nothing");
  if (/[\r\n]/.test(text)) return refuse(reading, field, `${want} on one line`, "several lines");
  const length = codePoints(text);
  if (length > maxLength) return refuse(reading, field, `at most ${maxLength} characters`, `${length}`);
  if (ofNumber !== undefined && tree.plain && typeof tree.value === "number") {
    const message = `${field.path} is text here, but other YAML readers take ${quoted(tree.text)} for the number ${tree.value}.`;
    reading.report.note(ofNumber, reading.source.placeAt(tree.at), message, { fill: { text: tree.text } });
  } else noteAmbiguity(reading, field.path, tree);
  return { value: text, origin: declaredAt(reading, tree.at) };
}

/** Names in words what YAML 1.1 readers would make of an unquoted word. */
const YAML_1_1_WORDS = /^(?:y|n|yes|no|on|off|true|false|null|~)$/i;

function noteAmbiguity({ source, report }: Reading, path: string, tree: ScalarTree): void {
  if (!tree.plain || !(typeof tree.value !== "string" || YAML_1_1_WORDS.test(tree.text))) return;
  const message = `${path} is text here, but other YAML readers take ${quoted(tree.text)} for a number, a truth value or nothing.`;
  report.note("SK2018", source.placeAt(tree.at), message, { fill: { text: tree.text } });
}

export function readBoolean(reading: Reading, field: Field): boolean | null {
  const { value: tree } = field;
  if (tree.kind === "scalar" && typeof tree.value === "boolean") return tree.value;
  return refuse(reading, field, "true or false", describe(tree));
}

export function readMap(reading: Reading, field: Field): MapTree | null {
  return field.value.kind === "map" ? field.value : refuse(reading, field, "a mapping", describe(field.value));
}

/** A list of at most `maxItems`, each as a field of its own. */
export function readList(reading: Reading, field: Field, maxItems: number): Field[] | null {
  if (field.value.kind !== "list")
    return refuse(reading, field, "a list", describe(field.value), "Write each item as `- item`.");
  const { items } = field.value;
  if (items.length > maxItems) return refuse(reading, field, `a list of at most ${maxItems}`, `${items.length}`);
  return items.map((value, index) => ({
    path: `${field.path}[${index}]`,
    pointer: `${field.pointer}/${index}`,
    keyAt: value.at,
    value,
  }));
}

/** A list of one-line texts; items that are something else are reported and left out. */
export function readTexts(
  reading: Reading,
  field: Field | null,
  rules: TextRules & { maxItems: number },
): Sourced<string>[] {
  if (field === null) return [];
  const items = readList(reading, field, rules.maxItems) ?? [];
  return items.flatMap((item) => readText(reading, item, rules) ?? []);
}

/** Reports SK3041 at the value and returns null. */
export function refuse({ source, report }: Reading, field: Field, want: string, found: string, hint?: string): null {
  const place = source.placeAt(isEmpty(field.value) ? field.keyAt : field.value.at);
  const options = hint === undefined ? { fill: { want } } : { hint };
  report.note("SK3041", place, `${field.path} must be ${want}, found ${found}.`, options);
  return null;
}

export function describe(tree: Tree): string {
  if (tree.kind === "list") return emptyList(tree) ? "an empty list" : "a list";
  if (tree.kind === "map") return "a mapping";
  return tree.text === "" ? "nothing" : quoted(tree.text);
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function emptyList(tree: ListTree): boolean {
  return tree.items.length === 0;
}

function isEmpty(tree: Tree): boolean {
  return tree.kind === "scalar" && tree.plain && tree.value === null;
}
