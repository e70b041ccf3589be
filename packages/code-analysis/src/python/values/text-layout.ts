import { literal, type Value, wholeText } from "../../engine/value.ts";

const MOST_WIDTH = 100_000;

export function numberIn(value: Value | undefined): number | null {
  return value?.type === "number" && value.text !== null ? Number(value.text) : null;
}

/** Methods that part, fill or exchange the characters of a text; null for any other. */
export function laidOut(
  method: string,
  text: string,
  args: readonly Value[],
  again: (text: string) => Value,
): Value | null {
  const [first, second] = args.map((arg) => wholeText(arg));
  switch (method) {
    case "partition":
    case "rpartition":
      return first == null || first === "" ? null : parted(text, first, method, again);
    case "zfill":
    case "rjust":
    case "ljust":
    case "center": {
      const width = numberIn(args[0]);
      if (width === null || width > MOST_WIDTH) return null;
      const filling = method === "zfill" ? "0" : (second ?? " ");
      return again(method === "ljust" ? text.padEnd(width, filling) : text.padStart(width, filling));
    }
    case "translate":
      return translated(text, args[0], again);
    default:
      return null;
  }
}

function parted(text: string, by: string, method: string, again: (text: string) => Value): Value {
  const at = method === "partition" ? text.indexOf(by) : text.lastIndexOf(by);
  const parts =
    at !== -1
      ? [text.slice(0, at), by, text.slice(at + by.length)]
      : method === "partition"
        ? [text, "", ""]
        : ["", "", text];
  return { ...literal(""), text: null, items: parts.map((part) => again(part)) };
}

/** `text.translate(str.maketrans(from, to, without))`, or with a dictionary. */
function translated(text: string, table: Value | undefined, again: (text: string) => Value): Value | null {
  const [from, to, without] = table?.items ?? [];
  const pairs = table?.entries ?? from?.entries;
  const map = new Map<string, string>();
  if (pairs != null)
    for (const [key, value] of pairs)
      map.set(/^\d{2,}$/.test(key) ? String.fromCodePoint(Math.min(Number(key), 0x10ffff)) : key, value.text ?? "");
  else if (from?.text != null && to?.text != null) {
    const target = [...to.text];
    for (const [index, char] of [...from.text].entries()) map.set(char, target[index] ?? "");
  } else return null;
  for (const char of without?.text ?? "") map.set(char, "");
  return again([...text].map((char) => map.get(char) ?? char).join(""));
}
