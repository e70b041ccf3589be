import {
  computed,
  HOLE,
  joinSources,
  type Source,
  literal,
  sourcesOf,
  UNKNOWN,
  type Value,
  wholeText,
} from "../engine/value.ts";
import { called, type Handler } from "./values/call-site.ts";
import { elementsOf } from "./python-comprehension.ts";
import { ofSources } from "./python-decode-handlers.ts";
import { of } from "./values/emit.ts";
import { fromCodePoint } from "./values/literal.ts";
import { numberIn } from "./values/text-layout.ts";
import { ofNumber, sliced } from "./values/text-methods.ts";

const fromText =
  (change: (text: string, value: Value) => Value | null): Handler =>
  ({ args }) => {
    const [value] = args;
    const text = wholeText(value);
    const result = value === undefined || text === null ? null : change(text, value);
    return result === null
      ? ofSources(args)
      : { ...result, sources: joinSources(result.sources, sourcesOf(of(value))) };
  };

const listOf: Handler = ({ args }) => {
  const [value = UNKNOWN] = args;
  const items = elementsOf(value);
  return items === null
    ? { ...UNKNOWN, name: value.name, text: value.text, sources: sourcesOf(value) }
    : { ...UNKNOWN, items, sources: value.sources };
};

/** A text made of numbers was meant not to be read; short ones are names and separators. */
const decodedFrom = (value: Value): readonly Source[] =>
  joinSources(
    sourcesOf(value),
    (value.items?.length ?? 0) < 8 ? [] : [{ taint: "decoded", what: "bytes by their numbers", line: 0 }],
  );

const bytesOf: Handler = ({ args }) => {
  const [value = UNKNOWN] = args;
  if (value.type === "number") return literal("");
  const numbers = value.items?.map((item) => numberIn(item));
  if (numbers !== undefined && numbers.every((number) => number !== null && number >= 0 && number < 256))
    return {
      ...computed(numbers.map((number) => String.fromCharCode(number ?? 0)).join(""), decodedFrom(value)),
      type: "bytes",
    };
  const text = wholeText(value);
  return text === null || value.items !== null
    ? { ...UNKNOWN, text: value.text === null ? null : HOLE, sources: sourcesOf(value) }
    : { ...value, type: "bytes" };
};

const range: Handler = ({ args, program }) => {
  const [a, b, c] = args.map((arg) => numberIn(arg));
  const [start, stop, step] = b === undefined ? [0, a, 1] : [a, b, c ?? 1];
  if (start == null || stop == null || step == null || step === 0 || Math.abs((stop - start) / step) > 4_096)
    return ofSources(args);
  if (program.steps <= 0) return UNKNOWN;
  const items: Value[] = [];
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) items.push(ofNumber(at));
  return { ...UNKNOWN, items };
};

const zip: Handler = ({ args, name }) => {
  const lists = name === "enumerate" ? [null, elementsOf(of(args[0]))] : args.map((arg) => elementsOf(arg));
  const sizes = lists.flatMap((list) => (list === null ? [] : [list.length]));
  const isKnown = name === "enumerate" ? lists[1] !== null : lists.every((list) => list !== null);
  if (!isKnown || sizes.length === 0) return ofSources(args);
  const size = Math.min(...sizes, 4_096);
  return {
    ...UNKNOWN,
    items: Array.from({ length: size }, (_, index) => ({
      ...UNKNOWN,
      items: lists.map((list) => list?.[index] ?? ofNumber(index)),
    })),
    sources: args.flatMap((arg) => arg.sources).slice(0, 12),
  };
};

const dictionary: Handler = ({ args, keywords }) => {
  const [value] = args;
  if (value?.name?.endsWith(".__dict__.items()") === true)
    return { ...UNKNOWN, name: value.name.slice(0, -".items()".length) };
  const entries = new Map([...(value?.entries ?? []), ...keywords]);
  const sources: readonly Source[] = value === undefined ? [] : sourcesOf(value);
  return { ...UNKNOWN, entries, sources };
};

const lengthOf: Handler = ({ args }) => {
  const [value = UNKNOWN] = args;
  const text = value.type === "number" ? null : wholeText(value);
  const size = value.items?.length ?? (text === null ? null : [...text].length);
  return size === null || value.name !== null ? UNKNOWN : ofNumber(size);
};

/** What stands around a call on its line. */
function lineText({ frame, node }: Parameters<Handler>[0]): string {
  const { text } = frame.module;
  const end = text.indexOf("\n", node.end);
  return text.slice(node.end, Math.min(end === -1 ? text.length : end, node.end + 300));
}

