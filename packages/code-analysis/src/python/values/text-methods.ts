import { base64Text, hexText, rot13, utf8Text } from "../../engine/decode-text.ts";
import { computed, HOLE, literal, type Value, wholeText } from "../../engine/value.ts";
import { unescapePython } from "./literal.ts";
import { laidOut, numberIn } from "./text-layout.ts";

export function ofNumber(value: number): Value {
  return { ...literal(String(value)), type: "number" };
}

function ofBytes(text: string): Value {
  return { ...computed(text), type: "bytes" };
}

const codepage = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** `codecs.decode(text, encoding)`; null where it is not known. */
export function decodeBy(text: string, encoding: string): string | null {
  switch (codepage(encoding)) {
    case "rot13":
      return rot13(text);
    case "hex":
    case "hexcodec":
      return hexText(text);
    case "base64":
    case "base64codec":
      return base64Text(text);
    case "unicodeescape":
    case "stringescape":
      return unescapePython(text);
    default:
      return utf8Text(text);
  }
}

const MOST_REPEATS = 100_000;

/** A method of a string that is whole, with arguments that are; null where the result is not known. */
export function textMethod(method: string, self: Value, args: readonly Value[]): Value | null {
  const text = wholeText(self);
  if (text === null) return null;
  const [first, second] = args.map((arg) => wholeText(arg));
  const again = (result: string): Value => ({
    ...computed(result),
    ...(self.type === "bytes" ? { type: "bytes" } : {}),
  });
  switch (method) {
    case "lower":
    case "casefold":
      return again(text.toLowerCase());
    case "upper":
      return again(text.toUpperCase());
    case "swapcase":
      return again([...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join(""));
    case "title":
    case "capitalize":
      return again(text.charAt(0).toUpperCase() + text.slice(1).toLowerCase());
    case "strip":
    case "lstrip":
    case "rstrip":
      return first === undefined
        ? {
            ...again(method === "rstrip" ? text.trimEnd() : method === "lstrip" ? text.trimStart() : text.trim()),
            folded: self.folded,
          }
        : stripped(method, again, text, first);
    case "replace":
      return first == null || second == null
        ? null
        : again(text.replaceAll(first, () => second).slice(0, MOST_REPEATS * 10));
    case "removeprefix":
      return first == null ? null : again(text.startsWith(first) ? text.slice(first.length) : text);
    case "removesuffix":
      return first == null ? null : again(text.endsWith(first) ? text.slice(0, text.length - first.length) : text);
    case "split":
    case "rsplit": {
      const parts = first == null || first === "" ? text.split(/\s+/).filter((part) => part !== "") : text.split(first);
      return { ...literal(""), text: null, items: parts.slice(0, 50_000).map((part) => again(part)) };
    }
    case "splitlines":
      return {
        ...literal(""),
        text: null,
        items: text
          .split(/\r?\n/)
          .slice(0, 50_000)
          .map((part) => literal(part)),
      };
    case "encode":
      return first != null && /rot|hex|base64/i.test(first)
        ? null
        : {
            ...ofBytes(first != null && /utf.?16/i.test(first) ? text : Buffer.from(text, "utf8").toString("latin1")),
            folded: self.folded,
          };
    case "decode": {
      const decoded = decodeBy(text, first ?? "utf8");
      return decoded === null
        ? null
        : { ...computed(decoded), folded: self.folded || /rot|hex|base64|escape/i.test(first ?? "") };
    }
    case "hex":
      return computed(Buffer.from(text, "latin1").toString("hex"));
    default:
      return laidOut(method, text, args, again);
  }
}

function stripped(
  method: string,
  again: (text: string) => Value,
  text: string,
  set: string | null | undefined,
): Value | null {
  if (set == null) return null;
  let [from, to] = [0, text.length];
  if (method !== "rstrip") while (from < to && set.includes(text.charAt(from))) from += 1;
  if (method !== "lstrip") while (to > from && set.includes(text.charAt(to - 1))) to -= 1;
  return again(text.slice(from, to));
}

/** `"…".format(…)`: fields that are known are put in, the others leave a hole. */
export function formatted(text: string, args: readonly Value[], named: ReadonlyMap<string, Value>): string {
  let next = 0;
  return text.replaceAll(/\{\{|\}\}|\{([A-Za-z0-9_]*)([^{}]{0,60})\}/g, (all, field?: string) => {
    if (all === "{{" || all === "}}") return all.charAt(0);
    const value =
      field === undefined || field === "" ? args[next++] : /^\d+$/.test(field) ? args[Number(field)] : named.get(field);
    return value?.text ?? HOLE;
  });
}

/** `"…" % values`. */
export function percentFormatted(
  text: string,
  values: readonly Value[],
  entries: ReadonlyMap<string, Value> | null,
): string {
  let next = 0;
  return text.replaceAll(
    /%(?:\(([^)]{1,80})\))?[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?([a-zA-Z%])/g,
    (_all, key?: string, kind?: string) => {
      if (kind === "%") return "%";
      const value = key === undefined ? values[next++] : entries?.get(key);
      const number = numberIn(value);
      if (kind === "c" && number !== null)
        return String.fromCodePoint(Math.trunc(Math.max(0, Math.min(number, 0x10ffff))));
      if (kind === "x" && number !== null) return number.toString(16);
      return value?.text ?? HOLE;
    },
  );
}

/** `text[start:stop:step]` with Python's rules for what is negative or absent. */
export function sliced<Item>(items: readonly Item[], start: number | null, stop: number | null, step: number): Item[] {
  const size = items.length;
  const clamp = (value: number, low: number, high: number) =>
    Math.max(low, Math.min(value < 0 ? value + size : value, high));
  const out: Item[] = [];
  if (step > 0) {
    const end = stop === null ? size : clamp(stop, 0, size);
    for (let at = start === null ? 0 : clamp(start, 0, size); at < end; at += step) out.push(items[at] as Item);
  } else if (step < 0) {
    const end = stop === null ? -1 : clamp(stop, -1, size - 1);
    for (let at = start === null ? size - 1 : clamp(start, -1, size - 1); at > end; at += step)
      out.push(items[at] as Item);
  }
  return out;
}
