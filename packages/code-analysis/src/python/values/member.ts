import { anyOf } from "../../engine/join-values.ts";
import type { LeanNode } from "../../engine/lean-tree.ts";
import { isSecretName } from "../../engine/secret-name.ts";
import {
  computed,
  HOLE,
  joinSources,
  literal,
  named,
  type Source,
  sourcesOf,
  tainted,
  UNKNOWN,
  type Value,
  wholeText,
  withSources,
} from "../../engine/value.ts";
import { emit } from "./emit.ts";
import { classOf, functionOf, lineOf, memberOf, type PyFrame, type PyProgram } from "./program.ts";
import { fromPeer, isRequest } from "./peers.ts";
import { PATH } from "./operator.ts";
import { numberIn } from "./text-layout.ts";
import { sliced } from "./text-methods.ts";

const MOST_NAME = 120;

/** Names under which the same thing goes. */
const SAME: [RegExp, string][] = [
  [/^(?:builtins|__builtin__|__builtins__)\.(?=\w)/, ""],
  [/^(?:posix|nt)\.(?=\w)/, "os."],
  [/^(?:posixpath|ntpath)\./, "os.path."],
  [/^io\.open$/, "open"],
  [/^_pickle\./, "pickle."],
  [/^cPickle\./, "pickle."],
  [/^subprocess32\./, "subprocess."],
  [/^urllib2\./, "urllib.request."],
  [/^urllib\.(?=urlopen|urlretrieve)/, "urllib.request."],
  [/^_socket\./, "socket."],
  [/^imp\.(?=load_)/, "importlib."],
  [/^codecs\.open$/, "open"],
];

export function properName(name: string): string {
  for (const [pattern, to] of SAME) if (pattern.test(name)) return name.replace(pattern, to);
  return name;
}

/** `value.name`. */
export function attributeOf(
  program: PyProgram,
  value: Value,
  attribute: string,
  line: number,
  frame: PyFrame,
  node: LeanNode,
): Value {
  if (attribute === "__subclasses__" && (isClimbing(frame, node) || value.name === EVERYTHING)) {
    emit(frame, node, { act: "unknown-call", callee: "object.__subclasses__", naming: "computed" });
  }
  const climbed = climb(value, attribute);
  if (climbed !== null) return climbed;
  const own = classOf(program, value);
  if (own !== null) {
    const member = memberOf(program, own.type, attribute);
    if (member !== null) {
      if (own.isInstance && functionOf(program, member)?.isProperty === true)
        return program.apply(member, { args: [] }, { frame, node });
      // A descriptor answers in place of what it stands for.
      const described = classOf(program, member);
      const getter = described?.isInstance === true ? memberOf(program, described.type, "__get__") : null;
      if (getter !== null) return program.apply(getter, { args: [value, UNKNOWN] }, { frame, node });
      return isRequest(member.name) ? { ...member, sources: fromPeer(line) } : member;
    }
    // `__getattr__` answers for every name that is not there.
    const any = own.isInstance ? memberOf(program, own.type, "__getattr__") : null;
    if (any !== null && functionOf(program, any) !== null)
      return program.apply(any, { args: [literal(attribute)] }, { frame, node });
  }
  // A member of an enumeration, a field of a namespace.
  if (attribute === "value" && value.name === null && (value.text !== null || value.items !== null)) return value;
  const entry = value.name === null || value.name.endsWith("Namespace()") ? value.entries?.get(attribute) : undefined;
  if (entry !== undefined) return entry;
  if (value.name === "open()" && attribute === "name" && value.place !== undefined) return value.place;
  if (value.name === PATH) {
    const part = pathPart(value, attribute);
    if (part !== null) return part;
  }
  if (value.name === null) return { ...UNKNOWN, name: null, sources: sourcesOf(value), ...placed(value) };
  // What an object was made with is not what each of its attributes is.
  if (/[A-Z]\w*\(\)$/.test(value.name) && isEnvironment(value))
    return attributeOf(
      program,
      { ...value, sources: value.sources.filter(({ taint }) => taint !== "env-all") },
      attribute,
      line,
      frame,
      node,
    );
  const name = properName(`${value.name}.${attribute}`);
  if (name === "os.environ") return { ...named(name), sources: [{ taint: "env-all", what: "the environment", line }] };
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return literal(constant);
  if (attribute === "pw_dir") return literal("~");
  if (isRequest(name)) return { ...named(name), sources: fromPeer(line) };
  if (name === "sys.argv" || name === "sys.stdin")
    return { ...named(name), sources: [{ taint: "input", what: name, line }] };
  const naming = value.naming === undefined ? {} : { naming: value.naming };
  return {
    ...named(name.length > MOST_NAME ? "" : name),
    ...naming,
    sources: sourcesOf(value),
    ...placed(value),
    ...(name.length > MOST_NAME ? { name: null } : {}),
  };
}