/** A character by its number; in a loop whose turns are not known, one of a text that is put together. */
const character: Handler = (call) => {
  const [value = UNKNOWN] = call.args;
  const number = numberIn(value);
  const sources: readonly Source[] =
    call.frame.loops > 0 || /\bfor\b/.test(lineText(call))
      ? joinSources(sourcesOf(value), [{ taint: "decoded", what: "characters by their numbers", line: 0 }])
      : sourcesOf(value);
  return number === null ? { ...UNKNOWN, sources } : computed(fromCodePoint(number), sources);
};

const LONG = 12;

/** A number that stands for a text: long enough to be one. */
export const packed: Handler = ({ args, self, method, name, frame, node }) => {
  const values = method === "to_bytes" ? [self ?? UNKNOWN] : args.slice(1);
  const digits = values.reduce((sum, { text, type }) => sum + (type === "number" ? (text?.length ?? 0) : 0), 0);
  const isKnown = values.every(({ type }) => type === "number");
  const { sources } = ofSources(values);
  return !isKnown || digits < LONG
    ? { ...UNKNOWN, sources }
    : {
        ...UNKNOWN,
        sources: joinSources(sources, [
          { taint: "decoded", what: `numbers by ${name ?? method}`, line: frame.module.unit.firstLine + node.row },
        ]),
      };
};

/** `re.sub(pattern, function, text)`: what comes of a text by a function is not what is written. */
const replaced: Handler = ({ args, name, frame, node }) => {
  const [pattern, by, text] = args;
  const { sources } = ofSources(args.slice(1));
  if (by?.name?.startsWith("⟨function⟩") !== true || wholeText(text) === null || wholeText(pattern) === null)
    return { ...UNKNOWN, text: text?.text == null ? null : HOLE, sources };
  return {
    ...UNKNOWN,
    sources: joinSources(sources, [
      { taint: "decoded", what: `${name ?? "re.sub"} with a function`, line: frame.module.unit.firstLine + node.row },
    ]),
  };
};

/** Answers that say nothing of what they were asked about. */
const blank: Handler = () => UNKNOWN;

/** Functions of the language itself. */
export const BUILTIN_HANDLERS: [string, Handler][] = [
  ["chr", character],
  ["len", lengthOf],
  ["ord", fromText((text) => (text.length === 0 ? null : ofNumber(text.codePointAt(0) ?? 0)))],
  [
    "int",
    ({ args }) => {
      const [text, base] = [wholeText(args[0]), numberIn(args[1])];
      const value =
        text === null ? Number.NaN : base === null ? Number(text) : Number.parseInt(text.replace(/^0[xob]/i, ""), base);
      return Number.isSafeInteger(value) ? ofNumber(value) : ofSources(args);
    },
  ],
  ["hex", fromText((text) => computed(`0x${Number(text).toString(16)}`))],
  [
    "str",
    ({ args }) => {
      const { type: _type, name, ...value } = of(args[0]);
      return value.text === null
        ? { ...UNKNOWN, name, sources: sourcesOf(of(args[0])) }
        : { ...value, name: null, text: value.text };
    },
  ],
  ...called(["bytes", "bytearray"], bytesOf),
  ...called(["list", "tuple", "iter", "set", "frozenset", "sorted"], listOf),
  [
    "reversed",
    ({ args }) => {
      const items = elementsOf(of(args[0]));
      return items === null
        ? ofSources(args)
        : { ...UNKNOWN, items: sliced(items, null, null, -1), sources: of(args[0]).sources };
    },
  ],
  [
    "map",
    ({ args }) => {
      const [fn, over] = args;
      if (fn?.name !== "chr" || over?.items == null) return ofSources(args);
      return {
        ...UNKNOWN,
        items: over.items.map((item) =>
          numberIn(item) === null ? UNKNOWN : computed(fromCodePoint(numberIn(item) ?? 0)),
        ),
        sources: over.sources,
      };
    },
  ],
  ["range", range],
  ["struct.pack", packed],
  ["int.to_bytes", (call) => packed({ ...call, self: call.args[0] ?? null, method: "to_bytes" })],
  ["re.sub", replaced],
  ...called(["zip", "enumerate"], zip),
  ["dict", dictionary],
  ...called(
    [
      "isinstance",
      "issubclass",
      "bool",
      "id",
      "hash",
      "callable",
      "hasattr",
      "any",
      "all",
      "os.path.exists",
      "os.path.isfile",
      "os.path.isdir",
      "os.path.getsize",
      "os.path.getmtime",
      "pathlib.Path().exists",
      "pathlib.Path().is_file",
      "pathlib.Path().is_dir",
      "pathlib.Path().stat",
      "time.perf_counter",
      "time.monotonic",
    ],
    blank,
  ),
];
