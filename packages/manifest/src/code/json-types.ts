import type { Parsers } from "./parsers.ts";
import type { PythonType } from "./python-signature.ts";

/** JSON Schema's names of types. */
export type JsonType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/**
 * What an annotation allows, in JSON's terms: a set of types, `any` for everything, `unknown` for a class that only running the code
 * could tell, `never` for what JSON has no form for (`culprit` names it).
 */
export type Allowed =
  | { kind: "types"; types: Set<JsonType> }
  | { kind: "any" }
  | { kind: "unknown" }
  | { kind: "never"; culprit: string };

const SIMPLE: { [name: string]: JsonType[] } = {
  str: ["string"],
  Text: ["string"],
  AnyStr: ["string"],
  LiteralString: ["string"],
  int: ["integer"],
  float: ["number", "integer"],
  bool: ["boolean"],
  None: ["null"],
  NoneType: ["null"],
};

const ARRAYS = new Set(["list", "List", "Sequence", "MutableSequence", "Collection", "tuple", "Tuple"]);
const OBJECTS = new Set("dict Dict Mapping MutableMapping OrderedDict DefaultDict defaultdict TypedDict".split(" "));
const ANYTHING = new Set(["Any", "object", "JSON", "Json", "JSONType", "JsonValue"]);
const WRAPPERS = new Set(["Annotated", "Required", "NotRequired", "Final", "ReadOnly"]);
const NOT_JSON = new Set(
  [
    "bytes bytearray memoryview complex set Set frozenset FrozenSet AbstractSet MutableSet",
    "Callable Type type Iterator Generator AsyncIterator AsyncGenerator Coroutine Awaitable",
    "datetime date time timedelta Decimal Fraction Path PurePath UUID IO BinaryIO TextIO",
    "Future Task Thread Lock Exception BaseException ModuleType Pattern Match range slice",
  ].flatMap((row) => row.split(" ")),
);

const SIMPLE_NAMES = new Map(Object.entries(SIMPLE));
const types = (...names: JsonType[]): Allowed => ({ kind: "types", types: new Set(names) });

/** Reads an annotation. `ownClasses` are the classes of the same module with what they allow. */
export function allowedBy(type: PythonType, parsers: Parsers, ownClasses: ReadonlyMap<string, Allowed>): Allowed {
  switch (type.kind) {
    case "literal":
      return types(...(SIMPLE_NAMES.get(type.value) ?? []));
    case "text":
      return allowedByText(type.text, parsers, ownClasses);
    case "other":
      return { kind: "unknown" };
    case "union":
      return union(type.members.map((member) => allowedBy(member, parsers, ownClasses)));
    default:
      return allowedByName(type, parsers, ownClasses);
  }
}

function allowedByName(
  { name, args }: { name: string; args: PythonType[] },
  parsers: Parsers,
  ownClasses: ReadonlyMap<string, Allowed>,
): Allowed {
  const own = ownClasses.get(name);
  if (own !== undefined) return own;
  const last = name.slice(name.lastIndexOf(".") + 1);
  const inner = args.map((arg) => allowedBy(arg, parsers, ownClasses));
  if (last === "Optional") return union([...inner, types("null")]);
  if (last === "Union") return union(inner);
  if (WRAPPERS.has(last)) return inner[0] ?? { kind: "unknown" };
  if (ANYTHING.has(last)) return { kind: "any" };
  if (NOT_JSON.has(last)) return { kind: "never", culprit: name };
  const culprit = inner.find((each) => each.kind === "never");
  if (culprit !== undefined && (ARRAYS.has(last) || OBJECTS.has(last))) return culprit;
  if (ARRAYS.has(last)) return types("array");
  if (OBJECTS.has(last)) return types("object");
  const simple = SIMPLE_NAMES.get(last);
  return simple === undefined ? { kind: "unknown" } : types(...simple);
}

/** An annotation in quotes: parsed as `x: <text>` would be. Quotes inside quotes stay unknown. */
function allowedByText(text: string, parsers: Parsers, ownClasses: ReadonlyMap<string, Allowed>): Allowed {
  const read = parsers.outline(`def f(x: ${text.replaceAll(/\s/g, " ")}): pass\n`);
  if (read.status === "unread" || read.problem !== null) return { kind: "unknown" };
  const type = read.outline.functions[0]?.parameters[0]?.type;
  if (!type || mentionsText(type)) return { kind: "unknown" };
  return allowedBy(type, parsers, ownClasses);
}

function mentionsText(type: PythonType): boolean {
  if (type.kind === "text") return true;
  if (type.kind === "name") return type.args.some(mentionsText);
  return type.kind === "union" && type.members.some(mentionsText);
}

function union(members: Allowed[]): Allowed {
  const culprit = members.find((each) => each.kind === "never");
  if (culprit !== undefined) return culprit;
  if (members.some((each) => each.kind === "any")) return { kind: "any" };
  if (members.length === 0 || members.some((each) => each.kind === "unknown")) return { kind: "unknown" };
  return types(...members.flatMap((each) => (each.kind === "types" ? [...each.types] : [])));
}

/** `string or null`, for a message. */
export function typeText(allowed: Iterable<JsonType>): string {
  return [...allowed].join(" or ");
}