/** What every class is derived from. */
const EVERYTHING = "object";

/** `"".__class__.__mro__[-1]`, `f.__globals__`: the way from any object to all classes and all names. */
function climb(value: Value, attribute: string): Value | null {
  if (/^(?:__globals__|f_globals|f_locals)$/.test(attribute))
    return named(value.name?.startsWith("os.") ? "os.__dict__" : "globals()");
  if (attribute === "__builtins__" || attribute === "f_builtins")
    return named(value.name?.startsWith("os.") ? "os.__dict__" : "__builtins__");
  if (
    attribute === "__class__" &&
    (value.items !== null || value.text !== null || value.entries !== null) &&
    value.name === null
  )
    return named("⟨type⟩");
  if (value.name !== "⟨type⟩") return null;
  return /^__(?:base|mro|bases)__$/.test(attribute)
    ? named(EVERYTHING)
    : attribute === "mro"
      ? named(EVERYTHING)
      : null;
}

/** `().__class__.__base__.__subclasses__()` reaches every class there is. */
const isClimbing = (frame: PyFrame, node: LeanNode): boolean =>
  /__(?:base|mro|bases)__/.test(frame.module.text.slice(node.start, Math.min(node.end, node.start + 300)));

const LOWER = "abcdefghijklmnopqrstuvwxyz";

/** Constants of the standard library that paths and names are made of. */
const CONSTANTS = new Map([
  ["sys.executable", "python3"],
  ["os.sep", "/"],
  ["os.path.sep", "/"],
  ["os.curdir", "."],
  ["os.pardir", ".."],
  ["os.linesep", "\n"],
  ["os.devnull", "/dev/null"],
  ["string.ascii_lowercase", LOWER],
  ["string.ascii_uppercase", LOWER.toUpperCase()],
  ["string.ascii_letters", LOWER + LOWER.toUpperCase()],
  ["string.digits", "0123456789"],
  ["string.hexdigits", "0123456789abcdefABCDEF"],
]);

const placed = (value: Value) => (value.place === undefined ? {} : { place: value.place });

function pathPart(value: Value, attribute: string): Value | null {
  const text = value.text ?? HOLE;
  switch (attribute) {
    case "parent":
      return { ...value, text: text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : HOLE };
    case "name":
      return { ...value, name: null, text: text.slice(text.lastIndexOf("/") + 1) };
    case "suffix":
      return { ...value, name: null, text: /\.[^./\uFFFC]*$/.exec(text)?.[0] ?? HOLE };
    case "stem":
      return { ...value, name: null, text: text.slice(text.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "") };
    case "parts":
      return { ...UNKNOWN, items: text.split("/").map((part) => literal(part)), sources: value.sources };
    default:
      return null;
  }
}

/** What an object of the skill answers for a key: `__getitem__`, and `__missing__` of a dictionary. */
function answered(value: Value, key: Value, frame: PyFrame, node: LeanNode, program: PyProgram): Value | null {
  const own = classOf(program, value);
  if (own === null) return null;
  for (const name of own.isInstance ? ["__getitem__", "__missing__"] : ["__class_getitem__"]) {
    const member = memberOf(program, own.type, name);
    if (member !== null && functionOf(program, member) !== null)
      return program.apply(member, { args: [key] }, { frame, node });
  }
  return null;
}

