import { base64Text, hexText, utf8Text } from "../../engine/decode-text.ts";
import {
  computed,
  HOLE,
  joinSources,
  literal,
  type Source,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../../engine/value.ts";

const list = (items: readonly Value[], sources: readonly Source[] = []): Value => ({ ...UNKNOWN, items, sources });

/** A method of a text that is known, or of an array whose elements are; null where the result is not known. */
export function knownMethod(method: string, self: Value, args: readonly Value[], line: number): Value | null {
  if (self.items !== null) return arrayMethod(method, self, self.items, args);
  const text = wholeText(self);
  if (text === null || self.type === "number") return null;
  const [first, second] = args.map((arg) => wholeText(arg));
  const again = (result: string): Value => withSources(computed(result), self.sources);
  switch (method) {
    case "toString":
      return first != null && self.type === "bytes"
        ? encoded(self, text, first, line)
        : { ...self, text: utf8Text(text) };
    case "valueOf":
    case "normalize":
      return self;
    case "trim":
    case "trimStart":
    case "trimEnd":
      return { ...self, text: text.trim() };
    case "toLowerCase":
      return again(text.toLowerCase());
    case "toUpperCase":
      return again(text.toUpperCase());
    case "concat":
      return args.reduce(
        (all, arg) =>
          withSources(computed(`${all.text ?? HOLE}${arg.text ?? HOLE}`), joinSources(all.sources, sourcesOf(arg))),
        self,
      );
    case "replace":
    case "replaceAll":
      if (args[0]?.name === "regex" && second != null) return patterned(text, args[0].place?.text ?? "", second, again);
      return first == null || second == null || args[0]?.name === "regex"
        ? null
        : again(method === "replace" ? text.replace(first, () => second) : text.replaceAll(first, () => second));
    case "split":
      return first == null
        ? null
        : list(
            text
              .split(first)
              .slice(0, 20_000)
              .map((piece) => computed(piece)),
            self.sources,
          );
    case "slice":
    case "substring":
    case "substr": {
      const [from, to] = args.map((arg) => Number(arg.text ?? Number.NaN));
      if (from === undefined || Number.isNaN(from) || Number.isNaN(to ?? 0)) return null;
      return again(
        method === "slice"
          ? text.slice(from, to)
          : method === "substring"
            ? text.substring(from, to)
            : text.slice(from, to === undefined ? undefined : from + to),
      );
    }
    case "charAt":
    case "at":
      return again(text.charAt(Number(first ?? 0)));
    case "charCodeAt":
    case "codePointAt": {
      const code = text.charCodeAt(Number(first ?? 0));
      return Number.isNaN(code) ? null : { ...literal(String(code)), type: "number" };
    }
    case "repeat": {
      const times = Number(first);
      return times >= 0 && times * text.length <= 100_000 ? again(text.repeat(times)) : null;
    }
    case "padStart":
    case "padEnd":
      return self;
    default:
      return null;
  }
}

const SHORT_TEXT = 400;

/** Replaces by a pattern that is plain enough to be tried on any text: no groups, one repetition in each branch. */
function patterned(text: string, regex: string, replacement: string, again: (result: string) => Value): Value | null {
  const [, source, flags] = /^\/([^(){}\n]{1,80})\/([gimsu]{0,5})$/.exec(regex) ?? [];
  if (
    source === undefined ||
    text.length > SHORT_TEXT ||
    source.split("|").some((branch) => (branch.match(/[*+]/g)?.length ?? 0) > 1)
  )
    return null;
  try {
    return again(text.replace(new RegExp(source, flags), replacement));
  } catch {
    return null;
  }
}

function encoded(self: Value, text: string, encoding: string, line: number): Value {
  if (/^base64/i.test(encoding))
    return withSources(computed(Buffer.from(text, "latin1").toString("base64")), self.sources);
  if (/^hex$/i.test(encoding)) return withSources(computed(Buffer.from(text, "latin1").toString("hex")), self.sources);
  return {
    ...withSources(
      computed(/utf-?16|ucs/i.test(encoding) ? Buffer.from(text, "latin1").toString("utf16le") : utf8Text(text)),
      self.sources,
    ),
    folded: line > 0,
  };
}

/** Letters of a text, in the order that nobody reads. */
function turned(items: readonly Value[]): readonly Source[] {
  const isText = items.length >= 8 && items.every(({ text, type }) => text?.length === 1 && type === undefined);
  return isText ? [{ taint: "decoded", what: "reversed text", line: 1 }] : [];
}

function arrayMethod(method: string, self: Value, items: readonly Value[], args: readonly Value[]): Value | null {
  switch (method) {
    case "join": {
      if (items.length > 20_000) return null;
      const between = args.length === 0 ? "," : wholeText(args[0]);
      if (between === null) return null;
      const text = items.map((item) => item.text ?? HOLE).join(between);
      return withSources(computed(text.replaceAll(/\uFFFC{2,}/g, HOLE)), sourcesOf(self));
    }
    case "reverse":
    case "toReversed":
      return { ...self, items: items.toReversed(), sources: joinSources(self.sources, turned(items)) };
    case "concat":
      return { ...self, items: [...items, ...args.flatMap((arg) => arg.items ?? [arg])].slice(0, 20_000) };
    case "slice": {
      const [from, to] = args.map((arg) => Number(arg.text ?? Number.NaN));
      return Number.isNaN(from ?? 0) || Number.isNaN(to ?? 0) ? null : { ...self, items: items.slice(from, to) };
    }
    case "flat":
      return { ...self, items: items.flatMap((item) => item.items ?? [item]) };
    case "at":
      return items.at(Number(wholeText(args[0]) ?? 0)) ?? UNKNOWN;
    case "pop":
      return items.at(-1) ?? UNKNOWN;
    case "shift":
      return items[0] ?? UNKNOWN;
    default:
      return null;
  }
}

/** A text that was written in another way, decoded as far as it is known; what it came from stays, and that it was decoded. */
export function decodedBy(value: Value, encoding: string, line: number): Value {
  const text = wholeText(value);
  const decoded =
    text === null
      ? null
      : /^base64/i.test(encoding)
        ? base64Text(text)
        : /^hex$/i.test(encoding)
          ? hexText(text)
          : text;
  const sources = joinSources(sourcesOf(value), [{ taint: "decoded", what: `${encoding} text`, line }]);
  return decoded === null
    ? { ...UNKNOWN, text: HOLE, sources, type: "bytes" }
    : { ...computed(utf8Text(decoded)), sources, type: "bytes" };
}

/** Text from the numbers of its letters. */
export function fromCodes(args: readonly Value[], line: number): Value {
  const codes = args.flatMap((arg) => arg.items ?? [arg]);
  const source: Source[] = [{ taint: "decoded", what: "character codes", line }];
  const sources = joinSources(
    codes.reduce((all: readonly Source[], code) => joinSources(all, sourcesOf(code)), []),
    codes.length > 6 || codes.some(({ text }) => text === null || text === HOLE) ? source : [],
  );
  let text = "";
  for (const code of codes.slice(0, 50_000)) {
    const number = code.type === "number" ? Number(code.text) : Number.NaN;
    text += Number.isInteger(number) && number >= 0 && number <= 0x10ffff ? String.fromCodePoint(number) : HOLE;
  }
  return { ...computed(text.replaceAll(/\uFFFC{2,}/g, HOLE)), sources };
}