/** `value[key]`. */
export function elementOf(value: Value, key: Value, frame: PyFrame, node: LeanNode, program?: PyProgram): Value {
  const own = program === undefined ? null : answered(value, key, frame, node, program);
  if (own !== null) return own;
  const text = wholeText(key);
  const number = numberIn(key);
  if (value.name === EVERYTHING || value.name === `${EVERYTHING}()`) return named(EVERYTHING);
  if (value.name === "os.environ") return environmentVariable(key, frame, node, "os.environ");
  if (value.name === "sys.modules" && text !== null)
    return { ...named(text), naming: key.folded ? "computed" : "string" };
  if (
    value.name !== null &&
    /(?:^|\.)__(?:dict|globals)__$|^(?:globals|locals|vars)\(\)$|^__builtins__$/.test(value.name) &&
    text !== null
  ) {
    const holder = value.name.replace(/\.?__dict__$|^.*__globals__$|^(?:globals|locals|vars)\(\)$|^__builtins__$/, "");
    return {
      ...named(properName(holder === "" ? text : `${holder}.${text}`)),
      naming: key.folded ? "computed" : "string",
    };
  }
  // A library's function by its name.
  if (text !== null && /^ctypes\.(?:CDLL|WinDLL|PyDLL|OleDLL)\(\)$/.test(value.name ?? ""))
    return { ...named(`${value.name}.${text}`), naming: key.folded ? "computed" : "string" };
  if (text !== null && value.entries === null && isEnvironment(value))
    return environmentVariable(key, frame, node, "os.environ");
  if (value.entries !== null) {
    const entry = text === null ? undefined : value.entries.get(text);
    if (entry !== undefined) return entry;
    // What a key of the keyboard stands for is looked up in a table.
    const told = sourcesOf(key).filter(({ taint }) => taint === "user-data");
    return text === null
      ? withSources(anyOf([...value.entries.values()]), told)
      : { ...UNKNOWN, sources: value.sources };
  }
  if (value.items !== null) return number === null ? anyOf(value.items) : elementAt(value, number);
  if (value.text !== null && number !== null && LISTED.test(value.name ?? "")) return { ...value, name: null };
  const whole = wholeText(value);
  if (whole !== null && number !== null && value.type !== "number") {
    const char = sliced([...whole], number, number === -1 ? null : number + 1, 1)[0];
    if (char === undefined) return { ...UNKNOWN, sources: value.sources };
    return value.type === "bytes"
      ? { ...literal(String(char.charCodeAt(0))), type: "number" }
      : computed(char, value.sources);
  }
  const name = value.name !== null && text !== null && value.name.length < MOST_NAME ? `${value.name}[]` : null;
  return { ...UNKNOWN, name, sources: sourcesOf(value) };
}

/** What a pattern found, of which the pattern is known. */
const LISTED = /^(?:glob\.i?glob|os\.(?:listdir|scandir))\(\)(?:\[\])?$/;

/** The element at a position; what an unknown one may be. */
export function elementAt(value: Value, index: number): Value {
  if (value.items === null) {
    if (value.entries !== null) return { ...UNKNOWN, sources: sourcesOf(value) };
    return { ...UNKNOWN, name: value.name === null ? null : `${value.name}[]`, sources: value.sources };
  }
  const item = value.items.at(index);
  if (item === undefined) return { ...UNKNOWN, sources: sourcesOf(value) };
  const own = value.sources.filter(({ taint }) => taint !== "blob");
  return own.length === 0 ? item : { ...item, sources: joinSources(item.sources, own) };
}

/** A copy of the environment: one of it is one variable. */
export const isEnvironment = (value: Value): boolean => value.sources.some(({ taint }) => taint === "env-all");

/** One environment variable is read; the home directory is a place, not a secret. */
export function environmentVariable(key: Value, frame: PyFrame, node: LeanNode, callee: string): Value {
  const name = wholeText(key);
  const line = lineOf(frame.module, node);
  emit(frame, node, { act: "environment", callee, target: key });
  // A name that is not known says nothing, unless it comes from going through them all.
  if (name === null) return { ...UNKNOWN, sources: key.sources.filter(({ taint }) => taint === "env-all") };
  if (name === "HOME" || name === "USERPROFILE") return literal("~");
  if (name === "APPDATA") return literal("~/AppData/Roaming");
  if (name === "LOCALAPPDATA") return literal("~/AppData/Local");
  if (name === "XDG_CONFIG_HOME") return literal("~/.config");
  return isSecretName(name) ? tainted("secret-env", name, line) : { ...UNKNOWN, sources: hostInfo(name, line) };
}

const hostInfo = (name: string, line: number): Source[] =>
  /^(?:USER|USERNAME|LOGNAME|HOSTNAME|COMPUTERNAME|USERDOMAIN)$/.test(name)
    ? [{ taint: "host-info", what: name, line }]
    : [];
